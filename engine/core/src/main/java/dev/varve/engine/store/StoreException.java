package dev.varve.engine.store;

import dev.varve.engine.VarveException;
import org.jspecify.annotations.Nullable;

/** The medium failed or does not hold what a store holds; the message names file and operation. */
public class StoreException extends VarveException {
  private static final long serialVersionUID = 1L;

  /** A failure explained by {@code message}. */
  public StoreException(String message) {
    super(message);
  }

  /** A failure with its cause. */
  public StoreException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
