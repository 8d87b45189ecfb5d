package dev.varve.engine.verify;

import dev.varve.engine.entry.ByteString;
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
 *
 * <p>The report is the same for every number of threads. Thread-safe: it keeps nothing.
 */
public final class LogVerifier {
  /** Findings that a report holds at most. */
  public static final int MAX_FINDINGS = 1000;

  private LogVerifier() {}

  /** Reads every record of the store, and holds it against its own notes. */
  public static VerificationReport verify(EntryStore store) {
    return verify(store, Evidence.NONE);
  }

  /**
   * Reads every record of the store.
   *
   * <p>Damage is reported as such also where it contradicts a checkpoint; a log that is whole in
   * itself and not the one of the checkpoint {@link Verdict#CONTRADICTS_CHECKPOINT contradicts} it.
   * With a checkpoint that no trusted key signed it is {@link Verdict#UNVERIFIABLE}.
   */
  public static VerificationReport verify(EntryStore store, Evidence evidence) {
    return verify(store, evidence, 1);
  }

  /**
   * The same on several threads, each of which reads with a cursor of its own.
   *
   * @param threads 1 or more, the calling one included
   */
  public static VerificationReport verify(EntryStore store, Evidence evidence, int threads) {
    return verify(store, evidence, threads, new ChainCheck());
  }

  /**
   * Reads the headers of a log whose payloads were left out: as {@link #verify(EntryStore,
   * Evidence)}, but for what the payloads were.
   */
  public static VerificationReport verifyHeaders(EntryStore store, Evidence evidence) {
    return verify(store, evidence, 1, ChainCheck.ofHeaders());
  }

  private static VerificationReport verify(
      EntryStore store, Evidence evidence, int threads, ChainCheck check) {
    if (threads < 1) {
      throw new IllegalArgumentException("at least one thread verifies, asked for " + threads);
    }
    MerkleTree tree = new MerkleTree();
    List<Finding> findings = new ArrayList<>();
    NoteCheck notes = notes(store, evidence, findings);
    long damagedAt = findings.isEmpty() ? -1 : 0;
    notes.compare(0, ByteString.of(tree.root()));
    StoreException failure;
    try (RangeQueue ranges = new RangeQueue(store, threads)) {
      long expected = store.size();
      HashedRange range;
      do {
        range = ranges.take();
        for (HashedRecord record : range.records) {
          List<Finding> found = check.check(record);
          if (!found.isEmpty()) {
            damagedAt = check.nextSequence() - 1;
          }
          found.forEach(finding -> add(finding, findings));
        }
        append(range, tree, notes);
      } while (range.isFull());
      failure = range.failure;
      if (failure == null && check.nextSequence() < expected) {
        failure =
            new StoreException(
                "the store counts " + expected + " records, readable are " + check.nextSequence());
      }
    } catch (StoreException e) {
      failure = e;
    }
    if (failure != null) {
      damagedAt = check.nextSequence();
      add(
          new Finding(damagedAt, FindingKind.STORE, String.valueOf(failure.getMessage())),
          findings);
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
    notes.end(check.nextSequence(), check.logId());
    notes.findings().forEach(finding -> add(finding, findings));
    if (damagedAt >= 0 || (notes.isNoteBad() && !notes.isContradicted())) {
      verdict = Verdict.DAMAGED;
    } else if (notes.isContradicted()) {
      verdict = Verdict.CONTRADICTS_CHECKPOINT;
    } else if (check.nextSequence() == 0 || notes.isUnusable()) {
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
        notes.signedSize(),
        List.copyOf(findings));
  }

  private static void append(HashedRange range, MerkleTree tree, NoteCheck notes) {
    tree.appendAll(range.tree);
    for (long size : notes.sizes(range.from, tree.size())) {
      notes.compare(size, ByteString.of(tree.rootAt(size, range)));
    }
  }

  private static NoteCheck notes(EntryStore store, Evidence evidence, List<Finding> findings) {
    try {
      return new NoteCheck(store.notes().all(), evidence);
    } catch (StoreException e) {
      add(new Finding(0, FindingKind.SIGNATURE, String.valueOf(e.getMessage())), findings);
      return new NoteCheck(List.of(), evidence);
    }
  }

  private static void add(Finding finding, List<Finding> findings) {
    if (findings.size() < MAX_FINDINGS) {
      findings.add(finding);
    }
  }
}
