package dev.varve.engine.log;

import dev.varve.engine.entry.CommandId;
import dev.varve.engine.entry.EntryHeader;
import dev.varve.engine.store.CommandIndex;
import dev.varve.engine.store.CommandIndex.Span;
import dev.varve.engine.store.EntryCursor;
import dev.varve.engine.store.EntryStore;
import org.jspecify.annotations.Nullable;

/**
 * Knows which commands a log holds. The store's index answers quickly; what it answers is looked up
 * in the log, and an index that was wrong is made anew from the headers: a write that is taken for
 * a repetition would be lost. Belongs to the writer's lock.
 */
final class CommandDirectory {
  private final EntryStore store;
  private final CommandIndex index;

  /** Every complete command ends before this sequence. */
  private long completeBelow;

  /** The directory of a log whose complete commands end before {@code below}. */
  CommandDirectory(EntryStore store, long below) {
    this.store = store;
    this.index = store.commandIndex();
    this.completeBelow = below;
    if (index.indexedBelow() > below) {
      // It knows commands that the log has lost, to a power cut perhaps.
      index.clear();
    }
    fill(below);
  }

  /** Adds the complete commands from where the index ends to {@code below}. */
  private void fill(long below) {
    long from = index.indexedBelow();
    if (from >= below) {
      return;
    }
    try (EntryCursor cursor = store.cursor(from)) {
      CommandId command = null;
      long first = from;
      for (long sequence = from; sequence < below; sequence++) {
        byte[] record = cursor.next();
        if (record == null || record.length < EntryHeader.SIZE) {
          return;
        }
        EntryHeader header = EntryHeader.of(record);
        if (header.commandIndex() == 0) {
          command = header.command();
          first = sequence;
        }
        if (command != null && header.isLastOfCommand() && header.command().equals(command)) {
          index.add(command, new Span(first, sequence));
        }
      }
    }
  }

  /** Where a complete command stands, or null. */
  @Nullable Span find(CommandId id, long below) {
    Span span = index.find(id);
    boolean isWrong = span != null && !isAt(id, span, below);
    if (isWrong || hasLost()) {
      rebuild();
      span = index.find(id);
    }
    return span;
  }

  /** Whether the index has met damage of its own and no longer knows all that was added. */
  private boolean hasLost() {
    return index.indexedBelow() < completeBelow;
  }

  private void rebuild() {
    index.clear();
    fill(completeBelow);
  }

  /** The command that stands in the id's slot, or null. */
  @Nullable CommandId occupantOf(CommandId id, long below) {
    CommandId occupant = index.occupantOf(id);
    if (hasLost()) {
      rebuild();
      occupant = index.occupantOf(id);
    }
    return occupant == null || find(occupant, below) != null ? occupant : index.occupantOf(id);
  }

  private boolean isAt(CommandId id, Span span, long below) {
    if (span.first() < 0 || span.last() < span.first() || span.last() >= below) {
      return false;
    }
    return isAt(id, span.first()) && isAt(id, span.last());
  }

  private boolean isAt(CommandId id, long sequence) {
    try (EntryCursor cursor = store.cursor(sequence)) {
      byte[] record = cursor.next();
      return record != null
          && record.length >= EntryHeader.SIZE
          && EntryHeader.of(record).command().equals(id);
    }
  }

  void add(CommandId id, long first, long last) {
    index.add(id, new Span(first, last));
    completeBelow = last + 1;
  }

  void flush() {
    index.flush();
  }
}
