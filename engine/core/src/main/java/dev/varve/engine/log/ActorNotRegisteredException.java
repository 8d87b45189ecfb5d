package dev.varve.engine.log;

/** The command's actor is not registered in this log. */
public final class ActorNotRegisteredException extends AppendRefusedException {
  private static final long serialVersionUID = 1L;

  ActorNotRegisteredException(String message) {
    super(message);
  }
}
