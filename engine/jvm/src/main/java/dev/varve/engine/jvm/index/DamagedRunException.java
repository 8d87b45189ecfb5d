package dev.varve.engine.jvm.index;

import java.io.IOException;

/** A run does not hold what was written. */
final class DamagedRunException extends IOException {
  private static final long serialVersionUID = 1L;

  DamagedRunException(String message) {
    super(message);
  }
}
