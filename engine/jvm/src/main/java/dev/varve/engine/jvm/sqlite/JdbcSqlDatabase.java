package dev.varve.engine.jvm.sqlite;

import dev.varve.engine.jvm.disk.DiskSync;
import dev.varve.engine.store.sql.SqlDatabase;
import dev.varve.engine.store.sql.SqlException;
import dev.varve.engine.store.sql.SqlRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteException;

/**
 * A connection of sqlite-jdbc. Statements are prepared once; nothing of their arguments gets into a
 * message. Thread-safe.
 */
public final class JdbcSqlDatabase implements SqlDatabase {
  /** How long a lock of another connection is waited for. */
  private static final int BUSY_MILLIS = 1500;

  /** Low byte of SQLite's result codes. */
  private static final int BUSY = 5;

  private static final int LOCKED = 6;
  private static final int CORRUPT = 11;
  private static final int FULL = 13;
  private static final int CONSTRAINT = 19;
  private static final int NOT_A_DATABASE = 26;

  /** {@code SQLITE_IOERR_SHMSIZE}: no space for the index of the write-ahead log. */
  private static final int NO_SHARED_MEMORY = 4874;

  private final Path file;
  private final Connection connection;
  private final Runnable afterClose;
  private final Map<String, PreparedStatement> prepared = new HashMap<>();
  private boolean closed;

  private JdbcSqlDatabase(Path file, Connection connection, Runnable afterClose) {
    this.file = file;
    this.connection = connection;
    this.afterClose = afterClose;
  }

  /** A connection that reads and writes; makes the file where there is none. */
  public static JdbcSqlDatabase readWrite(Path file) {
    return readWrite(file, () -> {});
  }

  /** The same, with what is to be done when the connection is closed. */
  static JdbcSqlDatabase readWrite(Path file, Runnable afterClose) {
    return open(file, file, new SQLiteConfig(), afterClose);
  }

  /**
   * A connection that only reads, though beside the file it may make what SQLite shares memory by.
   */
  public static JdbcSqlDatabase readOnly(Path file) {
    SQLiteConfig config = new SQLiteConfig();
    config.setReadOnly(true);
    return open(file, file, config, () -> {});
  }

  /**
   * A connection that only reads, and makes nothing beside the file: nobody else writes it, and all
   * of it is in the file itself.
   */
  static JdbcSqlDatabase unchanging(Path file) {
    SQLiteConfig config = new SQLiteConfig();
    config.setReadOnly(true);
    return open(file, "?immutable=1", file, config, () -> {});
  }

  /** A connection to a copy that nobody else has open; messages name the original. */
  static JdbcSqlDatabase alone(Path copy, Path original) {
    SQLiteConfig config = new SQLiteConfig();
    config.setLockingMode(SQLiteConfig.LockingMode.EXCLUSIVE);
    return open(copy, original, config, () -> {});
  }

  private static JdbcSqlDatabase open(
      Path file, Path named, SQLiteConfig config, Runnable afterClose) {
    return open(file, "", named, config, afterClose);
  }

  private static JdbcSqlDatabase open(
      Path file, String parameters, Path named, SQLiteConfig config, Runnable afterClose) {
    config.setBusyTimeout(BUSY_MILLIS);
    try {
      // As a URI, since a plain path is not taken literally: a question mark ends it.
      String place = file.toAbsolutePath().toUri().getRawPath();
      Connection connection = config.createConnection("jdbc:sqlite:file:" + place + parameters);
      return new JdbcSqlDatabase(named, connection, afterClose);
    } catch (SQLException e) {
      throw failure(named, e);
    }
  }

  @Override
  public synchronized void execute(String sql, @Nullable Object... arguments) {
    try {
      bound(sql, arguments).execute();
    } catch (SQLException e) {
      forgetAll();
      throw failure(file, e);
    } finally {
      forgetPragma(sql);
    }
  }

  /** After a failure the driver holds its statements for closed. */
  private void forgetAll() {
    prepared.values().forEach(JdbcSqlDatabase::closeQuietly);
    prepared.clear();
  }

  /** SQLite carries most of them out when it prepares them, so that each is prepared anew. */
  private void forgetPragma(String sql) {
    PreparedStatement pragma = sql.startsWith("PRAGMA") ? prepared.remove(sql) : null;
    if (pragma != null) {
      closeQuietly(pragma);
    }
  }

  private static void closeQuietly(PreparedStatement statement) {
    try {
      statement.close();
    } catch (SQLException e) {
      // It is thrown away either way.
    }
  }

  @Override
  public synchronized void query(String sql, RowReader rows, @Nullable Object... arguments) {
    try (ResultSet answer = bound(sql, arguments).executeQuery()) {
      SqlRow row = new Row(answer);
      boolean wanted = true;
      while (wanted && answer.next()) {
        wanted = rows.read(row);
      }
    } catch (SQLException e) {
      forgetAll();
      throw failure(file, e);
    } finally {
      forgetPragma(sql);
    }
  }

  private PreparedStatement bound(String sql, @Nullable Object... arguments) throws SQLException {
    if (closed) {
      throw new SqlException(SqlException.Reason.OTHER, file + " is closed", null);
    }
    PreparedStatement statement = prepared.get(sql);
    if (statement == null) {
      statement = connection.prepareStatement(sql);
      prepared.put(sql, statement);
    }
    for (int i = 0; i < arguments.length; i++) {
      Object argument = arguments[i];
      if (argument instanceof Long number) {
        statement.setLong(i + 1, number);
      } else if (argument instanceof byte[] bytes) {
        statement.setBytes(i + 1, bytes);
      } else if (argument instanceof String text) {
        statement.setString(i + 1, text);
      } else if (argument == null) {
        statement.setNull(i + 1, java.sql.Types.NULL);
      } else {
        throw new IllegalArgumentException("no SQL argument: " + argument.getClass());
      }
    }
    return statement;
  }

  private final class Row implements SqlRow {
    private final ResultSet answer;

    Row(ResultSet answer) {
      this.answer = answer;
    }

    @Override
    public long number(int column) {
      try {
        return answer.getLong(column + 1);
      } catch (SQLException e) {
        throw failure(file, e);
      }
    }

    @Override
    public byte @Nullable [] bytes(int column) {
      try {
        return answer.getBytes(column + 1);
      } catch (SQLException e) {
        throw failure(file, e);
      }
    }

    @Override
    public @Nullable String text(int column) {
      try {
        return answer.getString(column + 1);
      } catch (SQLException e) {
        throw failure(file, e);
      }
    }
  }

  @Override
  public void beginImmediate() {
    execute("BEGIN IMMEDIATE");
  }

  @Override
  public void commit() {
    execute("COMMIT");
  }

  @Override
  public synchronized void rollback() {
    try {
      bound("ROLLBACK").execute();
    } catch (SQLException e) {
      forgetAll();
      // Several failures roll back by themselves, and then there is nothing left to roll back. If
      // there is, the next BEGIN fails and says so.
    }
  }

  private static SqlException failure(Path file, SQLException e) {
    int code = e instanceof SQLiteException sqlite ? sqlite.getResultCode().code : e.getErrorCode();
    SqlException.Reason reason =
        switch (code & 0xff) {
          case BUSY, LOCKED -> SqlException.Reason.BUSY;
          case FULL -> SqlException.Reason.FULL;
          case CORRUPT, NOT_A_DATABASE -> SqlException.Reason.DAMAGED;
          case CONSTRAINT -> SqlException.Reason.REFUSED;
          default ->
              code == NO_SHARED_MEMORY ? SqlException.Reason.FULL : SqlException.Reason.OTHER;
        };
    return new SqlException(reason, file + ": " + e.getMessage(), e);
  }

  @Override
  public boolean syncWriteAheadLog() {
    DatabaseFiles files = new DatabaseFiles(file);
    Path log = files.writeAheadLog();
    try {
      if (Files.exists(log)) {
        DiskSync.file(log);
        DiskSync.folder(files.folder());
      }
      return true;
    } catch (IOException e) {
      throw new SqlException(SqlException.Reason.OTHER, log + " cannot be synced: " + e, e);
    }
  }

  @Override
  public String describe() {
    return file.toString();
  }

  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    try {
      connection.close();
    } catch (SQLException e) {
      throw failure(file, e);
    } finally {
      afterClose.run();
    }
  }
}
