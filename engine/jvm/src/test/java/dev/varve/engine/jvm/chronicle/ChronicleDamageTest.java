package dev.varve.engine.jvm.chronicle;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.engine.store.EntryCursor;
import dev.varve.engine.store.EntryStore;
import dev.varve.engine.store.EntryStoreConformance;
import dev.varve.engine.store.LogLockedException;
import dev.varve.engine.store.StoreException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is left of a log whose files were changed, and that it is never a hang or a lie. */
final class ChronicleDamageTest {
  private static final Duration BOUND = Duration.ofSeconds(5);
  private static final int RECORDS = 22;
  private static final int FUZZ = Integer.getInteger("varve.fuzz", 24);

  @TempDir Path temp;

  private static byte[] record(int n) {
    return EntryStoreConformance.record(n, 300 + n);
  }

  /** Segments of 8, 8 and 6 records. */
  private Path log() {
    Path folder = temp.resolve("log");
    ChronicleOptions options = ChronicleOptions.DEFAULT.withSegmentBits(3);
    try (EntryStore store = ChronicleEntryStore.create(folder, options)) {
      for (int n = 0; n < RECORDS; n++) {
        store.append(record(n));
      }
      store.force();
    }
    return folder;
  }

  private static Path segment(Path folder, int number) {
    return folder.resolve(new SegmentNames(3).name(number));
  }

  /** Nothing of the log can be read, and the handle of whoever wants to repair it says why. */
  private static void assertUnreadable(Path folder, Path file) {
    StoreException refused =
        assertTimeout(
            BOUND,
            () ->
                assertThrows(StoreException.class, () -> ChronicleEntryStore.openReadOnly(folder)));
    assertTrue(refused.toString().contains(file.toString()), refused.toString());
    String obstacle = assertTimeout(BOUND, () -> obstacle(folder));
    assertTrue(obstacle.contains(file.toString()), obstacle);
    try (EntryStore store = ChronicleEntryStore.open(folder);
        EntryCursor cursor = store.cursor(0)) {
      assertEquals(0, store.size());
      assertThrows(StoreException.class, cursor::next);
    }
  }

  /**
   * Reading gives the first {@code good} records, then says where it stopped; writing is refused.
   */
  private static void assertDamagedAfter(Path folder, int good, Path file) {
    String obstacle = assertTimeout(BOUND, () -> obstacle(folder));
    assertTrue(obstacle.contains(file.toString()), obstacle);
    assertReadsUpTo(folder, good, good, file);
  }

  /**
   * Nobody looks into a segment that others follow before he reads there; then he is told, and the
   * segments behind can still be read.
   */
  private static void assertFoundByReading(Path folder, int good, Path file) {
    assertReadsUpTo(folder, good, RECORDS, file);
    try (EntryStore store = assertTimeout(BOUND, () -> ChronicleEntryStore.open(folder));
        EntryCursor cursor = store.cursor(0)) {
      for (int n = 0; n < good; n++) {
        assertArrayEquals(record(n), cursor.next());
      }
      for (int again = 0; again < 3; again++) {
        StoreException found = assertThrows(StoreException.class, cursor::next);
        assertTrue(found.toString().contains("record " + good), found.toString());
      }
      int behind = (good / 8 + 1) * 8;
      try (EntryCursor later = store.cursor(behind)) {
        for (int n = behind; n < RECORDS; n++) {
          assertArrayEquals(record(n), later.next());
        }
      }
    }
  }

  private static void assertReadsUpTo(Path folder, int good, int size, Path file) {
    try (EntryStore reader = ChronicleEntryStore.openReadOnly(folder);
        EntryCursor cursor = reader.cursor(0)) {
      assertEquals(size, reader.size());
      for (int n = 0; n < good; n++) {
        assertArrayEquals(record(n), cursor.next());
      }
      StoreException found = assertThrows(StoreException.class, cursor::next);
      assertTrue(found.toString().contains(file.toString()), found.toString());
      assertTrue(found.toString().contains("record " + good), found.toString());
    }
  }

  /** What stands in the way of an opening for writing, which then reads and does not write. */
  private static String obstacle(Path folder) {
    try (EntryStore store = ChronicleEntryStore.open(folder)) {
      assertFalse(store.isWritable());
      String obstacle = store.obstacle();
      assertNotNull(obstacle);
      assertThrows(StoreException.class, () -> store.append(record(RECORDS)));
      assertThrows(StoreException.class, store::force);
      // The lock is held all the same, for whoever repairs.
      assertThrows(LogLockedException.class, () -> ChronicleEntryStore.open(folder));
      return obstacle;
    }
  }

  @Test
  void aFirstSegmentWithoutABeginningIsRefusedAtOnce() throws IOException {
    Path folder = log();
    Path first = segment(folder, 0);
    byte[] whole = Files.readAllBytes(first);

    Files.write(first, new byte[0]);
    assertUnreadable(folder, first);
    Files.write(first, new byte[3]);
    assertUnreadable(folder, first);
    Files.write(first, new byte[1 << 20]);
    assertUnreadable(folder, first);

    byte[] zeroed = whole.clone();
    java.util.Arrays.fill(zeroed, 0, 4096, (byte) 0);
    Files.write(first, zeroed);
    assertUnreadable(folder, first);

    byte[] garbage = new byte[1 << 18];
    for (int seed = 0; seed < 20; seed++) {
      new Random(seed).nextBytes(garbage);
      Files.write(first, garbage);
      assertUnreadable(folder, first);
    }
    Files.writeString(first, "a letter, not a log\n".repeat(50));
    assertUnreadable(folder, first);

    Files.write(first, whole);
    ChronicleEntryStore.open(folder).close();
  }

  @Test
  void aLengthThatNoRecordHasIsNotFollowed() throws IOException {
    Path folder = log();
    Path second = segment(folder, 1);
    int at = Tampering.records(second).get(3);
    int length = 300 + 11;
    for (int wrong :
        new int[] {
          279, 1, ChronicleEntryStore.MAX_RECORD + 1, 0x3fffffff, 1 << 29, length | 1 << 28
        }) {
      Tampering.putInt(second, at, wrong);
      assertFoundByReading(folder, 11, second);
    }
    Tampering.putInt(second, at, length);
    ChronicleEntryStore.open(folder).close();
  }

  @Test
  void aRecordThatWasNeverFinishedHidesNothingBehindIt() throws IOException {
    Path folder = log();
    for (int number = 0; number < 3; number++) {
      Path file = segment(folder, number);
      int at = Tampering.records(file).get(2);
      int length = 300 + number * 8 + 2;
      for (int header : new int[] {0, 0x80000000, 0xc0000000, 0x80000000 | length}) {
        Tampering.putInt(file, at, header);
        if (number < 2) {
          assertFoundByReading(folder, number * 8 + 2, file);
        } else {
          assertDamagedAfter(folder, number * 8 + 2, file);
        }
      }
      Tampering.putInt(file, at, length);
    }
    ChronicleEntryStore.open(folder).close();
  }

  @Test
  void aMissingSegmentIsNamed() throws IOException {
    Path folder = log();
    Path second = segment(folder, 1);
    Path aside = temp.resolve("aside");
    Files.move(second, aside);
    assertDamagedAfter(folder, 8, second);
    Files.write(second, new byte[0]);
    assertDamagedAfter(folder, 8, second);
    Files.delete(second);
    Files.move(aside, second);
    Files.move(segment(folder, 0), aside);
    assertUnreadable(folder, segment(folder, 0));
  }

  @Test
  void aFileThatClaimsToBeHugeIsOpenedAsFastAsAnyOther() throws IOException {
    Path folder = log();
    for (int number = 0; number < 3; number++) {
      try (RandomAccessFile file = new RandomAccessFile(segment(folder, number).toFile(), "rw")) {
        file.setLength(1L << 38);
      }
      try (EntryStore reader =
              assertTimeout(BOUND, () -> ChronicleEntryStore.openReadOnly(folder));
          EntryCursor cursor = reader.cursor(0)) {
        for (int n = 0; n < RECORDS; n++) {
          assertArrayEquals(record(n), cursor.next());
        }
        assertNull(cursor.next());
      }
    }
    assertTimeout(BOUND, () -> ChronicleEntryStore.open(folder).close());
  }

  @Test
  void aCursorInTheMiddleOfASegmentThatOthersFollowLooksAtWhatIsBeforeIt() throws IOException {
    Path folder = temp.resolve("log");
    ChronicleOptions options = ChronicleOptions.DEFAULT.withSegmentBits(10);
    try (EntryStore store = ChronicleEntryStore.create(folder, options)) {
      for (int n = 0; n < 2_100; n++) {
        store.append(record(n));
      }
    }
    Path first = folder.resolve(new SegmentNames(10).name(0));
    Tampering.putInt(first, Tampering.records(first).get(300), 7);
    try (EntryStore reader = ChronicleEntryStore.openReadOnly(folder)) {
      assertEquals(2_100, reader.size());
      for (int n : new int[] {299, 1_024, 2_047, 0, 256, 2_099}) {
        try (EntryCursor cursor = reader.cursor(n)) {
          assertArrayEquals(record(n), cursor.next());
        }
      }
      for (int n : new int[] {300, 301, 511, 512, 1_023}) {
        try (EntryCursor cursor = reader.cursor(n)) {
          for (int again = 0; again < 2; again++) {
            StoreException found = assertThrows(StoreException.class, cursor::next);
            assertTrue(found.toString().contains("cannot read record " + n), found.toString());
            assertTrue(found.toString().contains(first.toString()), found.toString());
          }
        }
      }
    }
  }

  @Test
  void aTruncatedSegmentKeepsTheRecordsBeforeTheCut() throws IOException {
    Path folder = log();
    Path last = segment(folder, 2);
    int fourth = Tampering.records(last).get(3);
    try (var channel = Files.newByteChannel(last, java.nio.file.StandardOpenOption.WRITE)) {
      channel.truncate(fourth + 100);
    }
    assertDamagedAfter(folder, 19, last);
  }

  @Test
  void aWrongWritePositionIsNotBelieved() throws IOException {
    Path folder = log();
    Path last = segment(folder, 2);
    int third = Tampering.records(last).get(2);
    for (int position : new int[] {0, 200, 4096, third, third + 1}) {
      Tampering.putLong(last, 64, position);
      obstacle(folder);
      try (EntryStore reader = ChronicleEntryStore.openReadOnly(folder)) {
        assertEquals(RECORDS, reader.size());
      }
    }
    // One behind is what a killed writer leaves.
    Tampering.putLong(last, 64, Tampering.records(last).get(4));
    assertGoesOnOrIsRefused(folder, "one behind");
    try (EntryStore reader = ChronicleEntryStore.openReadOnly(folder)) {
      assertEquals(RECORDS + 5, reader.size());
    }
  }

  @Test
  void aWriterThatDiedInTheFirstAppendOfASegmentLeavesALogThatGoesOn() throws IOException {
    Path folder = temp.resolve("log");
    ChronicleOptions options = ChronicleOptions.DEFAULT.withSegmentBits(3);
    try (EntryStore store = ChronicleEntryStore.create(folder, options)) {
      store.append(record(0));
    }
    for (int first = 0; first < 24; first += 8) {
      // The record is finished, and the library has not yet noted where.
      Tampering.put(segment(folder, first / 8), 64, new byte[16]);
      try (EntryStore store = ChronicleEntryStore.open(folder);
          EntryCursor cursor = store.cursor(0)) {
        assertEquals(first + 1, store.size());
        for (int n = first + 1; n <= first + 8; n++) {
          store.append(record(n));
        }
        for (int n = 0; n <= first + 8; n++) {
          assertArrayEquals(record(n), cursor.next());
        }
      }
    }
  }

  /** Whatever the library's own structures say, no record is lost and none is misplaced. */
  private static void assertGoesOnOrIsRefused(Path folder, String what) {
    int appended = 0;
    try (EntryStore store = assertTimeout(BOUND, () -> ChronicleEntryStore.open(folder))) {
      assertEquals(RECORDS, store.size(), what);
      for (int n = RECORDS; n < RECORDS + 5; n++) {
        store.append(record(n));
        appended++;
      }
    } catch (StoreException e) {
      // Refused, at the opening or at an append: then what follows holds all the same.
      assertFalse(String.valueOf(e.getMessage()).isEmpty());
    }
    try (EntryStore reader = ChronicleEntryStore.openReadOnly(folder);
        EntryCursor cursor = reader.cursor(0)) {
      for (int n = 0; n < RECORDS + appended; n++) {
        assertArrayEquals(record(n), cursor.next(), what + ", record " + n);
      }
    }
  }

  @Test
  void damagedIndexesLoseAndMisplaceNothing() throws IOException {
    Path folder = log();
    Path last = segment(folder, 2);
    byte[] whole = Files.readAllBytes(last);
    int records = Tampering.records(last).get(0);
    Random random = new Random(7);
    for (int i = 0; i < FUZZ; i++) {
      byte[] damaged = whole.clone();
      // The first bytes of the two index pages, where their entries are, and all of the header.
      int[] from = {64, 200, 33_008};
      int at = from[i % 3] + random.nextInt(i % 3 == 0 ? 136 : 120);
      assertTrue(at < records);
      int length = 1 + random.nextInt(8);
      for (int k = 0; k < length; k++) {
        damaged[at + k] = i % 2 == 0 ? (byte) random.nextInt() : 0;
      }
      Files.write(last, damaged);
      boolean readable;
      try (EntryStore reader = ChronicleEntryStore.openReadOnly(folder)) {
        readable = reader.size() == RECORDS;
      }
      String what = length + " bytes at " + at;
      if (readable) {
        assertGoesOnOrIsRefused(folder, what);
      } else {
        assertFalse(obstacle(folder).isEmpty(), what);
      }
      Path next = segment(folder, 3);
      Files.deleteIfExists(next);
      Files.write(last, whole);
    }
  }

  @Test
  void aDamagedTableIsMadeAnew() throws IOException {
    Path folder = log();
    Path table = folder.resolve("metadata.cq4t");
    byte[] garbage = new byte[131_072];
    new Random(3).nextBytes(garbage);
    for (byte[] content : new byte[][] {garbage, new byte[0], new byte[4096]}) {
      Files.write(table, content);
      assertTimeout(BOUND, () -> ChronicleEntryStore.open(folder).close());
    }
    Files.delete(table);
    assertTimeout(BOUND, () -> ChronicleEntryStore.open(folder).close());
  }

  @Test
  void aLockThatADeadWriterLeftInTheTableStallsNobody() throws IOException {
    Path folder = log();
    Path table = folder.resolve("metadata.cq4t");
    byte[] bytes = Files.readAllBytes(table);
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    int locks = 0;
    for (String key : new String[] {"chronicle.write.lock", "chronicle.append.lock"}) {
      int at = text.indexOf(key);
      assertTrue(at > 0, key);
      // The value is the next aligned long; free is the smallest long, else a pid.
      int value = (at + key.length() + 7) / 8 * 8;
      for (int i = value; i < value + 16; i += 8) {
        if (bytes[i + 7] == (byte) 0x80) {
          // The process with pid 1 always lives, and never wrote this log.
          Tampering.putLong(table, i, 1);
          locks++;
          break;
        }
      }
    }
    assertEquals(2, locks);
    assertTimeout(
        BOUND,
        () -> {
          try (EntryStore store = ChronicleEntryStore.open(folder)) {
            store.append(record(RECORDS));
          }
        });
  }

  @Test
  void aSegmentThatADeadWriterOnlyNamedIsBegunAnew() throws IOException {
    Path folder = log();
    try (EntryStore store = ChronicleEntryStore.open(folder)) {
      store.append(record(22));
      store.append(record(23));
    }
    Path next = segment(folder, 3);
    byte[] begun = new byte[ReservedSpace.BEGINNING];
    System.arraycopy(new byte[] {1, 0, 0, (byte) 0xc0, 9, 9}, 0, begun, 0, 6);
    for (byte[] content : new byte[][] {new byte[ReservedSpace.BEGINNING], begun}) {
      Files.write(next, content);
      try (EntryStore reader = ChronicleEntryStore.openReadOnly(folder);
          EntryCursor cursor = reader.cursor(24)) {
        assertEquals(24, reader.size());
        assertNull(cursor.next());
      }
      try (EntryStore store = ChronicleEntryStore.open(folder)) {
        assertEquals(24, store.size());
        store.append(record(24));
        assertEquals(25, store.size());
      }
      try (EntryStore store = ChronicleEntryStore.open(folder)) {
        assertEquals(25, store.size());
      }
      Files.delete(next);
    }
    byte[] overwritten = new byte[200_000];
    overwritten[100_000] = 1;
    Files.write(next, overwritten);
    assertDamagedAfter(folder, 24, next);
  }

  @Test
  void aSegmentThatOthersFollowIsLookedThroughBeforeAnUnbegunOneIsDeleted() throws IOException {
    Path folder = log();
    Path last = segment(folder, 2);
    Files.write(segment(folder, 3), new byte[ReservedSpace.BEGINNING]);
    // Segment 2 has 6 records of 8: without the one behind it they would pass for all of them.
    String obstacle = obstacle(folder);
    assertTrue(obstacle.contains(last + ": ends after 6 records, expected 8"), obstacle);
    assertTrue(Files.exists(segment(folder, 3)));
  }

  @Test
  void aLastSegmentThatWasEmptiedIsNoInterruptedRoll() throws IOException {
    Path folder = log();
    Path last = segment(folder, 2);
    for (byte[] content : new byte[][] {{}, {0}, new byte[200_000], {1, 0, 0, (byte) 0xc0, 9, 9}}) {
      Files.write(last, content);
      assertDamagedAfter(folder, 16, last);
      assertArrayEquals(content, Files.readAllBytes(last));
    }
  }

  @Test
  void anUnfinishedRecordBehindTheLastIsWrittenOver() throws IOException {
    Path folder = log();
    Path last = segment(folder, 2);
    int at = Tampering.records(last).get(5);
    int tail = (at + 4 + 300 + 21 + 3) / 4 * 4;
    byte[] torn = new byte[150_000];
    new Random(5).nextBytes(torn);
    Tampering.put(last, tail + 4, torn);
    try (EntryStore store = ChronicleEntryStore.open(folder);
        EntryCursor cursor = store.cursor(22)) {
      assertEquals(RECORDS, store.size());
      assertNull(cursor.next());
      store.append(record(22));
      store.append(record(23));
      store.append(record(24));
      assertEquals(25, store.size());
      for (int n = 22; n < 25; n++) {
        assertArrayEquals(record(n), cursor.next());
      }
      assertNull(cursor.next());
    }
  }

  @Test
  void afterAFailedAppendTheHandleAppendsNoMore() throws IOException {
    Path folder = log();
    Path next = segment(folder, 3);
    try (EntryStore store = ChronicleEntryStore.open(folder)) {
      store.append(record(22));
      store.append(record(23));
      Files.createDirectory(next);
      StoreException failed = assertThrows(StoreException.class, () -> store.append(record(24)));
      assertTrue(failed.toString().contains(next.toString()), failed.toString());
      Files.delete(next);
      assertThrows(StoreException.class, () -> store.append(record(24)));
      assertThrows(StoreException.class, store::force);
    }
    try (EntryStore store = ChronicleEntryStore.open(folder)) {
      assertEquals(24, store.size());
      store.append(record(24));
    }
    try (EntryStore reader = ChronicleEntryStore.openReadOnly(folder);
        EntryCursor cursor = reader.cursor(24)) {
      assertArrayEquals(record(24), cursor.next());
    }
  }
}
