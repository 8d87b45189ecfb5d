package dev.varve.engine.jvm.chronicle;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.engine.entry.EntryHeader;
import dev.varve.engine.store.EntryStore;
import dev.varve.engine.store.StoreException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What can be saved from a log's files, whatever has become of their structure. */
final class CarvingTest {
  private static final int ENTRIES = 60;

  @TempDir Path temp;

  /** Mostly ordinary lengths, and now and then the greatest. */
  private static int length(int n) {
    return n % 20 == 19 ? EntryHeader.MAX_PAYLOAD : n % 7 == 0 ? 0 : 100 + n * 37;
  }

  private static byte[] entry(int n) {
    return ForgedEntries.entry(n, length(n));
  }

  /** Segments of 16 entries. */
  private Path log() {
    Path folder = temp.resolve("log");
    try (EntryStore store =
        ChronicleEntryStore.create(folder, ChronicleOptions.DEFAULT.withSegmentBits(4))) {
      for (int n = 0; n < ENTRIES; n++) {
        store.append(entry(n));
      }
    }
    return folder;
  }

  private static Path segment(Path folder, int number) {
    return folder.resolve(new SegmentNames(4).name(number));
  }

  /** Every entry for which it holds is found, byte for byte, and no other. */
  private static void assertCarves(EntryStore store, IntPredicate expected) {
    TreeMap<Long, byte[]> found = new TreeMap<>();
    store.carve(record -> found.put(EntryHeader.of(record).sequence(), record));
    TreeSet<Long> wanted = new TreeSet<>();
    for (int n = 0; n < ENTRIES; n++) {
      if (expected.test(n)) {
        wanted.add((long) n);
      }
    }
    assertEquals(wanted, found.keySet());
    found.forEach((n, record) -> assertArrayEquals(entry(n.intValue()), record));
  }

  @Test
  void allEntriesOfAnUndamagedLogAreFound() {
    Path folder = log();
    try (EntryStore reader = ChronicleEntryStore.openReadOnly(folder)) {
      assertCarves(reader, n -> true);
    }
    try (EntryStore writer = ChronicleEntryStore.open(folder)) {
      assertCarves(writer, n -> true);
    }
  }

  @Test
  void whereverDamageHitsOnlyTheEntriesUnderItAreLost() throws IOException {
    Path folder = log();
    Path second = segment(folder, 1);
    byte[] whole = Files.readAllBytes(second);
    List<Integer> at = Tampering.records(second);
    Random random = new Random(11);
    for (int round = 0; round < 20; round++) {
      byte[] damaged = whole.clone();
      int from = at.get(0) + random.nextInt(at.get(15) - at.get(0));
      int to = from + 1 + random.nextInt(3_000);
      for (int i = from; i < to; i++) {
        damaged[i] ^= (byte) (1 + random.nextInt(255));
      }
      Files.write(second, damaged);
      try (EntryStore store = ChronicleEntryStore.open(folder)) {
        assertCarves(
            store,
            n -> {
              if (n < 16 || n >= 32) {
                return true;
              }
              int begin = at.get(n - 16) + 4;
              return to <= begin || from >= begin + entry(n).length;
            });
      }
    }
  }

  @Test
  void entriesBehindAMissingOrEmptiedSegmentAreFound() throws IOException {
    Path folder = log();
    Files.write(segment(folder, 2), new byte[0]);
    try (EntryStore store = ChronicleEntryStore.open(folder)) {
      assertFalse(store.isWritable());
      assertEquals(32, store.size());
      assertCarves(store, n -> n < 32 || n >= 48);
    }
    Files.delete(segment(folder, 0));
    try (EntryStore store = ChronicleEntryStore.open(folder)) {
      assertEquals(0, store.size());
      assertTrue(String.valueOf(store.obstacle()).contains("the log's first segment"));
      assertCarves(store, n -> (n >= 16 && n < 32) || n >= 48);
    }
  }

  @Test
  void entriesBehindAHoleAndALaggingWritePositionAreFound() throws IOException {
    Path folder = log();
    Path last = segment(folder, 3);
    List<Integer> at = Tampering.records(last);
    // What a power cut leaves: the page with the write position as it was, a page that never came.
    Tampering.putLong(last, 64, at.get(4));
    Tampering.put(last, at.get(5), new byte[entry(53).length + 4]);
    try (EntryStore store = ChronicleEntryStore.open(folder)) {
      assertEquals(53, store.size());
      assertCarves(store, n -> n != 53);
    }
  }

  @Test
  void entriesAreFoundAtAnyOffsetOfBytesWithoutStructure() throws IOException {
    Path folder = log();
    Random random = new Random(3);
    List<byte[]> parts = new ArrayList<>();
    for (int n = 0; n < ENTRIES; n++) {
      byte[] between = new byte[random.nextInt(200_001)];
      random.nextBytes(between);
      parts.add(between);
      // Beginnings that are none.
      parts.add(
          "VRV1".repeat(random.nextInt(4)).getBytes(java.nio.charset.StandardCharsets.US_ASCII));
      parts.add(Arrays.copyOf(entry(n), 279));
      parts.add(entry(n));
    }
    ByteBuffer all = ByteBuffer.allocate(parts.stream().mapToInt(part -> part.length).sum());
    parts.forEach(all::put);
    for (int number = 0; number < 4; number++) {
      Files.delete(segment(folder, number));
    }
    Files.write(segment(folder, 7), all.array());
    try (EntryStore store = ChronicleEntryStore.open(folder)) {
      assertCarves(store, n -> true);
    }
  }

  @Test
  void anEntryThatOnlyLooksLikeOneIsNotHandedOut() throws IOException {
    Path folder = log();
    Path first = segment(folder, 0);
    List<Integer> at = Tampering.records(first);
    byte[] bytes = Files.readAllBytes(first);
    // A bit of the payload; a bit of the header; a length beyond the file's end.
    bytes[at.get(1) + 4 + EntryHeader.SIZE + 5] ^= 1;
    bytes[at.get(2) + 4 + 100] ^= 1;
    bytes[at.get(3) + 4 + 25] ^= 0x7;
    Files.write(first, bytes);
    try (EntryStore store = ChronicleEntryStore.open(folder)) {
      assertCarves(store, n -> n < 1 || n > 3);
    }
  }

  @Test
  void aClosedHandleCarvesNothing() {
    EntryStore store = ChronicleEntryStore.openReadOnly(log());
    store.close();
    assertThrows(StoreException.class, () -> store.carve(record -> {}));
  }
}
