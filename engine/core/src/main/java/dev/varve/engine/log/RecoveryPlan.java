package dev.varve.engine.log;

import dev.varve.engine.entry.ByteString;
import dev.varve.engine.entry.LogId;
import java.util.List;

/**
 * What is wrong with a log and what a recovery would do; making it changes nothing.
 *
 * @param log whose it is
 * @param entries records that can be read, from the first one on
 * @param kept how many of them stay as they are, byte for byte
 * @param epoch of the last of those
 * @param anchorSize entries that the newest signed note covers which they bear out; 0 for none
 * @param anchorRoot its root, or no bytes
 * @param signedSize entries that the newest signed note covers, borne out or not
 * @param diagnoses what is wrong, by sequence
 */
public record RecoveryPlan(
    LogId log,
    long entries,
    long kept,
    int epoch,
    long anchorSize,
    ByteString anchorRoot,
    long signedSize,
    List<Diagnosis> diagnoses) {
  /** Copies the list. */
  public RecoveryPlan {
    diagnoses = List.copyOf(diagnoses);
  }

  /**
   * One thing that is wrong.
   *
   * @param decision the row of the table
   * @param sequence where
   * @param detail in words, without any payload
   */
  public record Diagnosis(RecoveryDecision decision, long sequence, String detail) {}

  /** Whether a recovery has something to do. */
  public boolean isNeeded() {
    return diagnoses.stream().anyMatch(each -> each.decision().needsRecovery());
  }

  /** Whether the log will go on in a new epoch. */
  public boolean beginsEpoch() {
    return diagnoses.stream().anyMatch(each -> each.decision().beginsEpoch());
  }
}
