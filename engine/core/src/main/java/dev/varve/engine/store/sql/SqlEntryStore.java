package dev.varve.engine.store.sql;

import dev.varve.engine.entry.EntryHash;
import dev.varve.engine.entry.EntryHeader;
import dev.varve.engine.store.CheckpointNotes;
import dev.varve.engine.store.CommandIndex;
import dev.varve.engine.store.Durability;
import dev.varve.engine.store.EntryCursor;
import dev.varve.engine.store.EntryStore;
import dev.varve.engine.store.SnapshotSlot;
import dev.varve.engine.store.StoreException;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A log in a SQLite database: one connection that writes, another one that reads beside it.
 *
 * <p>An append is one transaction in the write-ahead log: it survives the process at once, and the
 * loss of power after {@link #force}, which is a tiny transaction of its own whose sync covers all
 * before it. A command is there as a whole or not at all. An append that fails for want of space is
 * rolled back, and the next one may succeed.
 *
 * <p>A record's index is its entry's sequence, in every epoch. The database refuses a row that is
 * not the next one, does not link to the last one, or changes or removes one; reading does not rely
 * on that.
 *
 * <p>Threads: as {@link EntryStore} says; {@code append}, {@code force}, notes, snapshot and {@code
 * close} may come from different threads and wait for each other.
 */
public final class SqlEntryStore implements EntryStore {
  private static final String INSERT =
      "INSERT INTO entry(rowid, epoch, sequence, header, payload) VALUES (?, ?, ?, ?, ?)";

  private final String name;
  private final SqlDatabase readFrom;
  private final @Nullable SqlWriter writeTo;
  private final @Nullable String obstacle;
  private final SqlNotes notes = new SqlNotes(this);
  private final SqlSnapshotSlot snapshots = new SqlSnapshotSlot(this);
  private final SqlCommandIndex index = new SqlCommandIndex(this);
  private volatile long size;
  private volatile boolean closed;

  private SqlEntryStore(
      String name, SqlDatabase readFrom, @Nullable SqlWriter writeTo, @Nullable String obstacle) {
    this.name = name;
    this.readFrom = readFrom;
    this.writeTo = writeTo;
    this.obstacle = obstacle;
    if (writeTo != null) {
      this.size = counted(readFrom);
    } else if (obstacle != null) {
      this.size = readable(readFrom);
    }
  }

  /**
   * Makes the tables of a log in an empty database. Its connection can be closed then, or be the
   * writer of {@link #writable}.
   *
   * @throws StoreException when there is anything in it already
   */
  public static void create(SqlDatabase database) {
    EntrySchema.create(database);
  }

  /**
   * Whether a database holds a log that can be read.
   *
   * @throws dev.varve.engine.store.NoSuchLogException when it holds none
   * @throws NewerDatabaseException when a later version wrote it
   * @throws DamagedDatabaseException when its tables cannot be found
   */
  public static void requireReadable(SqlDatabase database) {
    EntrySchema.requireReadable(database);
  }

  /**
   * Why a log that can be read should not be written, or null: other tables or triggers than were
   * made, rows missing at an end, and, where the database is small, anything that SQLite's own
   * check finds. Changes nothing.
   */
  public static @Nullable String obstacleTo(SqlDatabase database) {
    return EntrySchema.obstacle(database);
  }

  /**
   * A store that appends. It closes both connections.
   *
   * @param writer the only connection that writes; whoever opened it sees to that
   * @param reader another connection to the same database
   */
  public static SqlEntryStore writable(SqlDatabase writer, SqlDatabase reader) {
    return new SqlEntryStore(writer.describe(), reader, new SqlWriter(writer), null);
  }

  /**
   * A store that only reads. It closes the connection.
   *
   * @param obstacle why it only reads although it was to append, or null
   */
  public static SqlEntryStore readable(SqlDatabase reader, @Nullable String obstacle) {
    return new SqlEntryStore(reader.describe(), reader, null, obstacle);
  }

  /** The reading connection of an open store. */
  SqlDatabase reader() {
    if (closed) {
      throw new StoreException(describe() + " is closed");
    }
    return readFrom;
  }

  /** The writing connection of an open store that may write. */
  SqlWriter writer() {
    if (closed) {
      throw new StoreException(describe() + " is closed");
    }
    if (writeTo == null) {
      throw new StoreException(
          describe() + " is open for reading only" + (obstacle == null ? "" : ": " + obstacle));
    }
    return writeTo;
  }

  @Override
  public long size() {
    SqlDatabase reader = reader();
    return writeTo == null && obstacle == null ? counted(reader) : size;
  }

  /** The last row there is, by table or index; where both fail, the last one on the way there. */
  private static long counted(SqlDatabase database) {
    try {
      return EntrySchema.one(database, "SELECT max(rowid) FROM entry NOT INDEXED");
    } catch (SqlException e) {
      if (e.reason() != SqlException.Reason.DAMAGED) {
        throw e;
      }
    }
    try {
      return EntrySchema.one(
          database, "SELECT max(rowid) FROM entry INDEXED BY sqlite_autoindex_entry_1");
    } catch (SqlException e) {
      return readable(database);
    }
  }

  /** Entries that can be read, from the first on. */
  private static long readable(SqlDatabase database) {
    long[] last = {0};
    try {
      database.query(
          "SELECT rowid FROM entry NOT INDEXED ORDER BY rowid",
          row -> {
            if (row.number(0) != last[0] + 1) {
              return false;
            }
            last[0]++;
            return true;
          });
    } catch (SqlException e) {
      if (e.reason() != SqlException.Reason.DAMAGED) {
        throw e;
      }
    }
    return last[0];
  }

  @Override
  public void append(List<byte[]> records) {
    SqlWriter writer = writer();
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
    long first = size;
    writer.transaction(
        Durability.PROCESS,
        () -> {
          long sequence = first;
          for (byte[] record : records) {
            writer.execute(
                INSERT,
                sequence + 1,
                (long) EntryHeader.of(record).epoch(),
                sequence,
                SqlCursor.header(record),
                SqlCursor.payload(record));
            sequence++;
          }
        });
    size = first + records.size();
  }

  @Override
  public void force() {
    writer().force();
  }

  @Override
  public EntryCursor cursor(long from) {
    reader();
    // A log whose end is damaged is read from its beginning all the same.
    long there = from == 0 ? 0 : size();
    if (from < 0 || from > there) {
      throw new StoreException(describe() + ": no record " + from + ", there are " + there);
    }
    return new SqlCursor(this, from);
  }

  @Override
  public boolean isWritable() {
    return writeTo != null;
  }

  @Override
  public @Nullable String obstacle() {
    return obstacle;
  }

  /** Row by row, each looked up by itself, so that damage in one hides no other. */
  @Override
  public void carve(Consumer<byte[]> found) {
    SqlDatabase reader = reader();
    long rows = mostRows(reader);
    for (long row = 1; row <= rows; row++) {
      byte[] record = row(reader, row);
      if (record != null && EntryHash.isWhole(record)) {
        found.accept(record);
      }
    }
  }

  private static byte @Nullable [] row(SqlDatabase reader, long row) {
    byte[][] record = new byte[1][];
    try {
      reader.query(
          "SELECT header, payload FROM entry NOT INDEXED WHERE rowid = ?",
          found -> {
            record[0] = SqlCursor.record(found.bytes(0), found.bytes(1));
            return false;
          },
          row);
    } catch (StoreException e) {
      return null;
    }
    return record[0];
  }

  /** No more rows than this fit into the database, whatever it says about itself. */
  private static long mostRows(SqlDatabase reader) {
    try {
      long bytes =
          EntrySchema.one(reader, "PRAGMA page_count")
              * EntrySchema.one(reader, "PRAGMA page_size");
      return bytes / EntryHeader.SIZE;
    } catch (SqlException e) {
      return 0;
    }
  }

  @Override
  public CheckpointNotes notes() {
    return notes;
  }

  @Override
  public SnapshotSlot snapshots() {
    return snapshots;
  }

  @Override
  public CommandIndex commandIndex() {
    return index;
  }

  @Override
  public String describe() {
    return "SQLite store " + name;
  }

  /** Closes both connections; the write-ahead log goes into the database. */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    try {
      readFrom.close();
    } finally {
      if (writeTo != null) {
        writeTo.close();
      }
    }
  }
}
