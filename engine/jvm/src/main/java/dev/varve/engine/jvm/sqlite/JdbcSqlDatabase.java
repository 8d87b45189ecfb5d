package dev.varve.engine.jvm.sqlite;

import dev.varve.engine.store.sql.SqlDatabase;
import dev.varve.engine.store.sql.SqlFailedException;
import dev.varve.engine.store.sql.SqlFailedException.Reason;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteOpenMode;

/** SQLite over JDBC. Statements are prepared once. Not thread-safe. */
final class JdbcSqlDatabase implements SqlDatabase {
  /** How long another connection's lock is waited for, in ms. */
  private static final int BUSY_TIMEOUT = 1_500;

  private final Connection connection;
  private final Map<String, PreparedStatement> statements = new HashMap<>();

  private JdbcSqlDatabase(Connection connection) {
    this.connection = connection;
  }

  /** Opens an existing file, or makes one. */
  static JdbcSqlDatabase open(Path file, boolean readOnly, boolean create) {
    SQLiteConfig config = new SQLiteConfig();
    config.setBusyTimeout(BUSY_TIMEOUT);
    config.setReadOnly(readOnly);
    if (!create) {
      config.resetOpenMode(SQLiteOpenMode.CREATE);
    }
    try {
      return new JdbcSqlDatabase(config.createConnection("jdbc:sqlite:" + file.toAbsolutePath()));
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  private static SqlFailedException failed(SQLException e) {
    // The extended codes carry the plain one in their lowest byte.
    SQLiteErrorCode code = SQLiteErrorCode.getErrorCode(e.getErrorCode() & 0xff);
    Reason reason =
        switch (code) {
          case SQLITE_BUSY, SQLITE_LOCKED -> Reason.BUSY;
          case SQLITE_FULL -> Reason.FULL;
          case SQLITE_CORRUPT, SQLITE_NOTADB -> Reason.CORRUPT;
          case SQLITE_CONSTRAINT -> Reason.REFUSED;
          default -> Reason.FAILED;
        };
    return new SqlFailedException(reason, String.valueOf(e.getMessage()), e);
  }

  private PreparedStatement prepared(String sql, Object... arguments) throws SQLException {
    PreparedStatement statement = statements.get(sql);
    if (statement == null) {
      statement = connection.prepareStatement(sql);
      statements.put(sql, statement);
    }
    for (int i = 0; i < arguments.length; i++) {
      Object argument = arguments[i];
      if (argument instanceof Long value) {
        statement.setLong(i + 1, value);
      } else if (argument instanceof byte[] bytes) {
        statement.setBytes(i + 1, bytes);
      } else {
        statement.setString(i + 1, String.valueOf(argument));
      }
    }
    return statement;
  }

  @Override
  public int execute(String sql, Object... arguments) {
    try {
      return prepared(sql, arguments).executeUpdate();
    } catch (SQLException e) {
      discard();
      throw failed(e);
    }
  }

  @Override
  public void query(String sql, RowReader reader, Object... arguments) {
    try (ResultSet rows = prepared(sql, arguments).executeQuery()) {
      Row row = new JdbcRow(rows);
      boolean more = true;
      while (more && rows.next()) {
        more = reader.read(row);
      }
    } catch (SQLException e) {
      discard();
      throw failed(e);
    }
  }

  /** After a failure the driver takes none of the prepared statements for usable. */
  private void discard() {
    for (PreparedStatement statement : statements.values()) {
      try {
        statement.close();
      } catch (SQLException e) {
        // It is thrown away either way.
      }
    }
    statements.clear();
  }

  private record JdbcRow(ResultSet rows) implements Row {
    @Override
    public long integer(int column) {
      try {
        return rows.getLong(column + 1);
      } catch (SQLException e) {
        throw failed(e);
      }
    }

    @Override
    public byte[] blob(int column) {
      try {
        byte[] bytes = rows.getBytes(column + 1);
        return bytes == null ? new byte[0] : bytes;
      } catch (SQLException e) {
        throw failed(e);
      }
    }
  }

  @Override
  public void close() {
    try {
      for (PreparedStatement statement : statements.values()) {
        statement.close();
      }
      connection.close();
    } catch (SQLException e) {
      throw failed(e);
    }
  }
}
