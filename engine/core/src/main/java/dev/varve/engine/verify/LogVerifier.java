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
    boolean damaged = false;
    long expected = store.size();
    try (EntryCursor cursor = store.cursor(0)) {
      byte[] record;
      while ((record = cursor.next()) != null) {
        List<Finding> found = check.check(record);
        tree.append(check.head());
        damaged |= !found.isEmpty();
        for (Finding finding : found) {
          if (findings.size() < MAX_FINDINGS) {
            findings.add(finding);
          }
        }
      }
      if (check.nextSequence() < expected) {
        damaged = true;
        findings.add(
            new Finding(
                check.nextSequence(),
                FindingKind.STORE,
                "the store counts " + expected + " records, readable are " + check.nextSequence()));
      }
    } catch (StoreException e) {
      damaged = true;
      findings.add(
          new Finding(check.nextSequence(), FindingKind.STORE, String.valueOf(e.getMessage())));
    }
    Verdict verdict = Verdict.OK;
    if (check.openCommand() != null) {
      verdict = Verdict.TORN_TAIL;
      findings.add(
          new Finding(
              check.openFrom(),
              FindingKind.INCOMPLETE_COMMAND,
              "the last command was never completed; the next write abandons it"));
    }
    if (damaged) {
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
}
