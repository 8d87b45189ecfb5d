package dev.varve.engine.log;

/** Another command stands in the same slot with another content. */
public final class CommandConflictException extends AppendRefusedException {
  private static final long serialVersionUID = 1L;

  CommandConflictException(String message) {
    super(message);
  }
}
