package dev.varve.engine.seal;

import org.jspecify.annotations.Nullable;

/** A wrapped key is there, and is not one that was wrapped by this key for this purpose. */
public final class KeyNotAuthenticException extends KeyStoreException {
  private static final long serialVersionUID = 1L;

  KeyNotAuthenticException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
