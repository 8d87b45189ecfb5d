package dev.varve.engine.jvm.chronicle;

/**
 * Geometry of a Chronicle store.
 *
 * @param segmentBits a segment file takes 2^segmentBits records, then the next begins. Part of the
 *     file names: an existing log keeps what it was created with. The default, 18, makes files of
 *     some 180 MB of ordinary entries and, were every entry of the greatest size, of 129 GiB, which
 *     every file system takes; a segment costs some 70 KB of indexes, nothing beside its content
 * @param blockSize bytes that are mapped at a time, a multiple of 64 KiB; a quarter of it must hold
 *     the greatest record. Files are sparse: a small log shows a file of 2.6 MiB that takes up some
 *     260 KiB, which is the room that it may write into next
 */
public record ChronicleOptions(int segmentBits, int blockSize) {
  private static final int UNIT = 1 << 16;

  /** The smallest block that takes every record. */
  static final int MIN_BLOCK = 33 * UNIT;

  /** What {@link ChronicleEntryStore} uses when nothing is said. */
  public static final ChronicleOptions DEFAULT = new ChronicleOptions(18, MIN_BLOCK);

  /** Refuses what Chronicle Queue could not work with. */
  public ChronicleOptions {
    if (segmentBits < 1 || segmentBits > SegmentNames.MAX_BITS) {
      throw new IllegalArgumentException(
          "segmentBits is 1 to " + SegmentNames.MAX_BITS + ", found " + segmentBits);
    }
    if (blockSize < MIN_BLOCK || blockSize % UNIT != 0) {
      throw new IllegalArgumentException(
          "blockSize is a multiple of " + UNIT + " from " + MIN_BLOCK + " on, found " + blockSize);
    }
  }

  /** The same with another number of records a segment. */
  public ChronicleOptions withSegmentBits(int bits) {
    return new ChronicleOptions(bits, blockSize);
  }
}
