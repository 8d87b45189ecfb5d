package dev.varve.engine.verify;

import dev.varve.engine.store.EntryStore;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Hands out the ranges of a log in order, computed by the calling thread and, where more than one
 * is wanted, by others ahead of it.
 *
 * <pre>
 *  helper      [ 1 ]   [ 3 ]     [ 4 ] …         each its own cursor and digests
 *  caller  [ 0 ]   [ 2 ] take 1 … take 2 …       computes what nobody has begun, while it waits
 * </pre>
 *
 * <p>What is handed out does not depend on the number of threads. {@link #take} by one thread.
 */
final class RangeQueue implements AutoCloseable {
  private final EntryStore store;

  /** Ranges computed before they are wanted: what bounds the heap. */
  private final int ahead;

  private final HashedRange.Reader reader;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  // The rest under the lock.
  private final Map<Long, HashedRange> computed = new HashMap<>();
  private int helpers;
  private long nextToClaim;
  private long nextToTake;

  /** The range behind which there is none. */
  private long last = Long.MAX_VALUE;

  private boolean closed;
  private @Nullable RuntimeException failure;
  private @Nullable Error error;

  RangeQueue(EntryStore store, int threads) {
    this.store = store;
    this.ahead = 2 * threads;
    this.reader = new HashedRange.Reader(store);
    this.helpers = threads - 1;
    for (int i = 1; i < threads; i++) {
      Thread helper = new Thread(this::help, "varve-verify-" + i);
      helper.setDaemon(true);
      helper.start();
    }
  }

  private void help() {
    RuntimeException failed = null;
    Error erred = null;
    try (HashedRange.Reader own = new HashedRange.Reader(store)) {
      long range;
      while ((range = claim()) >= 0) {
        put(range, own.read(range * HashedRange.RECORDS));
      }
    } catch (RuntimeException e) {
      failed = e;
    } catch (Error e) {
      erred = e;
    }
    lock.lock();
    try {
      failure = failed == null ? failure : failed;
      error = erred == null ? error : erred;
      helpers--;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** The next range that nobody has begun; waits until it may be begun; -1 when there is none. */
  private long claim() {
    lock.lock();
    try {
      while (!closed && nextToClaim <= last && nextToClaim >= nextToTake + ahead) {
        changed.awaitUninterruptibly();
      }
      return closed || nextToClaim > last ? -1 : nextToClaim++;
    } finally {
      lock.unlock();
    }
  }

  private void put(long range, HashedRange hashed) {
    lock.lock();
    try {
      computed.put(range, hashed);
      if (!hashed.isFull()) {
        last = Math.min(last, range);
      }
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** The next range, in order; one that is not full is the last. */
  HashedRange take() {
    while (true) {
      long mine;
      lock.lock();
      try {
        rethrow();
        HashedRange ready = computed.remove(nextToTake);
        if (ready != null) {
          nextToTake++;
          changed.signalAll();
          return ready;
        }
        if (nextToClaim > last || nextToClaim >= nextToTake + ahead) {
          changed.awaitUninterruptibly();
          continue;
        }
        mine = nextToClaim++;
      } finally {
        lock.unlock();
      }
      put(mine, reader.read(mine * HashedRange.RECORDS));
    }
  }

  private void rethrow() {
    if (error != null) {
      throw error;
    }
    if (failure != null) {
      throw failure;
    }
  }

  /** Returns when no thread reads the store any more. */
  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      changed.signalAll();
      while (helpers > 0) {
        changed.awaitUninterruptibly();
      }
    } finally {
      lock.unlock();
    }
    reader.close();
  }
}
