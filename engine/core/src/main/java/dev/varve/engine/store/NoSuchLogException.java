package dev.varve.engine.store;

/** There is no log where one was to be opened; nothing was created. */
public final class NoSuchLogException extends StoreException {
  private static final long serialVersionUID = 1L;

  /** {@code message} names the place and what is there instead. */
  public NoSuchLogException(String message) {
    super(message);
  }
}
