package dev.varve.engine.store.sql;

import dev.varve.engine.entry.CommandId;
import dev.varve.engine.entry.EntryHeader;
import dev.varve.engine.store.CommandIndex;
import dev.varve.engine.store.Durability;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The index of commands that SQLite keeps by itself, over the command ids of entries that begin a
 * command. It is never behind; to make it anew is to ask SQLite for it. Thread-safe.
 */
final class SqlCommandIndex implements CommandIndex {
  private static final int HEADERS_AT_ONCE = 64;

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
    Match match = firstComplete(id.toBytes(), id.toBytes());
    return match == null ? null : match.span;
  }

  @Override
  public @Nullable CommandId occupantOf(CommandId id) {
    Match match =
        firstComplete(
            new CommandId(id.high(), 0).toBytes(), new CommandId(id.high(), -1).toBytes());
    return match == null ? null : match.id;
  }

  /** A complete command. */
  private record Match(CommandId id, Span span) {}

  /**
   * The first complete command with an id in a range; the same id may have begun in vain before.
   */
  private @Nullable Match firstComplete(byte[] from, byte[] to) {
    List<Long> beginnings = new ArrayList<>();
    store
        .reader()
        .query(
            "SELECT rowid FROM entry WHERE substr(header, 53, 2) = X'0000'"
                + " AND substr(header, 57, 16) BETWEEN ? AND ?"
                + " ORDER BY substr(header, 57, 16), rowid",
            row -> {
              beginnings.add(row.number(0) - 1);
              return true;
            },
            from,
            to);
    for (long first : beginnings) {
      Match match = complete(first);
      if (match != null) {
        return match;
      }
    }
    return null;
  }

  /** The command that begins at a sequence, when it is complete. */
  private @Nullable Match complete(long first) {
    List<EntryHeader> headers = new ArrayList<>();
    boolean more = true;
    for (long next = first; more; ) {
      headers.clear();
      headersFrom(next, headers);
      more = headers.size() == HEADERS_AT_ONCE;
      for (EntryHeader header : headers) {
        if (header.commandIndex() != next - first) {
          return null;
        }
        if (header.isLastOfCommand()) {
          return new Match(header.command(), new Span(first, next));
        }
        next++;
      }
    }
    return null;
  }

  private void headersFrom(long sequence, List<EntryHeader> headers) {
    store
        .reader()
        .query(
            "SELECT header FROM entry NOT INDEXED WHERE rowid > ? ORDER BY rowid LIMIT "
                + HEADERS_AT_ONCE,
            row -> {
              byte[] header = row.bytes(0);
              if (header == null || header.length != EntryHeader.SIZE) {
                return false;
              }
              headers.add(EntryHeader.of(header));
              return true;
            },
            sequence);
  }

  @Override
  public void add(CommandId id, Span span) {
    // The database has added it with the row.
  }

  @Override
  public void flush() {
    // It is as durable as the rows.
  }

  /** Makes the index anew from the rows. */
  @Override
  public void clear() {
    SqlWriter writer = store.writer();
    writer.transaction(Durability.PROCESS, () -> writer.execute("REINDEX entry_command"));
  }
}
