package dev.varve.engine.jvm.chronicle;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.engine.store.EntryCursor;
import dev.varve.engine.store.EntryStore;
import dev.varve.engine.store.EntryStoreConformance;
import dev.varve.engine.store.LogLockedException;
import dev.varve.engine.store.NoSuchLogException;
import dev.varve.engine.store.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who may open what, what opening leaves behind, and what it asks of the JVM. */
final class ChronicleOpeningTest {
  @TempDir Path temp;

  private static byte[] record(int n) {
    return EntryStoreConformance.record(n, 300);
  }

  private Path logOf(int records, int segmentBits) {
    Path folder = temp.resolve("log");
    ChronicleOptions options = ChronicleOptions.DEFAULT.withSegmentBits(segmentBits);
    try (EntryStore store = ChronicleEntryStore.create(folder, options)) {
      for (int n = 0; n < records; n++) {
        store.append(record(n));
      }
    }
    return folder;
  }

  private static void assertNoLog(Path place) {
    assertThrows(NoSuchLogException.class, () -> ChronicleEntryStore.open(place));
    assertThrows(NoSuchLogException.class, () -> ChronicleEntryStore.openReadOnly(place));
  }

  @Test
  void whereThereIsNoLogNoneIsMade() throws Exception {
    Path missing = temp.resolve("missing");
    assertNoLog(missing);
    assertFalse(Files.exists(missing));

    Path empty = Files.createDirectory(temp.resolve("empty"));
    Map<String, String> before = FolderSnapshot.of(empty);
    assertNoLog(empty);
    assertEquals(before, FolderSnapshot.of(empty));

    Path other = Files.createDirectory(temp.resolve("other"));
    Files.writeString(other.resolve("letter.txt"), "dear");
    before = FolderSnapshot.of(other);
    assertNoLog(other);
    assertEquals(before, FolderSnapshot.of(other));

    Path file = Files.writeString(temp.resolve("file"), "text");
    assertNoLog(file);
    assertEquals("text", Files.readString(file));
  }

  @Test
  void aQueueOfSomebodyElseIsRefusedUntouched() throws Exception {
    Path folder = Files.createDirectory(temp.resolve("theirs"));
    Files.write(folder.resolve("20260115F.cq4"), new byte[100]);
    Map<String, String> before = FolderSnapshot.of(folder);
    assertThrows(StoreException.class, () -> ChronicleEntryStore.openReadOnly(folder));
    assertEquals(before, FolderSnapshot.of(folder));
    assertThrows(StoreException.class, () -> ChronicleEntryStore.open(folder));
    assertArrayEquals(new byte[100], Files.readAllBytes(folder.resolve("20260115F.cq4")));
  }

  @Test
  void aNewLogNeedsAnEmptyPlace() throws Exception {
    Path used = Files.createDirectory(temp.resolve("used"));
    Files.writeString(used.resolve("letter.txt"), "dear");
    Map<String, String> before = FolderSnapshot.of(used);
    assertThrows(StoreException.class, () -> ChronicleEntryStore.create(used));
    assertEquals(before, FolderSnapshot.of(used));

    Path file = Files.writeString(temp.resolve("file"), "text");
    assertThrows(StoreException.class, () -> ChronicleEntryStore.create(file));
    assertThrows(StoreException.class, () -> ChronicleEntryStore.create(file.resolve("a/b")));
    assertEquals("text", Files.readString(file));

    Path log = logOf(2, 4);
    before = FolderSnapshot.of(log);
    assertThrows(StoreException.class, () -> ChronicleEntryStore.create(log));
    assertEquals(before, FolderSnapshot.of(log));
  }

  @Test
  void anEmptyFolderAndMissingOnesAreTaken() throws Exception {
    Path empty = Files.createDirectory(temp.resolve("empty"));
    ChronicleEntryStore.create(empty).close();
    Path deep = temp.resolve("a/b/优惠 券");
    ChronicleEntryStore.create(deep).close();
    try (EntryStore reader = ChronicleEntryStore.openReadOnly(deep)) {
      assertEquals(0, reader.size());
    }
  }

  @Test
  void aFailedCreationLeavesNothing() {
    Path folder = temp.resolve("a/b/log");
    // The library cannot make a file name of this length into a mapping's table.
    assertThrows(
        StoreException.class, () -> ChronicleEntryStore.create(folder.resolve("x".repeat(300))));
    assertFalse(Files.exists(temp.resolve("a")));
  }

  @Test
  void readingLeavesNamesBytesAndTimesAsTheyAre() throws Exception {
    Path folder = logOf(37, 3);
    Map<String, String> before = FolderSnapshot.of(folder);
    try (EntryStore reader = ChronicleEntryStore.openReadOnly(folder);
        EntryCursor cursor = reader.cursor(5)) {
      assertEquals(37, reader.size());
      for (int n = 5; n < 37; n++) {
        assertArrayEquals(record(n), cursor.next());
      }
      assertThrows(StoreException.class, () -> reader.append(record(37)));
    }
    assertEquals(before, FolderSnapshot.of(folder));
  }

  @Test
  void aSecondWriterOfThisProcessIsRefusedAndTheFirstKeepsItsLock() throws Exception {
    Path folder = logOf(2, 4);
    String pid = "pid " + ProcessHandle.current().pid();
    try (EntryStore store = ChronicleEntryStore.open(folder)) {
      for (Path name : List.of(folder, folder.resolve("../log"))) {
        LogLockedException refused =
            assertThrows(LogLockedException.class, () -> ChronicleEntryStore.open(name));
        assertTrue(refused.toString().contains(pid), refused.toString());
      }
      assertThrows(StoreException.class, () -> ChronicleEntryStore.create(folder));
      // A lock of the operating system would be lost if the refused attempts had opened its file.
      try (ChildJvm child = ChildJvm.start(ChildJvm.FLAGS, "hold", folder.toString())) {
        String line = child.line();
        assertTrue(line.startsWith("LogLockedException: "), line);
        assertTrue(line.contains(pid), line);
      }
      store.append(record(2));
    }
    try (EntryStore store = ChronicleEntryStore.open(folder)) {
      assertEquals(3, store.size());
    }
  }

  @Test
  void aWriterInAnotherProcessIsNamedAndReadersWorkBesideIt() throws Exception {
    Path folder = logOf(3, 4);
    try (ChildJvm child = ChildJvm.start(ChildJvm.FLAGS, "hold", folder.toString())) {
      assertEquals("holding", child.line());
      LogLockedException refused =
          assertThrows(LogLockedException.class, () -> ChronicleEntryStore.open(folder));
      assertTrue(refused.toString().contains("pid " + child.pid()), refused.toString());
      try (EntryStore reader = ChronicleEntryStore.openReadOnly(folder)) {
        assertEquals(3, reader.size());
      }
      child.kill();
      try (EntryStore store = ChronicleEntryStore.open(folder)) {
        store.append(record(3));
        assertEquals(4, store.size());
      }
    }
  }

  @Test
  void withoutItsFlagsTheJvmIsToldExactlyWhichAreMissing() throws Exception {
    Path folder = temp.resolve("log");
    try (ChildJvm child = ChildJvm.start(List.of(), "quiet", folder.toString())) {
      assertEquals(
          List.of(
              "MissingJvmFlagsException: writing a Chronicle store needs the JVM started with: "
                  + String.join(" ", ChildJvm.FLAGS)),
          child.rest());
    }
    List<String> given = List.of(ChildJvm.FLAGS.get(0), ChildJvm.FLAGS.get(2));
    try (ChildJvm child = ChildJvm.start(given, "quiet", folder.toString())) {
      assertEquals(
          List.of(
              "MissingJvmFlagsException: writing a Chronicle store needs the JVM started with: "
                  + ChildJvm.FLAGS.get(1)),
          child.rest());
    }
    assertFalse(Files.exists(folder));
  }

  @Test
  void readingNeedsNoFlag() throws Exception {
    Path folder = logOf(9, 2);
    try (ChildJvm child = ChildJvm.start(List.of(), "read", folder.toString())) {
      assertEquals(List.of("9"), child.rest());
    }
  }

  @Test
  void theLibraryPrintsNothingAndFindsNobodyToReportTo() throws Exception {
    Path folder = temp.resolve("log");
    try (ChildJvm child = ChildJvm.start(ChildJvm.FLAGS, "quiet", folder.toString())) {
      assertEquals(List.of(), child.rest());
      assertEquals(0, child.exit());
    }
    try (EntryStore reader = ChronicleEntryStore.openReadOnly(folder)) {
      assertEquals(21, reader.size());
    }
    assertThrows(
        ClassNotFoundException.class,
        () -> Class.forName("net.openhft.chronicle.analytics.Analytics"));
  }

  @Test
  void closingGivesUpTheLockAndLeavesItsFileEmpty() throws IOException {
    Path folder = logOf(1, 4);
    assertEquals(0, Files.size(folder.resolve("writer.lock")));
    EntryStore store = ChronicleEntryStore.open(folder);
    store.close();
    store.close();
    ChronicleEntryStore.open(folder).close();
    Files.delete(folder.resolve("writer.lock"));
    ChronicleEntryStore.open(folder).close();
  }

  @Test
  void anInterruptedThreadCreatesOpensAndCloses() throws IOException {
    Path folder = temp.resolve("log");
    Thread.currentThread().interrupt();
    EntryStore created = ChronicleEntryStore.create(folder);
    assertTrue(Thread.currentThread().isInterrupted());
    created.append(record(0));
    created.close();
    assertTrue(Thread.currentThread().isInterrupted());
    EntryStore opened = ChronicleEntryStore.open(folder);
    assertTrue(Thread.currentThread().isInterrupted());
    assertThrows(LogLockedException.class, () -> ChronicleEntryStore.open(folder));
    assertEquals(1, opened.size());
    opened.close();
    assertTrue(Thread.interrupted());
    assertEquals(0, Files.size(folder.resolve("writer.lock")));
  }
}
