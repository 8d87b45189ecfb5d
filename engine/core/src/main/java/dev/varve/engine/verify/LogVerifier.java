package dev.varve.engine.verify;

import dev.varve.engine.entry.ByteString;
import dev.varve.engine.store.EntryCursor;
import dev.varve.engine.store.EntryStore;
import dev.varve.engine.store.StoreException;
import dev.varve.engine.tree.MerkleTree;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Verifies a whole log: form, hashes, links, order, commands. Needs no key and changes nothing.
 * What it cannot know: whether complete commands are missing at the end; only a checkpoint kept
 * elsewhere tells.
 */
public final class LogVerifier {
  /** Findings that a report holds at most. */
  public static final int MAX_FINDINGS = 1000;

  private LogVerifier() {}

  /** Reads every record of the store. */
  public static VerificationReport verify(EntryStore store) {
    ChainCheck check = new ChainCheck();
    MerkleTree tree = new MerkleTree();
    List<Finding> findings = new ArrayList<>();
    long damagedAt = -1;
    try (EntryCursor cursor = store.cursor(0)) {
      long expected = store.size();
      byte[] record;
      while ((record = cursor.next()) != null) {
        List<Finding> found = check.check(record);
        tree.append(check.head());
        if (!found.isEmpty()) {
          damagedAt = check.nextSequence() - 1;
        }
        found.forEach(finding -> add(finding, findings));
      }
      if (check.nextSequence() < expected) {
        damagedAt = check.nextSequence();
        String detail = "the store counts " + expected + " records, readable are " + damagedAt;
        add(new Finding(damagedAt, FindingKind.STORE, detail), findings);
      }
    } catch (StoreException e) {
      damagedAt = check.nextSequence();
      add(new Finding(damagedAt, FindingKind.STORE, String.valueOf(e.getMessage())), findings);
    }
    Verdict verdict = Verdict.OK;
    // Damage within the last command hides whether it was completed.
    if (check.openCommand() != null && damagedAt < check.openFrom()) {
      verdict = Verdict.TORN_TAIL;
      add(
          new Finding(
              check.openFrom(),
              FindingKind.INCOMPLETE_COMMAND,
              "the last command was never completed; the next write abandons it"),
          findings);
    }
    if (damagedAt >= 0) {
      verdict = Verdict.DAMAGED;
    } else if (check.nextSequence() == 0) {
      verdict = Verdict.UNVERIFIABLE;
    }
    findings.sort(Comparator.comparingLong(Finding::sequence));
    return new VerificationReport(
        verdict,
        check.logId(),
        check.nextSequence(),
        check.epoch(),
        check.soundHead(),
        ByteString.of(tree.root()),
        List.copyOf(findings));
  }

  private static void add(Finding finding, List<Finding> findings) {
    if (findings.size() < MAX_FINDINGS) {
      findings.add(finding);
    }
  }
}
