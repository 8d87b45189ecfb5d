package dev.varve.engine.log;

import dev.varve.engine.store.EntryCursor;
import dev.varve.engine.verify.ChainCheck;
import dev.varve.engine.verify.Finding;
import java.io.Closeable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads a log from genesis on, one complete command at a time, checking each entry and its link on
 * the way. Entries of commands that were abandoned or are not complete yet are never seen. At the
 * end of the log a later call may find more. What {@link MemoryLog#damage} says counts as the end.
 * Not thread-safe.
 */
public final class LogReader implements Closeable {
  private final MemoryLog log;
  private final EntryCursor cursor;
  private final ChainCheck check;
  private final @Nullable LogTree tree;
  private List<CommittedEntry> pending = new ArrayList<>();
  private @Nullable List<CommittedEntry> complete;
  private @Nullable Finding damage;

  /** Goes on with {@code cursor} where {@code check} has arrived, at the begin of a command. */
  LogReader(MemoryLog log, EntryCursor cursor, ChainCheck check) {
    this(log, cursor, check, null);
  }

  /** The same, growing {@code tree} by every entry, those of incomplete commands too. */
  LogReader(MemoryLog log, EntryCursor cursor, ChainCheck check, @Nullable LogTree tree) {
    this.log = log;
    this.cursor = cursor;
    this.check = check;
    this.tree = tree;
  }

  /**
   * The next complete command's entries, in order, or null when there is none yet. A call that
   * failed is not passed over: the next one fails there again.
   *
   * @throws DamagedLogException at an entry that is not what was written
   * @throws dev.varve.engine.VarveException at a name, subject or actor that does not open
   */
  public @Nullable List<CommittedEntry> next() {
    if (damage != null) {
      throw new DamagedLogException(log.describe(), damage);
    }
    if (complete == null) {
      complete = readCommand();
    }
    List<CommittedEntry> command = complete;
    if (command != null) {
      log.absorb(command);
      complete = null;
    }
    return command;
  }

  private @Nullable List<CommittedEntry> readCommand() {
    byte[] record;
    while (check.nextSequence() < log.readableBelow() && (record = cursor.next()) != null) {
      byte[] previous = check.head();
      List<Finding> findings = check.check(record);
      if (!findings.isEmpty()) {
        findings.sort(Comparator.comparingLong(Finding::sequence));
        damage = findings.get(0);
        throw new DamagedLogException(log.describe(), damage, record, previous);
      }
      if (tree != null) {
        tree.append(check.head());
      }
      CommittedEntry entry = new CommittedEntry(record);
      if (entry.header().commandIndex() == 0) {
        pending = new ArrayList<>();
      }
      pending.add(entry);
      if (entry.header().isLastOfCommand()) {
        List<CommittedEntry> command = List.copyOf(pending);
        pending = new ArrayList<>();
        return command;
      }
    }
    return null;
  }

  ChainCheck check() {
    return check;
  }

  @Override
  public void close() {
    cursor.close();
  }
}
