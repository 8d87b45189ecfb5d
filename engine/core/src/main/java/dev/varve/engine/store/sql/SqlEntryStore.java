package dev.varve.engine.store.sql;

import dev.varve.engine.entry.ByteString;
import dev.varve.engine.entry.EntryHash;
import dev.varve.engine.entry.EntryHeader;
import dev.varve.engine.store.CheckpointNotes;
import dev.varve.engine.store.CommandIndex;
import dev.varve.engine.store.DiskFullException;
import dev.varve.engine.store.EntryCursor;
import dev.varve.engine.store.EntryStore;
import dev.varve.engine.store.LogLockedException;
import dev.varve.engine.store.SnapshotSlot;
import dev.varve.engine.store.StoreException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A log in a SQLite database: a row an entry, see {@link SqlSchema}.
 *
 * <p>An append is one transaction, so that a command is there as a whole or not at all; with {@code
 * synchronous = NORMAL} it survives the death of the process. {@link #force} commits a row that
 * counts forces with {@code synchronous = FULL}: that syncs the write-ahead log, and with it
 * everything that was committed before. What SQLite refuses changes nothing, and the handle goes
 * on.
 *
 * <p>One connection, one lock around it: appends, forces and reads take turns.
 */
public final class SqlEntryStore implements EntryStore {
  private static final int SNAPSHOT_PART = 512 * 1024;

  private final SqlDatabase database;
  private final String place;
  private final boolean writable;
  private final @Nullable String obstacle;
  private final Runnable onClose;
  private final Notes notes = new Notes();
  private final Snapshot snapshot = new Snapshot();
  private final SqlCommandIndex index = new SqlCommandIndex(this);

  /** Number of entries, where nobody else can add any; else -1. */
  private long size = -1;

  private boolean closed;

  private SqlEntryStore(
      SqlDatabase database,
      String place,
      boolean writable,
      @Nullable String obstacle,
      Runnable onClose) {
    this.database = database;
    this.place = place;
    this.writable = writable;
    this.obstacle = obstacle;
    this.onClose = onClose;
  }

  /**
   * Makes the tables of a new log in an empty database and opens it for writing. The caller holds
   * the right to write there.
   *
   * @param onClose runs when the connection is closed, to give that right back
   */
  public static SqlEntryStore create(SqlDatabase database, String place, Runnable onClose) {
    database.query("PRAGMA journal_mode = WAL", row -> false);
    database.execute("BEGIN IMMEDIATE");
    try {
      SqlSchema.create(database);
      database.execute("COMMIT");
    } catch (RuntimeException e) {
      rollBack(database, e);
      throw e;
    }
    return writing(database, place, onClose);
  }

  private static SqlEntryStore writing(SqlDatabase database, String place, Runnable onClose) {
    database.execute("PRAGMA synchronous = NORMAL");
    // What is taken away, a snapshot alone, is overwritten.
    database.query("PRAGMA secure_delete = ON", row -> false);
    SqlEntryStore store = new SqlEntryStore(database, place, true, null, onClose);
    store.size = store.count();
    return store;
  }

  /**
   * Opens a log for writing; one that is damaged is opened for reading, and {@link #obstacle} says
   * why. The caller holds the right to write there.
   *
   * @throws dev.varve.engine.store.NoSuchLogException when there is none
   */
  public static SqlEntryStore open(SqlDatabase database, String place, Runnable onClose) {
    SqlSchema.require(database, place);
    String obstacle;
    try {
      obstacle = gap(database, place);
      if (obstacle == null) {
        return writing(database, place, onClose);
      }
    } catch (SqlFailedException e) {
      if (e.reason() != SqlFailedException.Reason.CORRUPT) {
        throw e;
      }
      obstacle = place + " is damaged: " + e.getMessage();
    }
    return new SqlEntryStore(database, place, false, obstacle, onClose);
  }

  /**
   * Opens a log for reading.
   *
   * @throws dev.varve.engine.store.NoSuchLogException when there is none
   */
  public static SqlEntryStore openReadOnly(SqlDatabase database, String place, Runnable onClose) {
    SqlSchema.require(database, place);
    return new SqlEntryStore(database, place, false, null, onClose);
  }

  private static @Nullable String gap(SqlDatabase database, String place) {
    long count = SqlSchema.value(database, "SELECT count(*) FROM entry");
    long next = SqlSchema.value(database, "SELECT coalesce(max(sequence), -1) + 1 FROM entry");
    return count == next
        ? null
        : place + ": " + count + " entries, the last one has sequence " + (next - 1);
  }

  private static void rollBack(SqlDatabase database, RuntimeException cause) {
    try {
      database.execute("ROLLBACK");
    } catch (RuntimeException e) {
      // SQLite has rolled back itself after some failures.
      cause.addSuppressed(e);
    }
  }

  @Override
  public synchronized long size() {
    requireOpen();
    return size >= 0 ? size : count();
  }

  /** Entries that can be read, from the first on. */
  private long count() {
    if (obstacle == null) {
      return SqlSchema.value(database, "SELECT coalesce(max(sequence), -1) + 1 FROM entry");
    }
    long[] next = {0};
    try {
      database.query(
          "SELECT sequence FROM entry ORDER BY sequence",
          row -> {
            if (row.integer(0) != next[0]) {
              return false;
            }
            next[0]++;
            return true;
          });
    } catch (SqlFailedException e) {
      // Up to there.
    }
    return next[0];
  }

  @Override
  public synchronized void append(List<byte[]> records) {
    requireWritable();
    for (byte[] record : records) {
      if (record.length < EntryHeader.SIZE
          || record.length > EntryHeader.SIZE + EntryHeader.MAX_PAYLOAD) {
        throw new StoreException(
            "a record has "
                + EntryHeader.SIZE
                + " to "
                + (EntryHeader.SIZE + EntryHeader.MAX_PAYLOAD)
                + " bytes, found "
                + record.length);
      }
    }
    inTransaction(
        "append entry " + size,
        () -> {
          for (byte[] record : records) {
            EntryHeader header = EntryHeader.of(record);
            database.execute(
                "INSERT INTO entry(epoch, sequence, header, payload) VALUES(?, ?, ?, ?)",
                (long) header.epoch(),
                header.sequence(),
                header.toBytes(),
                Arrays.copyOfRange(record, EntryHeader.SIZE, record.length));
          }
        });
    size += records.size();
  }

  private void inTransaction(String what, Runnable work) {
    boolean begun = false;
    try {
      database.execute("BEGIN IMMEDIATE");
      begun = true;
      work.run();
      database.execute("COMMIT");
    } catch (SqlFailedException e) {
      if (begun) {
        rollBack(database, e);
      }
      String message = "cannot " + what + " in " + place + ": " + e.getMessage();
      throw switch (e.reason()) {
        case FULL -> new DiskFullException(message, e);
        case BUSY -> new LogLockedException(message);
        default -> new StoreException(message, e);
      };
    }
  }

  @Override
  public synchronized void force() {
    requireWritable();
    try {
      database.execute("PRAGMA synchronous = FULL");
      inTransaction(
          "force what was appended",
          () -> database.execute("UPDATE forced SET times = times + 1 WHERE id = 0"));
    } finally {
      database.execute("PRAGMA synchronous = NORMAL");
    }
  }

  @Override
  public EntryCursor cursor(long from) {
    long count = size();
    if (from < 0 || from > count) {
      throw new StoreException(describe() + ": no record " + from + ", there are " + count);
    }
    return new Cursor(from);
  }

  /** Reads some rows at a time, so that neither the lock nor a statement is held meanwhile. */
  private final class Cursor implements EntryCursor {
    private static final int ROWS = 64;
    private static final int BYTES = 1 << 20;

    private final Queue<byte[]> ahead = new ArrayDeque<>();
    private long next;
    private boolean cursorClosed;

    Cursor(long from) {
      next = from;
    }

    @Override
    public byte @Nullable [] next() {
      synchronized (SqlEntryStore.this) {
        requireOpen();
        if (cursorClosed) {
          throw new StoreException("the cursor is closed");
        }
        if (ahead.isEmpty()) {
          read();
        }
        if (ahead.isEmpty() && next < size()) {
          // Another connection may just have added it.
          read();
          if (ahead.isEmpty()) {
            throw new StoreException(place + ": record " + next + " is missing");
          }
        }
      }
      return ahead.poll();
    }

    private void read() {
      int[] bytes = {0};
      try {
        database.query(
            "SELECT sequence, header, payload FROM entry WHERE sequence >= ?"
                + " ORDER BY sequence LIMIT "
                + ROWS,
            row -> {
              if (row.integer(0) != next) {
                return false;
              }
              byte[] record = join(row.blob(1), row.blob(2));
              ahead.add(record);
              next++;
              bytes[0] += record.length;
              return bytes[0] < BYTES;
            },
            next);
      } catch (SqlFailedException e) {
        if (ahead.isEmpty()) {
          throw new StoreException(
              place + ": record " + next + " cannot be read: " + e.getMessage(), e);
        }
      }
    }

    @Override
    public void close() {
      cursorClosed = true;
    }
  }

  private static byte[] join(byte[] header, byte[] payload) {
    byte[] record = Arrays.copyOf(header, header.length + payload.length);
    System.arraycopy(payload, 0, record, header.length, payload.length);
    return record;
  }

  @Override
  public void carve(Consumer<byte[]> found) {
    List<Long> rows = new ArrayList<>();
    try {
      query("SELECT rowid FROM entry", row -> rows.add(row.integer(0)));
    } catch (SqlFailedException e) {
      // Those up to there.
    }
    for (long row : rows) {
      List<byte[]> records = new ArrayList<>();
      try {
        query(
            "SELECT header, payload FROM entry WHERE rowid = ?",
            each -> records.add(join(each.blob(0), each.blob(1))),
            row);
      } catch (SqlFailedException e) {
        // This one is lost.
      }
      records.stream().filter(EntryHash::isWhole).forEach(found);
    }
  }

  synchronized void query(String sql, SqlDatabase.RowReader reader, Object... arguments) {
    requireOpen();
    database.query(sql, reader, arguments);
  }

  synchronized void reindex() {
    requireWritable();
    database.execute("REINDEX entry_command");
  }

  @Override
  public CheckpointNotes notes() {
    return notes;
  }

  @Override
  public SnapshotSlot snapshots() {
    return snapshot;
  }

  @Override
  public CommandIndex commandIndex() {
    return index;
  }

  private final class Notes implements CheckpointNotes {
    @Override
    public List<ByteString> all() {
      List<ByteString> all = new ArrayList<>();
      query("SELECT note FROM note ORDER BY number", row -> all.add(ByteString.of(row.blob(0))));
      return all;
    }

    @Override
    public void add(ByteString note) {
      if (note.length() < 1 || note.length() > MAX_NOTE) {
        throw new StoreException("a note has 1 to " + MAX_NOTE + " bytes, found " + note.length());
      }
      synchronized (SqlEntryStore.this) {
        requireWritable();
        inTransaction(
            "keep a note",
            () -> database.execute("INSERT INTO note(note) VALUES(?)", note.toBytes()));
        force();
      }
    }
  }

  private final class Snapshot implements SnapshotSlot {
    @Override
    public byte @Nullable [] read() {
      List<byte[]> parts = new ArrayList<>();
      try {
        query("SELECT bytes FROM snapshot ORDER BY part", row -> parts.add(row.blob(0)));
      } catch (SqlFailedException e) {
        return null;
      }
      return parts.isEmpty() ? null : parts.stream().reduce(new byte[0], SqlEntryStore::join);
    }

    @Override
    public void replace(byte[] bytes) {
      synchronized (SqlEntryStore.this) {
        requireWritable();
        inTransaction(
            "keep a snapshot",
            () -> {
              database.execute("DELETE FROM snapshot");
              for (int part = 0; part * SNAPSHOT_PART < bytes.length; part++) {
                int from = part * SNAPSHOT_PART;
                int to = Math.min(bytes.length, from + SNAPSHOT_PART);
                database.execute(
                    "INSERT INTO snapshot(part, bytes) VALUES(?, ?)",
                    (long) part,
                    Arrays.copyOfRange(bytes, from, to));
              }
            });
      }
    }

    @Override
    public void clear() {
      synchronized (SqlEntryStore.this) {
        requireWritable();
        inTransaction("drop a snapshot", () -> database.execute("DELETE FROM snapshot"));
        // Its pages are zeros now; the write-ahead log, which has them too, is emptied.
        database.query("PRAGMA wal_checkpoint(TRUNCATE)", row -> false);
      }
    }
  }

  private void requireWritable() {
    requireOpen();
    if (!writable) {
      throw new StoreException(
          describe() + " is open for reading only" + (obstacle == null ? "" : ": " + obstacle));
    }
  }

  private void requireOpen() {
    if (closed) {
      throw new StoreException(describe() + " is closed");
    }
  }

  @Override
  public boolean isWritable() {
    return writable;
  }

  @Override
  public @Nullable String obstacle() {
    return obstacle;
  }

  @Override
  public String describe() {
    return "SQLite store " + place;
  }

  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    try {
      database.close();
    } finally {
      onClose.run();
    }
  }
}
