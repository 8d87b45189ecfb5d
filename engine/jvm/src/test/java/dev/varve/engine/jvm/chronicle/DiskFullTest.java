package dev.varve.engine.jvm.chronicle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

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
    String mode = disk == SmallDisk.FILE_LIMIT ? "limit" : "fill";
    Process process = disk.start(temp, DiskFullWriter.class, List.of(mode, temp.toString()));
    List<String> lines = SmallDisk.lines(process);
    assertFalse(lines.isEmpty());
    String last = lines.get(lines.size() - 1);
    assertEquals(0, process.waitFor(), String.join("\n", lines));
    assertEquals("done", last.replaceAll(" .*", ""), String.join("\n", lines));
    if (disk == SmallDisk.FILE_LIMIT) {
      assertGoesOn(temp.resolve("log"), Integer.parseInt(last.replaceAll(".* ", "")));
    }
  }

  /** Here, where files may be longer. */
  private static void assertGoesOn(Path folder, int acknowledged) {
    try (EntryStore store = ChronicleEntryStore.open(folder)) {
      assertEquals(null, store.obstacle());
      assertEquals(acknowledged, store.size());
      store.append(EntryStoreConformance.record(acknowledged, 700));
      try (EntryCursor cursor = store.cursor(acknowledged)) {
        EntryStoreConformance.record(acknowledged, 700);
        assertEquals(700, cursor.next().length);
      }
    }
  }
}
