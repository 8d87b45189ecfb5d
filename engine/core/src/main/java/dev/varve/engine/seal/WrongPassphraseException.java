package dev.varve.engine.seal;

/** A passphrase is not the one that keys were wrapped by. */
public final class WrongPassphraseException extends KeyStoreException {
  private static final long serialVersionUID = 1L;

  WrongPassphraseException(String message) {
    super(message);
  }
}
