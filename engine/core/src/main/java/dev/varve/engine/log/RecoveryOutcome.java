package dev.varve.engine.log;

import java.util.List;

/**
 * What a recovery did.
 *
 * @param plan that was carried out
 * @param epoch of the log from here on
 * @param salvagedCommands complete commands that were appended again
 * @param salvagedEntries entries of them that were
 * @param entries of the log now
 * @param lost what could not be appended again, by place
 * @param setAside name of where the old store is kept
 */
public record RecoveryOutcome(
    RecoveryPlan plan,
    int epoch,
    long salvagedCommands,
    long salvagedEntries,
    long entries,
    List<Lost> lost,
    String setAside) {
  /** Copies the list. */
  public RecoveryOutcome {
    lost = List.copyOf(lost);
  }

  /** Why an entry could not be appended again. */
  public enum Reason {
    /** No whole entry of this sequence was found. */
    NOT_FOUND,
    /** Another entry of its command was not found, or the command was never completed. */
    COMMAND_INCOMPLETE,
    /** It does not open under the keys of this log. */
    NOT_AUTHENTIC,
    /** Nobody knows any more whose key sealed it, and none that is here opens it. */
    SUBJECT_UNKNOWN,
    /** The key that sealed it is gone. */
    ERASED,
    /** A later version of this program wrote it. */
    UNKNOWN_TYPE,
    /** It does not fit a command any more. */
    REFUSED
  }

  /**
   * Entries of an old epoch that were not appended again.
   *
   * @param epoch the old one
   * @param first sequence
   * @param last sequence
   * @param reason why
   */
  public record Lost(int epoch, long first, long last, Reason reason) {}
}
