package dev.varve.engine.store.sql;

import dev.varve.engine.store.StoreException;

/** The database was written by a later version, in a form that this one does not know. */
public final class NewerDatabaseException extends StoreException {
  private static final long serialVersionUID = 1L;

  /** {@code message} names the database and both versions. */
  public NewerDatabaseException(String message) {
    super(message);
  }
}
