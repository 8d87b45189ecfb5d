package dev.varve.engine.log;

/** An event's class is not registered. */
public final class UnknownEventTypeException extends AppendRefusedException {
  private static final long serialVersionUID = 1L;

  UnknownEventTypeException(String message) {
    super(message);
  }
}
