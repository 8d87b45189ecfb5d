package dev.varve.engine.clock;

/**
 * Three clocks, read together. None is negative.
 *
 * @param wallMillis ms since 1970; untrusted, may jump
 * @param elapsedNanos ns since boot; does not go back within one boot
 * @param bootCount how often the device was booted, 0 where nobody counts
 */
public record ClockReading(long wallMillis, long elapsedNanos, int bootCount) {
  /** Checks signs. */
  public ClockReading {
    if (wallMillis < 0 || elapsedNanos < 0 || bootCount < 0) {
      throw new IllegalArgumentException("a clock reading is never negative");
    }
  }
}
