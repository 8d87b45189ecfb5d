package dev.varve.engine.seal;

import dev.varve.engine.VarveException;
import org.jspecify.annotations.Nullable;

/** An envelope does not open: its bytes, its place or its commitment are not what was sealed. */
public final class SealBrokenException extends VarveException {
  private static final long serialVersionUID = 1L;

  SealBrokenException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
