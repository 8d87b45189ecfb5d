package dev.varve.engine.log;

/** The command is malformed: no events, too many, or a value out of range. */
public final class InvalidCommandException extends AppendRefusedException {
  private static final long serialVersionUID = 1L;

  InvalidCommandException(String message) {
    super(message);
  }
}
