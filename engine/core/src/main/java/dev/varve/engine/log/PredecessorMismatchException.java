package dev.varve.engine.log;

/**
 * The entry that the command must follow is not the last one, or the store has records that this
 * writer did not write.
 */
public final class PredecessorMismatchException extends AppendRefusedException {
  private static final long serialVersionUID = 1L;

  PredecessorMismatchException(String message) {
    super(message);
  }
}
