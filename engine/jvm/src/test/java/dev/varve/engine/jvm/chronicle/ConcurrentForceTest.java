package dev.varve.engine.jvm.chronicle;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.engine.store.EntryCursor;
import dev.varve.engine.store.EntryStore;
import dev.varve.engine.store.EntryStoreConformance;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several threads that force, and force beside an append. */
final class ConcurrentForceTest {
  private static final int RECORDS = 2_000;

  @TempDir Path temp;

  private static byte[] record(int n) {
    return EntryStoreConformance.record(n, EntryStoreConformance.length(n));
  }

  @Test
  void threeThreadsForceWhileOneAppendsOverManyRolls() throws Exception {
    Path folder = temp.resolve("log");
    ExecutorService threads = Executors.newFixedThreadPool(3);
    AtomicBoolean done = new AtomicBoolean();
    try (ChronicleEntryStore store =
        ChronicleEntryStore.create(folder, ChronicleOptions.DEFAULT.withSegmentBits(7))) {
      List<Future<Integer>> forcing = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        forcing.add(
            threads.submit(
                () -> {
                  int times = 0;
                  while (!done.get()) {
                    store.force();
                    times++;
                  }
                  return times;
                }));
      }
      for (int n = 0; n < RECORDS; n++) {
        store.append(record(n));
      }
      done.set(true);
      for (Future<Integer> times : forcing) {
        assertTrue(times.get() > 0);
      }
      store.force();
      assertWhole(store);
    } finally {
      done.set(true);
      threads.shutdownNow();
    }
    try (EntryStore store = ChronicleEntryStore.open(folder)) {
      assertNull(store.obstacle());
      assertWhole(store);
    }
  }

  @Test
  void aForceThatBeganAfterAnAppendLeavesNothingOfItUnsynced() throws Exception {
    Path folder = temp.resolve("log");
    ExecutorService threads = Executors.newFixedThreadPool(4);
    ChronicleEntryStore.create(folder, ChronicleOptions.DEFAULT.withSegmentBits(4)).close();
    QueueWriter.Tail tail;
    try (SegmentLog log = SegmentLog.open(folder)) {
      tail = log.tail();
    }
    try (QueueWriter writer =
        QueueWriter.open(folder, new SegmentNames(4), ChronicleOptions.MIN_BLOCK, tail)) {
      for (int n = 0; n < 300; n += 3) {
        writer.append(List.of(record(n), record(n + 1), record(n + 2)));
        List<Future<?>> forcing = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
          forcing.add(threads.submit(writer::force));
        }
        for (Future<?> one : forcing) {
          one.get();
        }
        // Whichever of them did it, none returned before it was done.
        assertTrue(writer.unsynced().isEmpty());
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private static void assertWhole(EntryStore store) {
    assertEquals(RECORDS, store.size());
    try (EntryCursor cursor = store.cursor(0)) {
      for (int n = 0; n < RECORDS; n++) {
        assertArrayEquals(record(n), cursor.next());
      }
    }
  }
}
