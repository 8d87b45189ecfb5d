package dev.varve.engine.store.sql;

import dev.varve.engine.store.NoSuchLogException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The tables of a log, their guards, and whether a database has them.
 *
 * <pre>
 *  entry     one row an entry; rowid = sequence + 1, so that a row is found by its sequence
 *  note      signed notes, numbered from 1
 *  snapshot  the parts of one snapshot, or none
 *  forced    one row, whose change is what a durable commit consists of
 * </pre>
 *
 * <p>{@code entry} is an ordinary table and not WITHOUT ROWID: a payload of half a megabyte in the
 * nodes of its index would leave them next to no fan-out, and a row that begins with the header
 * lets a check of the chain pass by the payload's overflow pages. Rows only come, at the end, each
 * linked to the one before: triggers see to it, so that a writer whose idea of the log is stale is
 * refused by the database itself.
 */
final class EntrySchema {
  /** {@code VRV1}. */
  static final long APPLICATION_ID = 0x56525631L;

  static final long VERSION = 1;

  /** Up to this size a database is looked through before it is written. */
  private static final long QUICK_CHECK_BYTES = 32L << 20;

  private static final Map<String, String> OBJECTS = objects();

  private EntrySchema() {}

  private static Map<String, String> objects() {
    Map<String, String> objects = new LinkedHashMap<>();
    objects.put(
        "entry",
        "CREATE TABLE entry(epoch INTEGER NOT NULL CHECK(epoch >= 0), sequence INTEGER NOT NULL,"
            + " header BLOB NOT NULL CHECK(typeof(header) = 'blob' AND length(header) = 280"
            + " AND hex(substr(header, 9, 8)) = printf('%016X', sequence)"
            + " AND hex(substr(header, 17, 4)) = printf('%08X', epoch)),"
            + " payload BLOB NOT NULL CHECK(typeof(payload) = 'blob'"
            + " AND length(payload) <= 524288),"
            + " PRIMARY KEY (epoch, sequence))");
    objects.put(
        "entry_command",
        "CREATE INDEX entry_command ON entry(substr(header, 57, 16))"
            + " WHERE substr(header, 53, 2) = X'0000'");
    objects.put(
        "entry_follows",
        "CREATE TRIGGER entry_follows BEFORE INSERT ON entry BEGIN"
            + " SELECT RAISE(ABORT, 'the sequence is not the next one')"
            + " WHERE NEW.sequence <> (SELECT coalesce(max(rowid), 0) FROM entry);"
            + " SELECT RAISE(ABORT, 'the entry does not follow the last one')"
            + " WHERE NEW.sequence > 0 AND NOT EXISTS (SELECT 1 FROM entry AS last"
            + " WHERE last.rowid = NEW.sequence AND NEW.epoch - last.epoch IN (0, 1)"
            + " AND substr(last.header, 249, 32) = substr(NEW.header, 217, 32));"
            + " SELECT RAISE(ABORT, 'the first entry follows another one')"
            + " WHERE NEW.sequence = 0"
            + " AND (NEW.epoch <> 0 OR substr(NEW.header, 217, 32) <> zeroblob(32)); END");
    objects.put(
        "entry_in_place",
        "CREATE TRIGGER entry_in_place AFTER INSERT ON entry BEGIN"
            + " SELECT RAISE(ABORT, 'the entry has another row id than sequence + 1')"
            + " WHERE NEW.rowid <> NEW.sequence + 1; END");
    objects.put("entry_stays", guard("entry_stays", "UPDATE ON entry", "no entry is changed"));
    objects.put(
        "entry_is_kept", guard("entry_is_kept", "DELETE ON entry", "no entry is taken away"));
    objects.put(
        "note",
        "CREATE TABLE note(number INTEGER PRIMARY KEY, note BLOB NOT NULL"
            + " CHECK(typeof(note) = 'blob' AND length(note) BETWEEN 1 AND 65536))");
    objects.put(
        "note_is_new",
        "CREATE TRIGGER note_is_new BEFORE INSERT ON note BEGIN"
            + " SELECT RAISE(ABORT, 'no note is changed')"
            + " WHERE EXISTS (SELECT 1 FROM note WHERE number = NEW.number); END");
    objects.put(
        "note_follows",
        "CREATE TRIGGER note_follows AFTER INSERT ON note BEGIN"
            + " SELECT RAISE(ABORT, 'the note is not the next one') WHERE NEW.number <>"
            + " (SELECT coalesce(max(number), 0) + 1 FROM note WHERE number <> NEW.number); END");
    objects.put("note_stays", guard("note_stays", "UPDATE ON note", "no note is changed"));
    objects.put("note_is_kept", guard("note_is_kept", "DELETE ON note", "no note is taken away"));
    objects.put("snapshot", "CREATE TABLE snapshot(part INTEGER PRIMARY KEY, bytes BLOB NOT NULL)");
    objects.put(
        "forced",
        "CREATE TABLE forced(id INTEGER PRIMARY KEY CHECK(id = 0), times INTEGER NOT NULL)");
    return objects;
  }

  private static String guard(String name, String operation, String reason) {
    return "CREATE TRIGGER "
        + name
        + " BEFORE "
        + operation
        + " BEGIN SELECT RAISE(ABORT, '"
        + reason
        + "'); END";
  }

  /** Makes the tables in an empty database, in one durable transaction. */
  static void create(SqlDatabase database) {
    if (one(database, "SELECT count(*) FROM sqlite_master") != 0) {
      throw new SqlException(
          SqlException.Reason.REFUSED, database.describe() + " is not empty", null);
    }
    text(database, "PRAGMA journal_mode=WAL");
    database.execute("PRAGMA synchronous=FULL");
    database.beginImmediate();
    boolean made = false;
    try {
      OBJECTS.values().forEach(database::execute);
      database.execute("INSERT INTO forced(id, times) VALUES (0, 0)");
      // Pragmas take no arguments; both numbers are constants.
      database.execute("PRAGMA application_id=" + APPLICATION_ID);
      database.execute("PRAGMA user_version=" + VERSION);
      database.commit();
      made = true;
    } finally {
      if (!made) {
        database.rollback();
      }
    }
  }

  /**
   * Whether this is a log that can be read.
   *
   * @throws NoSuchLogException when it is another program's database, or an empty one
   * @throws NewerDatabaseException when a later version wrote it
   * @throws DamagedDatabaseException when its tables cannot be found
   */
  static void requireReadable(SqlDatabase database) {
    try {
      long application = one(database, "PRAGMA application_id");
      long version = one(database, "PRAGMA user_version");
      boolean hasEntries =
          one(
                  database,
                  "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = 'entry'")
              == 1;
      if (application != APPLICATION_ID && !hasEntries) {
        throw new NoSuchLogException(
            database.describe() + ": no log, it is another program's database");
      }
      if (application == APPLICATION_ID && version > VERSION) {
        throw new NewerDatabaseException(
            database.describe()
                + ": written in version "
                + version
                + " of the tables, this program reads version "
                + VERSION);
      }
      if (!hasEntries) {
        throw new DamagedDatabaseException(
            database.describe() + ": the table of entries is not there", null);
      }
      one(database, "SELECT count(*) FROM (SELECT rowid, header, payload FROM entry LIMIT 0)");
    } catch (SqlException e) {
      if (e.reason() != SqlException.Reason.DAMAGED && e.reason() != SqlException.Reason.OTHER) {
        throw e;
      }
      throw new DamagedDatabaseException(
          database.describe() + ": no log can be read from it: " + e.getMessage(), e);
    }
  }

  /**
   * Why this log should not be written although it can be read, or null. Looks at both ends, and
   * through all of it where it is small; never at every row of a large one.
   */
  static @Nullable String obstacle(SqlDatabase database) {
    try {
      if (one(database, "PRAGMA application_id") != APPLICATION_ID
          || one(database, "PRAGMA user_version") != VERSION) {
        return database.describe() + ": application id and version are not those of a log";
      }
      String rows = rowsObstacle(database);
      return rows == null ? objectsObstacle(database) : rows;
    } catch (SqlException e) {
      if (e.reason() == SqlException.Reason.BUSY) {
        throw e;
      }
      return String.valueOf(e.getMessage());
    }
  }

  private static @Nullable String objectsObstacle(SqlDatabase database) {
    Map<String, String> found = new TreeMap<>();
    database.query(
        "SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL",
        row -> {
          found.put(String.valueOf(row.text(0)), String.valueOf(row.text(1)));
          return true;
        });
    for (Map.Entry<String, String> object : OBJECTS.entrySet()) {
      if (!object.getValue().equals(found.get(object.getKey()))) {
        return database.describe() + ": " + object.getKey() + " is not as it was made";
      }
    }
    return null;
  }

  private static @Nullable String rowsObstacle(SqlDatabase database) {
    long next = one(database, "SELECT max(rowid) FROM entry NOT INDEXED");
    // An index of small rows, whose pages know how many they hold: cheap also where it is long.
    long count = one(database, "SELECT count(*) FROM entry INDEXED BY sqlite_autoindex_entry_1");
    if (count != next) {
      return database.describe()
          + ": "
          + count
          + " entries, but the last one has sequence "
          + (next - 1);
    }
    one(database, "SELECT length(header) + length(payload) FROM entry WHERE rowid = " + next);
    long bytes = one(database, "PRAGMA page_count") * one(database, "PRAGMA page_size");
    if (bytes <= QUICK_CHECK_BYTES) {
      String verdict = text(database, "PRAGMA quick_check(1)");
      if (!"ok".equals(verdict)) {
        return database.describe() + ": " + verdict;
      }
    }
    return null;
  }

  /** The number in the first column of the first row, or 0. */
  static long one(SqlDatabase database, String sql) {
    long[] found = {0};
    database.query(
        sql,
        row -> {
          found[0] = row.number(0);
          return false;
        });
    return found[0];
  }

  /** The text in the first column of the first row, or null. */
  static @Nullable String text(SqlDatabase database, String sql) {
    StringBuilder found = new StringBuilder();
    database.query(
        sql,
        row -> {
          found.append(row.text(0));
          return false;
        });
    return found.length() == 0 ? null : found.toString();
  }
}
