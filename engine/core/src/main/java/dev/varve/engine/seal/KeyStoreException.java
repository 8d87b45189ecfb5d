package dev.varve.engine.seal;

import dev.varve.engine.VarveException;
import org.jspecify.annotations.Nullable;

/** Keys cannot be read, unwrapped or stored; the message names the place and never a key. */
public class KeyStoreException extends VarveException {
  private static final long serialVersionUID = 1L;

  /** A failure explained by {@code message}. */
  public KeyStoreException(String message) {
    super(message);
  }

  /** A failure with its cause. */
  public KeyStoreException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
