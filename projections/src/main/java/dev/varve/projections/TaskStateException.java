package dev.varve.projections;

import dev.varve.engine.VarveException;

/** A task was never started, runs already, or has ended, so that this cannot be written to it. */
public final class TaskStateException extends VarveException {
  private static final long serialVersionUID = 1L;

  TaskStateException(String message) {
    super(message);
  }
}
