package dev.varve.engine.seal;

/** A key has sealed as much as it may; nothing was sealed. A new log goes on. */
public final class GenerationExhaustedException extends KeyStoreException {
  private static final long serialVersionUID = 1L;

  GenerationExhaustedException(String message) {
    super(message);
  }
}
