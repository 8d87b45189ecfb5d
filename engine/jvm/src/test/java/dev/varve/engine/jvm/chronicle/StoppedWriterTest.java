package dev.varve.engine.jvm.chronicle;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.engine.store.EntryCursor;
import dev.varve.engine.store.EntryStore;
import dev.varve.engine.store.EntryStoreConformance;
import dev.varve.engine.store.LogLockedException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Writers that stand still, and dead ones whose traces name a process that lives. */
final class StoppedWriterTest {
  private static final Duration PROMISED = Duration.ofSeconds(2);

  @TempDir Path temp;

  private Path log() {
    Path folder = temp.resolve("log");
    try (EntryStore store =
        ChronicleEntryStore.create(folder, ChronicleOptions.DEFAULT.withSegmentBits(5))) {
      for (int n = 0; n < 3; n++) {
        store.append(EntryStoreConformance.record(n, ChildWriter.length(n)));
      }
    }
    return folder;
  }

  private static void signal(String signal, long pid) throws Exception {
    Process kill = new ProcessBuilder("kill", "-" + signal, Long.toString(pid)).start();
    assertEquals(0, kill.waitFor());
  }

  private static void assertRefusedNaming(Path folder, long pid) {
    LogLockedException refused =
        assertTimeout(
            PROMISED,
            () -> assertThrows(LogLockedException.class, () -> ChronicleEntryStore.open(folder)));
    assertTrue(refused.toString().contains("pid " + pid), refused.toString());
  }

  @Test
  void aStoppedWriterIsNamedAtOnceAndItsDeathFreesTheLog() throws Exception {
    Path folder = log();
    try (ChildJvm child = ChildJvm.start(ChildJvm.FLAGS, "hold", folder.toString())) {
      assertEquals("holding", child.line());
      signal("STOP", child.pid());
      assertRefusedNaming(folder, child.pid());
      try (EntryStore reader = ChronicleEntryStore.openReadOnly(folder)) {
        assertEquals(3, reader.size());
      }
      child.kill();
      assertGoesOn(folder, 3);
    }
  }

  @Test
  void aWriterThatIsStoppedInTheMiddleOfItsWorkIsNoDifferent() throws Exception {
    Path folder = log();
    for (int round = 0; round < 4; round++) {
      int acknowledged = 0;
      try (ChildJvm child = ChildJvm.start(ChildJvm.FLAGS, "append", folder.toString())) {
        for (int n = 0; n < 20 + round * 7; n++) {
          acknowledged = Integer.parseInt(child.line());
        }
        signal("STOP", child.pid());
        assertRefusedNaming(folder, child.pid());
        try (EntryStore reader = ChronicleEntryStore.openReadOnly(folder)) {
          assertTrue(reader.size() > acknowledged);
        }
        child.kill();
      }
      // Its pid lives again: in all traces that the library keeps stands one that does.
      long alive = ProcessHandle.current().pid();
      assertEquals(2, putLockHolder(folder, alive));
      long size;
      try (EntryStore reader = ChronicleEntryStore.openReadOnly(folder)) {
        size = reader.size();
      }
      assertGoesOn(folder, (int) size);
    }
  }

  @Test
  void aRecordThatALivingProcessSeemsToBeWritingIsWrittenOver() throws Exception {
    Path folder = log();
    Path segment = folder.resolve(new SegmentNames(5).name(0));
    int last = Tampering.records(segment).get(2);
    int tail = (last + 4 + ChildWriter.length(2) + 3) / 4 * 4;
    int n = 3;
    for (int header :
        new int[] {0x80000000, 0x80000001, (int) ProcessHandle.current().pid() | 1 << 31}) {
      Tampering.putInt(segment, tail, header);
      putLockHolder(folder, 1);
      assertGoesOn(folder, n);
      tail = (tail + 4 + ChildWriter.length(n) + 3) / 4 * 4;
      n++;
    }
  }

  /** Within the time that is promised the log is open, has all its records, and takes one more. */
  private static void assertGoesOn(Path folder, int size) {
    try (EntryStore store = assertTimeout(PROMISED, () -> ChronicleEntryStore.open(folder))) {
      assertNull(store.obstacle());
      assertEquals(size, store.size());
      assertTimeout(
          PROMISED,
          () -> store.append(EntryStoreConformance.record(size, ChildWriter.length(size))));
      try (EntryCursor cursor = store.cursor(0)) {
        for (int n = 0; n <= size; n++) {
          assertArrayEquals(EntryStoreConformance.record(n, ChildWriter.length(n)), cursor.next());
        }
      }
    }
  }

  /** Writes a pid into the library's locks; returns how many there are. */
  private static int putLockHolder(Path folder, long pid) throws IOException {
    Path table = folder.resolve(QueueWriter.TABLE);
    byte[] bytes = Files.readAllBytes(table);
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    int locks = 0;
    for (String key : new String[] {"chronicle.write.lock", "chronicle.append.lock"}) {
      int at = text.indexOf(key);
      if (at > 0) {
        // The value is the first aligned long behind the key's type and padding.
        int value = (at + key.length() + 7) / 8 * 8;
        for (int i = value; i < value + 16; i += 8) {
          boolean free = bytes[i + 7] == (byte) 0x80;
          boolean held = bytes[i] != 0 && bytes[i + 4] == 0 && bytes[i + 7] == 0;
          if (free || held) {
            Tampering.putLong(table, i, pid);
            locks++;
            break;
          }
        }
      }
    }
    return locks;
  }
}
