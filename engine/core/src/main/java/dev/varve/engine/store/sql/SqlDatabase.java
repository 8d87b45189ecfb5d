package dev.varve.engine.store.sql;

import java.io.Closeable;
import org.jspecify.annotations.Nullable;

/**
 * One connection to a SQLite database: what the store asks of a driver.
 *
 * <p>Arguments are {@code Long}, {@code byte[]}, {@code String} or null, bound in order. All
 * methods throw {@link SqlException}, the closed connection's too. Thread-safe; a transaction is
 * the caller's to keep to one thread.
 */
public interface SqlDatabase extends Closeable {
  /** Receives the rows of a query. Must not use the connection. */
  interface RowReader {
    /** Takes a row, which is valid until this returns; false when no more are wanted. */
    boolean read(SqlRow row);
  }

  /** Runs a statement that yields no rows. */
  void execute(String sql, @Nullable Object... arguments);

  /** Runs a statement that yields rows, a {@code PRAGMA} included. */
  void query(String sql, RowReader rows, @Nullable Object... arguments);

  /** {@code BEGIN IMMEDIATE}: the right to write, now or within two seconds or not at all. */
  void beginImmediate();

  /** {@code COMMIT}. */
  void commit();

  /** {@code ROLLBACK}, or nothing where no transaction is open. */
  void rollback();

  /**
   * What shows that there were commits which SQLite passes over without a word, or null where that
   * cannot be told.
   */
  default @Nullable String lost() {
    return null;
  }

  /**
   * Brings the file of the write-ahead log to the disk as it is, past SQLite; for a disk that has
   * no space for the smallest commit. False where that cannot be done.
   */
  default boolean syncWriteAheadLog() {
    return false;
  }

  /** The place of the database, for messages. */
  String describe();

  @Override
  void close();
}
