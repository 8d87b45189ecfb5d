package dev.varve.engine.store.sql;

import java.io.Closeable;

/**
 * One connection to a SQLite database. Arguments are {@link Long}, {@link String} and byte arrays.
 *
 * <p>Not thread-safe: the store sees to that. Every method throws {@link SqlFailedException}.
 */
public interface SqlDatabase extends Closeable {
  /** Runs a statement that yields no rows; returns the number of rows that it changed. */
  int execute(String sql, Object... arguments);

  /** Runs a query, row by row, for as long as the reader wants more. */
  void query(String sql, RowReader reader, Object... arguments);

  /** Reads rows. */
  @FunctionalInterface
  interface RowReader {
    /** Reads one row; returns whether another is wanted. */
    boolean read(Row row);
  }

  /** The row that a query stands at; columns count from 0. */
  interface Row {
    /** An integer, 0 for NULL. */
    long integer(int column);

    /** A blob, empty for NULL. */
    byte[] blob(int column);
  }

  @Override
  void close();
}
