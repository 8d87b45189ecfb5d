package dev.varve.engine.log;

import dev.varve.engine.VarveException;
import dev.varve.engine.verify.DiagnosticReport;

/** A command was refused at the door; nothing of it was appended. One subclass a reason. */
public abstract sealed class AppendRefusedException extends VarveException
    permits ActorNotRegisteredException,
        CommandConflictException,
        InvalidCommandException,
        PayloadTooLargeException,
        PredecessorMismatchException,
        StaleVersionException,
        UnknownEventTypeException {
  private static final long serialVersionUID = 1L;

  AppendRefusedException(String message) {
    super(message);
  }

  /** Everything that can be said of it. */
  public DiagnosticReport report() {
    return DiagnosticReport.refusal(getClass().getSimpleName(), String.valueOf(getMessage()));
  }
}
