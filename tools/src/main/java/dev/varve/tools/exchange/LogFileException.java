package dev.varve.tools.exchange;

import dev.varve.engine.VarveException;
import org.jspecify.annotations.Nullable;

/** A file is no whole exported log; the message names the file and the record or the offset. */
public final class LogFileException extends VarveException {
  private static final long serialVersionUID = 1L;

  LogFileException(String message) {
    super(message);
  }

  LogFileException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
