package dev.varve.engine.cbor;

import dev.varve.engine.VarveException;
import org.jspecify.annotations.Nullable;

/**
 * Bytes or values that are not of the deterministic subset; the message gives the offset or the
 * key.
 */
public final class CborException extends VarveException {
  private static final long serialVersionUID = 1L;

  CborException(String message) {
    super(message);
  }

  CborException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
