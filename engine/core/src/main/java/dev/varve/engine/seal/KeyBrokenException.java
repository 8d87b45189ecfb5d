package dev.varve.engine.seal;

import org.jspecify.annotations.Nullable;

/** A wrapped key is there and is not what was wrapped: it opens nothing, now or later. */
public final class KeyBrokenException extends KeyStoreException {
  private static final long serialVersionUID = 1L;

  KeyBrokenException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
