package dev.varve.engine.log;

import dev.varve.engine.verify.DiagnosticReport;

/** The command's actor is not registered in this log. */
public final class ActorNotRegisteredException extends AppendRefusedException {
  private static final long serialVersionUID = 1L;

  ActorNotRegisteredException(String message) {
    super(message);
  }

  /** Without the actor's name: reports name no package. */
  @Override
  public DiagnosticReport report() {
    return DiagnosticReport.refusal(
        getClass().getSimpleName(), "the actor of the command is not registered in this log");
  }
}
