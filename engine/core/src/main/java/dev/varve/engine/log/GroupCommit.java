package dev.varve.engine.log;

import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Brings appended entries to the disk, one force for everybody who waits for one: the first to come
 * leads, forces all that is appended by then, and wakes those whose entries were among it; of the
 * others the next one leads. Appending goes on meanwhile.
 *
 * <p>After a failed force nobody is told that anything is on the disk any more: the system may have
 * dropped the pages that it could not write. Thread-safe.
 */
final class GroupCommit {
  private final Runnable force;
  private final LongSupplier appendedBelow;
  private long forcedBelow;
  private boolean leading;
  private @Nullable Throwable failure;

  /**
   * Forces with {@code force}, which makes everything durable that was appended before it began.
   *
   * @param appendedBelow every entry with a lower sequence is appended
   */
  GroupCommit(Runnable force, LongSupplier appendedBelow) {
    this.force = force;
    this.appendedBelow = appendedBelow;
  }

  /**
   * Returns when every entry with a sequence below {@code below} is on the disk. An interrupt does
   * not cut it short, and stands when it returns.
   *
   * @throws RuntimeException or an {@link Error}, what a force failed with, this one or an earlier
   */
  void await(long below) {
    if (mustLead(below)) {
      lead();
    }
  }

  private synchronized boolean mustLead(long below) {
    boolean interrupted = false;
    try {
      while (forcedBelow < below) {
        rethrow(failure);
        if (!leading) {
          leading = true;
          return true;
        }
        try {
          wait();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
      return false;
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void lead() {
    long reached = appendedBelow.getAsLong();
    Throwable failed = null;
    try {
      force.run();
    } catch (RuntimeException | Error e) {
      failed = e;
    }
    synchronized (this) {
      leading = false;
      if (failed == null) {
        forcedBelow = Math.max(forcedBelow, reached);
      } else {
        failure = failed;
      }
      notifyAll();
    }
    rethrow(failed);
  }

  /** Every entry with a lower sequence than this is known to be on the disk. */
  synchronized long forcedBelow() {
    return forcedBelow;
  }

  private static void rethrow(@Nullable Throwable failure) {
    if (failure instanceof RuntimeException e) {
      throw e;
    }
    if (failure instanceof Error e) {
      throw e;
    }
  }
}
