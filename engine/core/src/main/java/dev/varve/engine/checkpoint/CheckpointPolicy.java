package dev.varve.engine.checkpoint;

/**
 * When a log signs what it is, besides on demand. Only what is on the disk is signed.
 *
 * @param signer with what key
 * @param everyEntries after how many entries while writing goes on; 0 for never
 * @param onClose whether when it is closed and something was added
 */
public record CheckpointPolicy(CheckpointSigner signer, int everyEntries, boolean onClose) {
  /** Entries between checkpoints where nothing else was asked for. */
  public static final int EVERY_ENTRIES = 1 << 12;

  /** Checks the range. */
  public CheckpointPolicy {
    if (everyEntries < 0) {
      throw new IllegalArgumentException("a checkpoint every " + everyEntries + " entries");
    }
  }

  /** Every {@value #EVERY_ENTRIES} entries and when the log is closed. */
  public static CheckpointPolicy of(CheckpointSigner signer) {
    return new CheckpointPolicy(signer, EVERY_ENTRIES, true);
  }

  /** The same with another key. */
  public CheckpointPolicy with(CheckpointSigner successor) {
    return new CheckpointPolicy(successor, everyEntries, onClose);
  }
}
