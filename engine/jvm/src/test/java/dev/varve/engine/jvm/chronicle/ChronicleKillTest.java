package dev.varve.engine.jvm.chronicle;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.engine.store.EntryCursor;
import dev.varve.engine.store.EntryStore;
import dev.varve.engine.store.EntryStoreConformance;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A process that appends is killed at random moments, its log opened again by this one, over and
 * over: {@code -Dvarve.kills=N} times.
 */
final class ChronicleKillTest {
  private static final int KILLS = Integer.getInteger("varve.kills", 15);

  @TempDir Path temp;

  @Test
  void whatAKilledWriterWasToldIsThere() throws Exception {
    Path folder = temp.resolve("log");
    ChronicleEntryStore.create(folder, ChronicleOptions.DEFAULT.withSegmentBits(5)).close();
    Random random = new Random();
    int known = 0;
    for (int kill = 0; kill < KILLS; kill++) {
      int acknowledged = known - 1;
      try (ChildJvm child = ChildJvm.start(ChildJvm.FLAGS, "append", folder.toString())) {
        int target = known + random.nextInt(60);
        while (acknowledged < target) {
          acknowledged = Integer.parseInt(child.line());
        }
        Thread.sleep(random.nextInt(10));
        child.kill();
        List<String> rest = child.rest();
        // The last line may have been cut off by the kill.
        for (String line : rest.subList(0, Math.max(0, rest.size() - 1))) {
          acknowledged = Integer.parseInt(line);
        }
      }
      known = assertWhole(folder, known, acknowledged);
    }
  }

  /** Returns the number of records after one more was appended. */
  private static int assertWhole(Path folder, int before, int acknowledged) throws Exception {
    Map<String, String> snapshot = FolderSnapshot.of(folder);
    long readable;
    try (EntryStore reader = ChronicleEntryStore.openReadOnly(folder)) {
      readable = reader.size();
      assertTrue(readable > acknowledged, readable + " records, acknowledged " + acknowledged);
      assertReads(reader, Math.max(0, before - 100), readable);
    }
    assertEquals(snapshot, FolderSnapshot.of(folder));
    try (EntryStore store = ChronicleEntryStore.open(folder)) {
      assertEquals(readable, store.size());
      int n = (int) readable;
      store.append(EntryStoreConformance.record(n, ChildWriter.length(n)));
      assertReads(store, Math.max(0, before - 100), readable + 1);
      return n + 1;
    }
  }

  private static void assertReads(EntryStore store, int from, long to) {
    try (EntryCursor cursor = store.cursor(from)) {
      for (int n = from; n < to; n++) {
        byte[] expected = EntryStoreConformance.record(n, ChildWriter.length(n));
        assertArrayEquals(expected, cursor.next(), "record " + n);
      }
    }
  }
}
