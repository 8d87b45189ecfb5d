package dev.varve.engine;

import org.jspecify.annotations.Nullable;

/**
 * Root of everything the engine throws on purpose. A message names what was expected, what was
 * found and where (file, sequence or position); it never holds key material or an opened payload.
 */
public class VarveException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** An error that is explained by {@code message} alone. */
  public VarveException(String message) {
    super(message);
  }

  /** An error with the failure below it that caused it. */
  public VarveException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
