package dev.varve.engine.clock;

/** Where the writer takes time from. Thread-safe. */
@FunctionalInterface
public interface EngineClock {
  /** Reads the clocks. */
  ClockReading read();

  /**
   * The running machine's clocks. Elapsed time is {@link System#nanoTime}, which counts from boot
   * on Linux and Android and from an arbitrary start elsewhere; the boot count is 0.
   */
  static EngineClock system() {
    return () ->
        new ClockReading(
            Math.max(0, System.currentTimeMillis()), Math.max(0, System.nanoTime()), 0);
  }
}
