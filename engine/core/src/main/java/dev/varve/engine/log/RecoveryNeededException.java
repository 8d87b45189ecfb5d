package dev.varve.engine.log;

import dev.varve.engine.VarveException;

/**
 * The log can be read up to some place, and not be written before somebody has decided what becomes
 * of what lies behind; the message says what stands in the way. Nothing was changed.
 */
public final class RecoveryNeededException extends VarveException {
  private static final long serialVersionUID = 1L;

  RecoveryNeededException(String message) {
    super(message);
  }
}
