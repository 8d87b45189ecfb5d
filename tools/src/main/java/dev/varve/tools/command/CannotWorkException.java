package dev.varve.tools.command;

import dev.varve.engine.VarveException;
import org.jspecify.annotations.Nullable;

/** A command cannot do what it was asked for; the message says what, where and what to do. */
final class CannotWorkException extends VarveException {
  private static final long serialVersionUID = 1L;

  CannotWorkException(String message) {
    super(message);
  }

  CannotWorkException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
