package dev.varve.engine.log;

/** A stream is not at the version that the command was decided on. */
public final class StaleVersionException extends AppendRefusedException {
  private static final long serialVersionUID = 1L;

  StaleVersionException(String message) {
    super(message);
  }
}
