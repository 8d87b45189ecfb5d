package dev.varve.engine.store.sql;

import dev.varve.engine.store.StoreException;
import org.jspecify.annotations.Nullable;

/** The database is so damaged that not even its tables can be found. */
public final class DamagedDatabaseException extends StoreException {
  private static final long serialVersionUID = 1L;

  /** {@code message} names the database and what is wrong. */
  public DamagedDatabaseException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
