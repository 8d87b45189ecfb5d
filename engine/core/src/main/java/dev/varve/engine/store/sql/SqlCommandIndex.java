package dev.varve.engine.store.sql;

import dev.varve.engine.entry.CommandId;
import dev.varve.engine.entry.EntryHeader;
import dev.varve.engine.store.CommandIndex;
import dev.varve.engine.store.EntryCursor;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds commands by SQLite's own index on the entries' headers, which cannot lag behind them.
 * Thread-safe as the store is.
 */
final class SqlCommandIndex implements CommandIndex {
  private static final String FIRST = " WHERE substr(header, 53, 2) = X'0000' AND ";

  private final SqlEntryStore store;

  SqlCommandIndex(SqlEntryStore store) {
    this.store = store;
  }

  @Override
  public long indexedBelow() {
    return store.size();
  }

  @Override
  public @Nullable Span find(CommandId id) {
    List<Long> firsts = new ArrayList<>();
    store.query(
        "SELECT sequence FROM entry" + FIRST + "substr(header, 57, 16) = ? ORDER BY sequence",
        row -> firsts.add(row.integer(0)),
        id.toBytes());
    for (long first : firsts) {
      Span span = complete(id, first);
      if (span != null) {
        return span;
      }
    }
    return null;
  }

  /** The command that begins at an entry, or null when it was never completed. */
  private @Nullable Span complete(CommandId id, long first) {
    try (EntryCursor cursor = store.cursor(first)) {
      byte[] record;
      for (long sequence = first; (record = cursor.next()) != null; sequence++) {
        EntryHeader header = EntryHeader.of(record);
        if (!header.command().equals(id) || header.commandIndex() != sequence - first) {
          return null;
        }
        if (header.isLastOfCommand()) {
          return new Span(first, sequence);
        }
      }
      return null;
    }
  }

  @Override
  public @Nullable CommandId occupantOf(CommandId id) {
    List<CommandId> occupants = new ArrayList<>();
    store.query(
        "SELECT substr(header, 57, 16) FROM entry"
            + FIRST
            + "substr(header, 57, 16) BETWEEN ? AND ?",
        row -> occupants.add(CommandId.of(row.blob(0))),
        new CommandId(id.high(), 0).toBytes(),
        new CommandId(id.high(), -1).toBytes());
    for (CommandId occupant : occupants) {
      if (find(occupant) != null) {
        return occupant;
      }
    }
    return null;
  }

  @Override
  public void add(CommandId id, Span span) {
    // The rows themselves are the index.
  }

  @Override
  public void flush() {
    // Committed with the rows.
  }

  @Override
  public void clear() {
    store.reindex();
  }
}
