package dev.varve.engine.jvm.chronicle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SegmentScanTest {
  @TempDir Path temp;

  @Test
  void aFileThatAWriterMadeLongerWhileItWasReadIsNoDamage() {
    Path folder = temp.resolve("log");
    try (ChronicleEntryStore store = ChronicleEntryStore.create(folder)) {
      store.append(new byte[1_000]);
      store.append(new byte[1_000]);
    }
    SegmentNames names = new SegmentNames(ChronicleOptions.DEFAULT.segmentBits());
    Path path = folder.resolve(names.name(0));
    long end;
    try (SegmentFile file = SegmentFile.open(path)) {
      SegmentScan whole = new SegmentScan(names, 0, path);
      assertNull(whole.walk(file, file.length()));
      assertEquals(2, whole.count());
      end = whole.end();
    }
    for (int before : new int[] {0, 1, 500, 996, 999}) {
      try (SegmentFile file = SegmentFile.open(path)) {
        SegmentScan scan = new SegmentScan(names, 0, path);
        // The length as a reader saw it before the last record was there.
        assertNull(scan.walk(file, end - before));
        assertEquals(2, scan.count());
      }
    }
  }
}
