package dev.varve.engine.store;

/** Another process has the log open for writing; the message names its pid where it is known. */
public final class LogLockedException extends StoreException {
  private static final long serialVersionUID = 1L;

  /** {@code message} names the log and the holder. */
  public LogLockedException(String message) {
    super(message);
  }
}
