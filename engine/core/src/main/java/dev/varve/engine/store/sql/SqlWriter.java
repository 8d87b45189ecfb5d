package dev.varve.engine.store.sql;

import dev.varve.engine.store.DiskFullException;
import dev.varve.engine.store.Durability;
import dev.varve.engine.store.LogLockedException;
import dev.varve.engine.store.StoreException;

/**
 * The one connection that writes. Transactions come one after the other; a durable one holds the
 * others up while the disk works, which they would wait for anyway: the log has one write-ahead
 * log. A transaction that fails is rolled back, and the next one may succeed. Thread-safe.
 */
final class SqlWriter {
  private final SqlDatabase database;

  /** Whether something was committed since the last durable commit. */
  private boolean unforced = true;

  SqlWriter(SqlDatabase database) {
    this.database = database;
    EntrySchema.text(database, "PRAGMA journal_mode=WAL");
    // A large snapshot must not leave a large write-ahead log for good.
    EntrySchema.text(database, "PRAGMA journal_size_limit=8388608");
    EntrySchema.text(database, "PRAGMA secure_delete=ON");
    database.execute("PRAGMA synchronous=NORMAL");
  }

  /**
   * Runs statements as one transaction, all or none.
   *
   * @throws DiskFullException when there is no space
   * @throws LogLockedException when another connection is writing
   */
  synchronized void transaction(Durability durability, Runnable statements) {
    try {
      if (durability == Durability.PROCESS) {
        unforced = true;
        commit(statements);
      } else {
        durably(statements);
      }
    } catch (SqlException e) {
      throw explained(e);
    }
  }

  /** Returns when everything committed is on the disk: the sync of this commit covers it. */
  synchronized void force() {
    if (!unforced) {
      return;
    }
    try {
      transaction(Durability.POWER, () -> database.execute("UPDATE forced SET times = times + 1"));
    } catch (DiskFullException e) {
      // What was acknowledged took the last space; that it is synced must not fail for want of
      // more.
      if (!database.syncWriteAheadLog()) {
        throw new StoreException(
            database.describe() + ": what was appended may not be on the disk yet, it is full", e);
      }
      unforced = false;
    }
  }

  private void durably(Runnable statements) {
    database.execute("PRAGMA synchronous=FULL");
    try {
      commit(statements);
      unforced = false;
    } finally {
      database.execute("PRAGMA synchronous=NORMAL");
    }
  }

  private void commit(Runnable statements) {
    database.beginImmediate();
    boolean committed = false;
    try {
      statements.run();
      database.commit();
      committed = true;
    } finally {
      if (!committed) {
        database.rollback();
      }
    }
  }

  /** Runs a statement of a transaction. */
  void execute(String sql, Object... arguments) {
    database.execute(sql, arguments);
  }

  /**
   * Brings the write-ahead log into the database and empties it.
   *
   * @throws StoreException when a reader elsewhere stands in the way for too long
   */
  synchronized void emptyWriteAheadLog() {
    long busy;
    try {
      busy = EntrySchema.one(database, "PRAGMA wal_checkpoint(TRUNCATE)");
    } catch (SqlException e) {
      throw explained(e);
    }
    if (busy != 0) {
      throw new StoreException(
          database.describe() + ": the write-ahead log cannot be emptied while others read it");
    }
  }

  private StoreException explained(SqlException e) {
    return switch (e.reason()) {
      case FULL -> new DiskFullException(database.describe() + ": no space left on the disk", e);
      case BUSY ->
          new LogLockedException(
              database.describe() + " is being written through another connection");
      default -> e;
    };
  }

  synchronized void close() {
    database.close();
  }
}
