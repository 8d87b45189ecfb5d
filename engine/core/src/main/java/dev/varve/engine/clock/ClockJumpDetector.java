package dev.varve.engine.clock;

/**
 * Tells when the wall clock was set: between two readings within one boot it has to move as far as
 * the clock that counts since boot.
 *
 * <p>A clock that stood still while a machine slept looks like one that was set; a boot that nobody
 * counts and that leaves the elapsed time higher than before looks like none. Neither does harm:
 * order is the sequence's.
 */
public final class ClockJumpDetector {
  /**
   * Drift between two readings that is not worth an event, in ms: clocks are disciplined slowly.
   */
  public static final long TOLERANCE_MILLIS = 5_000;

  private ClockJumpDetector() {}

  /**
   * Whether the wall clock was set between two readings.
   *
   * @param before the earlier one
   * @param now the later one
   */
  public static boolean jumped(ClockReading before, ClockReading now) {
    long wall = now.wallMillis() - before.wallMillis();
    if (isSameBoot(before, now)) {
      return Math.abs(wall - elapsedMillis(before, now)) > TOLERANCE_MILLIS;
    }
    // Nobody knows how long the machine was off, but time does not run backwards.
    return wall < -TOLERANCE_MILLIS;
  }

  private static boolean isSameBoot(ClockReading before, ClockReading now) {
    return before.bootCount() == now.bootCount() && now.elapsedNanos() >= before.elapsedNanos();
  }

  /** Milliseconds between two readings by the clock that counts since boot; 0 over a boot. */
  public static long elapsedMillis(ClockReading before, ClockReading now) {
    return isSameBoot(before, now) ? (now.elapsedNanos() - before.elapsedNanos()) / 1_000_000 : 0;
  }
}
