package dev.varve.engine.log;

import dev.varve.engine.VarveException;
import org.jspecify.annotations.Nullable;

/**
 * The store failed in the middle of an append. Nothing of that command was acknowledged; whether it
 * is in the log is known after reopening. The writer takes no more commands.
 */
public final class WriterFailedException extends VarveException {
  private static final long serialVersionUID = 1L;

  WriterFailedException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
