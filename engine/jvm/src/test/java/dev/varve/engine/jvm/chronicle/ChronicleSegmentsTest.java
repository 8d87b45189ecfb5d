package dev.varve.engine.jvm.chronicle;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.engine.store.EntryCursor;
import dev.varve.engine.store.EntryStore;
import dev.varve.engine.store.EntryStoreConformance;
import dev.varve.engine.store.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.queue.ExcerptTailer;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueue;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;
import net.openhft.chronicle.wire.DocumentContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How records lie in segments, by arithmetic and by no clock. */
final class ChronicleSegmentsTest {
  @TempDir Path temp;

  private static byte[] record(int n) {
    return EntryStoreConformance.record(n, EntryStoreConformance.length(n));
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

  private static List<String> segments(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".cq4"))
          .sorted()
          .toList();
    }
  }

  @Test
  void aSegmentTakesItsNumberOfRecordsAndTheNextBegins() throws IOException {
    Path folder = logOf(8, 2);
    assertEquals(List.of("19700101V02.cq4", "19700102V02.cq4"), segments(folder));
    assertEquals(4, Tampering.records(folder.resolve("19700101V02.cq4")).size());
    assertEquals(4, Tampering.records(folder.resolve("19700102V02.cq4")).size());
    ChronicleEntryStore.open(folder).close();
    ChronicleEntryStore.open(folder).close();
    try (EntryStore store = ChronicleEntryStore.open(folder)) {
      assertEquals(8, store.size());
      store.append(record(8));
      assertEquals(9, store.size());
    }
    assertEquals(1, Tampering.records(folder.resolve("19700103V02.cq4")).size());
    assertEquals(3, segments(folder).size());
  }

  @Test
  void anExistingLogKeepsItsSegmentsWhateverTheOptionsSay() throws IOException {
    Path folder = logOf(5, 2);
    try (EntryStore store =
        ChronicleEntryStore.open(folder, ChronicleOptions.DEFAULT.withSegmentBits(9))) {
      for (int n = 5; n < 10; n++) {
        store.append(record(n));
      }
    }
    assertEquals(
        List.of("19700101V02.cq4", "19700102V02.cq4", "19700103V02.cq4"), segments(folder));
  }

  @Test
  void everyRecordIsReachedAcrossSegments() {
    Path folder = logOf(1000, 5);
    try (EntryStore reader = ChronicleEntryStore.openReadOnly(folder)) {
      assertEquals(1000, reader.size());
      for (int n = 999; n >= 0; n -= 13) {
        try (EntryCursor cursor = reader.cursor(n)) {
          for (int m = n; m < Math.min(n + 70, 1000); m++) {
            assertArrayEquals(record(m), cursor.next(), "record " + m);
          }
        }
      }
    }
  }

  @Test
  void theCycleFollowsFromTheRecordAndFromNoClock() {
    SegmentRollCycle cycle = new SegmentRollCycle(new SegmentNames(18));
    cycle.rollTo(3);
    for (long time : new long[] {0, -1, Long.MAX_VALUE, 1_768_473_000_000L}) {
      assertEquals(3, cycle.current(() -> time, 0));
      assertEquals(3, cycle.current(() -> time, time));
    }
    assertEquals(3 * 86_400_000L, cycle.asTime());
    assertEquals(0, cycle.queueIndex(0));
    assertEquals((1 << 18) - 1, cycle.queueIndex((1 << 18) - 1));
    assertEquals(1L << 32, cycle.queueIndex(1 << 18));
    assertEquals((5L << 32) + 7, cycle.queueIndex((5 << 18) + 7));
  }

  @Test
  void aWriterWithTheLibrarysOwnClockIsRefused() {
    Path folder = logOf(3, 2);
    assertThrows(
        RuntimeException.class,
        () -> {
          try (SingleChronicleQueue queue =
              SingleChronicleQueueBuilder.single(folder.toFile()).build()) {
            queue.createAppender().writeBytes(Bytes.wrapForRead(record(3)));
          }
        });
    try (EntryStore reader = ChronicleEntryStore.openReadOnly(folder)) {
      assertEquals(3, reader.size());
    }
  }

  @Test
  void theLibraryReadsTheSameRecords() {
    Path folder = logOf(300, 6);
    SegmentRollCycle cycle = new SegmentRollCycle(new SegmentNames(6));
    cycle.rollTo(4);
    try (SingleChronicleQueue queue =
            SingleChronicleQueueBuilder.single(folder.toFile())
                .rollCycle(cycle)
                .timeProvider(cycle::asTime)
                .blockSize(ChronicleOptions.MIN_BLOCK)
                .readOnly(true)
                .build();
        ExcerptTailer tailer = queue.createTailer()) {
      for (int n = 0; n < 300; n++) {
        try (DocumentContext document = tailer.readingDocument()) {
          assertTrue(document.isPresent());
          assertEquals(cycle.queueIndex(n), document.index());
          Bytes<?> bytes = document.wire().bytes();
          byte[] read = new byte[(int) bytes.readRemaining()];
          bytes.read(read);
          assertArrayEquals(record(n), read);
        }
      }
    }
  }

  @Test
  void theFirstForceReachesEverySegmentThatWritersBeforeLeft() throws IOException {
    Path folder = logOf(18, 2);
    QueueWriter.Tail tail;
    try (SegmentLog log = SegmentLog.open(folder)) {
      tail = log.tail();
    }
    assertEquals(18, tail.size());
    try (QueueWriter writer =
        QueueWriter.open(folder, new SegmentNames(2), ChronicleOptions.MIN_BLOCK, tail)) {
      assertEquals(
          Set.of(
              folder.resolve("19700101V02.cq4"),
              folder.resolve("19700102V02.cq4"),
              folder.resolve("19700103V02.cq4"),
              folder.resolve("19700104V02.cq4"),
              folder.resolve("19700105V02.cq4")),
          writer.unsynced());
      writer.force();
      assertEquals(Set.of(), writer.unsynced());
      for (int n = 18; n < 21; n++) {
        writer.append(List.of(record(n)));
      }
      assertEquals(
          Set.of(folder.resolve("19700105V02.cq4"), folder.resolve("19700106V02.cq4")),
          writer.unsynced());
      writer.force();
      assertEquals(Set.of(), writer.unsynced());
    }
  }

  @Test
  void aReaderFollowsAWriterThroughItsRolls() {
    Path folder = logOf(0, 3);
    try (EntryStore writer = ChronicleEntryStore.open(folder);
        EntryStore reader = ChronicleEntryStore.openReadOnly(folder);
        EntryCursor cursor = reader.cursor(0)) {
      for (int n = 0; n < 100; n++) {
        assertNull(cursor.next());
        writer.append(record(n));
        assertEquals(n + 1, reader.size());
        assertArrayEquals(record(n), cursor.next());
      }
    }
  }

  @Test
  void aSmallLogIsSmall() throws IOException {
    Path folder = temp.resolve("small");
    try (EntryStore store = ChronicleEntryStore.create(folder)) {
      for (int n = 0; n < 50; n++) {
        store.append(EntryStoreConformance.record(n, 700));
      }
    }
    // Sparse: some 260 KiB of it are on the disk.
    assertTrue(Files.size(folder.resolve("19700101V18.cq4")) < 2_800_000);
  }

  @Test
  void optionsThatCannotWorkAreRefused() {
    assertThrows(IllegalArgumentException.class, () -> new ChronicleOptions(0, 1 << 22));
    assertThrows(IllegalArgumentException.class, () -> new ChronicleOptions(31, 1 << 22));
    assertThrows(IllegalArgumentException.class, () -> new ChronicleOptions(18, 1 << 21));
    assertThrows(IllegalArgumentException.class, () -> new ChronicleOptions(18, (1 << 22) + 1));
  }

  @Test
  void recordsOutOfBoundsAreRefusedAndTheRestGoesOn() {
    try (EntryStore store = ChronicleEntryStore.create(temp.resolve("log"))) {
      assertThrows(StoreException.class, () -> store.append(new byte[0]));
      assertThrows(StoreException.class, () -> store.append(new byte[279]));
      byte[] tooLong = new byte[ChronicleEntryStore.MAX_RECORD + 1];
      assertThrows(StoreException.class, () -> store.append(tooLong));
      byte[] longest = EntryStoreConformance.record(0, ChronicleEntryStore.MAX_RECORD);
      store.append(longest);
      store.append(new byte[280]);
      try (EntryCursor cursor = store.cursor(0)) {
        assertArrayEquals(longest, cursor.next());
        assertArrayEquals(new byte[280], cursor.next());
      }
    }
  }

  @Test
  void anInterruptedThreadAppendsForcesAndReads() {
    try (EntryStore store =
        ChronicleEntryStore.create(
            temp.resolve("log"), ChronicleOptions.DEFAULT.withSegmentBits(2))) {
      for (int n = 0; n < 20; n++) {
        Thread.currentThread().interrupt();
        store.append(record(n));
        store.force();
        assertEquals(n + 1, store.size());
        try (EntryCursor cursor = store.cursor(n)) {
          assertArrayEquals(record(n), cursor.next());
        }
        assertTrue(Thread.interrupted());
      }
    }
  }
}
