package dev.varve.engine.store.sql;

import dev.varve.engine.store.StoreException;
import org.jspecify.annotations.Nullable;

/** SQLite refused a statement. */
public final class SqlFailedException extends StoreException {
  private static final long serialVersionUID = 1L;

  /** What a caller does about it. */
  public enum Reason {
    /** Another connection holds the lock. */
    BUSY,
    /** There is no space. */
    FULL,
    /** The file is damaged or none of SQLite's. */
    CORRUPT,
    /** A constraint or trigger of the schema. */
    REFUSED,
    /** Anything else: input and output, permissions. */
    FAILED
  }

  private final Reason reason;

  /** A failure with its reason, as the driver tells it. */
  public SqlFailedException(Reason reason, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.reason = reason;
  }

  /** Why. */
  public Reason reason() {
    return reason;
  }
}
