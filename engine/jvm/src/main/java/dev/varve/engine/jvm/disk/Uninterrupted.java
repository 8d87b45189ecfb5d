package dev.varve.engine.jvm.disk;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.util.function.Supplier;

/**
 * Work that an interrupt of its thread does not break off half-way. The interrupt waits: when the
 * work is done the thread is interrupted as it was. Thread-safe.
 */
public final class Uninterrupted {
  private Uninterrupted() {}

  /**
   * Something done with a channel, which an interrupt closes.
   *
   * @param <T> what comes of it
   */
  public interface Work<T> {
    /** Does it, from the beginning. */
    T run() throws IOException;
  }

  /** Does the work, and again when an interrupt on the way has closed its channel. */
  public static <T> T again(Work<T> work) throws IOException {
    boolean interrupted = Thread.interrupted();
    try {
      while (true) {
        try {
          return work.run();
        } catch (ClosedByInterruptException e) {
          interrupted |= Thread.interrupted();
        }
      }
    } finally {
      restore(interrupted);
    }
  }

  /** Does the work once, on a thread that was not interrupted when it began. */
  public static <T> T once(Supplier<T> work) {
    boolean interrupted = Thread.interrupted();
    try {
      return work.get();
    } finally {
      restore(interrupted);
    }
  }

  private static void restore(boolean interrupted) {
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
