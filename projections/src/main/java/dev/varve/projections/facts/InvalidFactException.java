package dev.varve.projections.facts;

import dev.varve.engine.VarveException;

/** A key or a value that a fact cannot have; the message says why and holds no value. */
public final class InvalidFactException extends VarveException {
  private static final long serialVersionUID = 1L;

  /** {@code message} says why and holds no value. */
  public InvalidFactException(String message) {
    super(message);
  }
}
