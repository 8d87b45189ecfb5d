package dev.varve.engine.jvm.keys;

import dev.varve.engine.seal.KeyStoreException;

/** Keys are wrapped by a passphrase, and none is to be had. */
public final class PassphraseNeededException extends KeyStoreException {
  private static final long serialVersionUID = 1L;

  /** {@code message} says where one may be given. */
  public PassphraseNeededException(String message) {
    super(message);
  }
}
