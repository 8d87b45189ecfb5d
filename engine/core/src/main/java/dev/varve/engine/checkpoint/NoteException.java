package dev.varve.engine.checkpoint;

import dev.varve.engine.VarveException;

/** A note, checkpoint, key or proof is not what its format says; the message says where. */
public final class NoteException extends VarveException {
  private static final long serialVersionUID = 1L;

  /** {@code message} names the line or field, what was expected and what was found. */
  public NoteException(String message) {
    super(message);
  }
}
