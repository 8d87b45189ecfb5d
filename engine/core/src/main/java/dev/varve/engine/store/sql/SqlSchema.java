package dev.varve.engine.store.sql;

import dev.varve.engine.store.NoSuchLogException;
import dev.varve.engine.store.StoreException;
import java.util.List;

/**
 * The tables of a log in SQLite. What others may rely on is {@code entry}; the rest is the store's.
 *
 * <p>The database itself keeps entries as they are: no row is changed or taken away, and one is
 * added only behind the last, with the next sequence, in its epoch or the next, and with its hash
 * as the one before. SQLite has no SHA-256: whether hashes are right, verification says.
 */
final class SqlSchema {
  /** {@code VRV1}, as the application id in the file's header. */
  private static final long APPLICATION = 0x56525631;

  private static final long VERSION = 1;

  private static final List<String> STATEMENTS =
      List.of(
          "CREATE TABLE entry("
              + " epoch INTEGER NOT NULL,"
              + " sequence INTEGER NOT NULL,"
              + " header BLOB NOT NULL CHECK(length(header) = 280),"
              + " payload BLOB NOT NULL,"
              + " PRIMARY KEY(epoch, sequence))",
          "CREATE UNIQUE INDEX entry_sequence ON entry(sequence)",
          // The first entry of each command by its id: no table of its own that could disagree.
          "CREATE INDEX entry_command ON entry(substr(header, 57, 16))"
              + " WHERE substr(header, 53, 2) = X'0000'",
          "CREATE TRIGGER entry_follows BEFORE INSERT ON entry BEGIN"
              + " SELECT RAISE(ABORT, 'the sequence is not the next one')"
              + "  WHERE NEW.sequence <> (SELECT coalesce(max(sequence), -1) + 1 FROM entry);"
              + " SELECT RAISE(ABORT, 'the entry does not follow the last one')"
              + "  WHERE NEW.sequence > 0 AND substr(NEW.header, 217, 32) <>"
              + "   (SELECT substr(header, 249, 32) FROM entry WHERE sequence = NEW.sequence - 1);"
              + " SELECT RAISE(ABORT, 'the epoch is neither the last one nor the next')"
              + "  WHERE NEW.sequence > 0 AND NEW.epoch -"
              + "   (SELECT epoch FROM entry WHERE sequence = NEW.sequence - 1) NOT IN (0, 1);"
              + " END",
          "CREATE TRIGGER entry_stays BEFORE UPDATE ON entry BEGIN"
              + " SELECT RAISE(ABORT, 'no entry is changed'); END",
          "CREATE TRIGGER entry_is_kept BEFORE DELETE ON entry BEGIN"
              + " SELECT RAISE(ABORT, 'no entry is taken away'); END",
          "CREATE TABLE note(number INTEGER PRIMARY KEY, note BLOB NOT NULL)",
          "CREATE TRIGGER note_stays BEFORE UPDATE ON note BEGIN"
              + " SELECT RAISE(ABORT, 'no note is changed'); END",
          "CREATE TRIGGER note_is_kept BEFORE DELETE ON note BEGIN"
              + " SELECT RAISE(ABORT, 'no note is taken away'); END",
          "CREATE TABLE snapshot(part INTEGER PRIMARY KEY, bytes BLOB NOT NULL)",
          "CREATE TABLE forced(id INTEGER PRIMARY KEY CHECK(id = 0), times INTEGER NOT NULL)",
          "INSERT INTO forced(id, times) VALUES(0, 0)",
          "PRAGMA application_id = " + APPLICATION,
          "PRAGMA user_version = " + VERSION);

  private SqlSchema() {}

  /** Makes the tables in an empty database. */
  static void create(SqlDatabase database) {
    STATEMENTS.forEach(database::execute);
  }

  /**
   * Throws unless the database holds a log that this version reads.
   *
   * @throws NoSuchLogException when it is another program's
   * @throws StoreException when it is of a newer version
   */
  static void require(SqlDatabase database, String place) {
    long application = value(database, "PRAGMA application_id");
    if (application != APPLICATION) {
      throw new NoSuchLogException("no log at " + place + ": it is another program's database");
    }
    long version = value(database, "PRAGMA user_version");
    if (version != VERSION) {
      throw new StoreException(
          place + ": schema version " + version + ", this version reads " + VERSION);
    }
  }

  /** The one integer that a query yields; 0 when there is none. */
  static long value(SqlDatabase database, String sql, Object... arguments) {
    long[] value = {0};
    database.query(
        sql,
        row -> {
          value[0] = row.integer(0);
          return false;
        },
        arguments);
    return value[0];
  }
}
