package dev.varve.engine.store.sql;

import dev.varve.engine.entry.EntryHeader;
import dev.varve.engine.store.EntryCursor;
import dev.varve.engine.store.StoreException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** Reads rows in the order of their sequence, some at a time, and never keeps a statement open. */
final class SqlCursor implements EntryCursor {
  private static final int MAX_ROWS = 128;
  private static final int MAX_BYTES = 1 << 20;
  private static final byte[] NOTHING = {};

  private final SqlEntryStore store;
  private final Deque<byte[]> read = new ArrayDeque<>();
  private long next;
  private int bytes;
  private boolean closed;

  SqlCursor(SqlEntryStore store, long from) {
    this.store = store;
    this.next = from;
  }

  @Override
  public byte @Nullable [] next() {
    SqlDatabase reader = store.reader();
    if (closed) {
      throw new StoreException("the cursor is closed");
    }
    if (read.isEmpty()) {
      fill(reader);
    }
    byte[] record = read.poll();
    if (record != null) {
      next++;
      return record;
    }
    String lost = reader.lost();
    if (lost != null) {
      throw new StoreException("entry " + next + " cannot be read: " + lost);
    }
    return null;
  }

  private void fill(SqlDatabase reader) {
    bytes = 0;
    try {
      reader.query(
          "SELECT rowid, header, payload FROM entry NOT INDEXED WHERE rowid > ? ORDER BY rowid"
              + " LIMIT "
              + MAX_ROWS,
          this::take,
          next);
    } catch (StoreException e) {
      // What was read before the damage is handed out first; the damage is met again then.
      if (read.isEmpty()) {
        throw new StoreException("entry " + next + " cannot be read: " + e.getMessage(), e);
      }
    }
  }

  private boolean take(SqlRow row) {
    long expected = next + read.size();
    if (row.number(0) != expected + 1) {
      throw new StoreException(
          store.describe() + ": it is missing, the next one there is " + (row.number(0) - 1));
    }
    byte[] record = record(row.bytes(1), row.bytes(2));
    read.add(record);
    bytes += record.length;
    return bytes < MAX_BYTES;
  }

  /** Header and payload as one record; whatever a damaged row holds is for its reader to judge. */
  static byte[] record(byte @Nullable [] header, byte @Nullable [] payload) {
    byte[] first = header == null ? NOTHING : header;
    byte[] second = payload == null ? NOTHING : payload;
    byte[] record = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, record, first.length, second.length);
    return record;
  }

  /** The header of a record, alone. */
  static byte[] header(byte[] record) {
    return Arrays.copyOf(record, EntryHeader.SIZE);
  }

  /** The payload of a record, alone. */
  static byte[] payload(byte[] record) {
    return Arrays.copyOfRange(record, EntryHeader.SIZE, record.length);
  }

  @Override
  public void close() {
    closed = true;
  }
}
