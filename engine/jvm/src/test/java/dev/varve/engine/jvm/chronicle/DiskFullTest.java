package dev.varve.engine.jvm.chronicle;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.engine.store.EntryCursor;
import dev.varve.engine.store.EntryStore;
import dev.varve.engine.store.EntryStoreConformance;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A disk that is full to the last byte, met at every place of an append: in a process of its own,
 * which the operating system would kill for a page that it cannot give.
 */
final class DiskFullTest {
  @TempDir Path temp;

  @Test
  void aFullDiskIsSaidBeforeAnythingIsAcknowledgedAndTheHandleGoesOn() throws Exception {
    SmallDisk disk = SmallDisk.find(temp);
    if (disk != SmallDisk.FILE_LIMIT) {
      run(disk, "fill");
    }
    assertGoesOn(temp.resolve("log"), run(SmallDisk.FILE_LIMIT, "limit"));
  }

  /** Returns the number that the process said last. */
  private int run(SmallDisk disk, String mode) throws Exception {
    Process process = disk.start(temp, DiskFullWriter.class, List.of(mode, temp.toString()));
    List<String> lines = SmallDisk.lines(process);
    assertFalse(lines.isEmpty());
    String last = lines.get(lines.size() - 1);
    assertEquals(0, process.waitFor(), String.join("\n", lines));
    assertTrue(last.startsWith("done "), String.join("\n", lines));
    return Integer.parseInt(last.substring(5));
  }

  /** Here, where files may be longer. */
  private static void assertGoesOn(Path folder, int acknowledged) {
    try (EntryStore store = ChronicleEntryStore.open(folder)) {
      assertNull(store.obstacle());
      assertEquals(acknowledged, store.size());
      store.append(EntryStoreConformance.record(acknowledged, 700));
      try (EntryCursor cursor = store.cursor(acknowledged)) {
        assertArrayEquals(EntryStoreConformance.record(acknowledged, 700), cursor.next());
      }
    }
  }
}
