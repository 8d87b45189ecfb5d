package dev.varve.engine.store.sql;

import dev.varve.engine.store.StoreException;
import org.jspecify.annotations.Nullable;

/** A statement failed. What it was to change has not been changed. */
public final class SqlException extends StoreException {
  private static final long serialVersionUID = 1L;

  /** Why, as far as a caller would treat it differently. */
  public enum Reason {
    /** Another connection holds a lock that was not given up in time. */
    BUSY,
    /** The disk is full. */
    FULL,
    /** The file is not what SQLite would have written. */
    DAMAGED,
    /** A constraint or a trigger refuses. */
    REFUSED,
    /** Anything else. */
    OTHER
  }

  private final Reason reason;

  /** {@code message} names the database and what SQLite says. */
  public SqlException(Reason reason, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.reason = reason;
  }

  /** Why. */
  public Reason reason() {
    return reason;
  }
}
