package dev.varve.engine.verify;

import dev.varve.engine.entry.ByteString;
import dev.varve.engine.store.EntryCursor;
import dev.varve.engine.store.EntryStore;
import dev.varve.engine.store.StoreException;
import dev.varve.engine.tree.MerkleTree;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

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
   * The same on several threads, of which the calling one reads the store. From the first finding
   * on it goes on alone.
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
    try {
      long expected = store.size();
      if (threads > 1) {
        goOnSound(store, threads, check, tree, notes);
      }
      try (EntryCursor cursor = store.cursor(check.nextSequence())) {
        byte[] record;
        while ((record = cursor.next()) != null) {
          List<Finding> found = check.check(record);
          tree.append(check.head());
          if (notes.wantsRootAt(tree.size())) {
            notes.compare(tree.size(), ByteString.of(tree.root()));
          }
          if (!found.isEmpty()) {
            damagedAt = check.nextSequence() - 1;
          }
          found.forEach(finding -> add(finding, findings));
        }
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

  /**
   * Goes on over ranges that are in order, checked by several threads, and stops before the first
   * that is not: it and what follows are for the one thread that reports findings.
   *
   * <pre>
   *  caller   read 0   read 1   read 2 … check 5   put 0 in place   read 6 …
   *  helper            check 0  check 1 …
   * </pre>
   */
  private static void goOnSound(
      EntryStore store, int threads, ChainCheck check, MerkleTree tree, NoteCheck notes) {
    ExecutorService helpers = Executors.newFixedThreadPool(threads - 1, LogVerifier::helper);
    Deque<RangeCheck> ahead = new ArrayDeque<>();
    try (EntryCursor cursor = store.cursor(0)) {
      RangeCheck range = null;
      do {
        if (range == null || !range.isLast()) {
          range = RangeCheck.read(cursor, range);
          ahead.add(range);
          helpers.execute(range);
        }
        if (range.isLast() || ahead.size() == 4 * threads) {
          helpUntilChecked(ahead);
          if (!goOn(ahead.remove(), check, tree, notes)) {
            return;
          }
        }
      } while (!ahead.isEmpty());
    } catch (StoreException e) {
      return; // It is met again by the thread that reports.
    } finally {
      helpers.shutdown();
    }
  }

  /** Checks what nobody has begun with, the last first, until the first is checked. */
  private static void helpUntilChecked(Deque<RangeCheck> ahead) {
    Iterator<RangeCheck> backwards = ahead.descendingIterator();
    while (!ahead.getFirst().isChecked() && backwards.hasNext()) {
      backwards.next().run();
    }
  }

  private static Thread helper(Runnable work) {
    Thread thread = new Thread(work, "varve-verify");
    thread.setDaemon(true);
    return thread;
  }

  private static boolean goOn(
      RangeCheck range, ChainCheck check, MerkleTree tree, NoteCheck notes) {
    long before = tree.size();
    if (!range.isSound()) {
      return false;
    }
    range.continueFor(check, tree);
    for (long size : notes.sizes(before, tree.size())) {
      notes.compare(size, ByteString.of(tree.rootAt(size, range)));
    }
    return true;
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
