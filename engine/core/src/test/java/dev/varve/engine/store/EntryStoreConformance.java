package dev.varve.engine.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/**
 * What every store keeps to. A store's own test class extends this one; every test works on a log
 * of its own.
 */
public abstract class EntryStoreConformance extends BesideRecordsConformance {
  /** An entry's header, the shortest record. */
  protected static final int SHORTEST = 280;

  /** Header and the greatest payload. */
  protected static final int LONGEST = SHORTEST + (512 << 10);

  /**
   * Record {@code n}, its number in front and bytes behind that follow from number and length. In
   * the places of sequence, epoch and hashes it follows the one before, as entries do, whatever
   * that one's length.
   */
  public static byte[] record(int n, int length) {
    byte[] record = new byte[length];
    new Random(31L * n + length).nextBytes(record);
    if (length >= SHORTEST) {
      java.nio.ByteBuffer.wrap(record).putLong(8, n).putInt(16, 0).put(216, hash(n - 1), 0, 32);
      System.arraycopy(hash(n), 0, record, 248, 32);
    }
    record[0] = (byte) (n >> 24);
    record[1] = (byte) (n >> 16);
    record[2] = (byte) (n >> 8);
    record[3] = (byte) n;
    return record;
  }

  private static byte[] hash(int n) {
    byte[] hash = new byte[32];
    if (n >= 0) {
      new Random(77L * n).nextBytes(hash);
    }
    return hash;
  }

  /** A length for record {@code n}: ordinary ones of every alignment, now and then a long one. */
  public static int length(int n) {
    return n % 97 == 96 ? SHORTEST + 40_000 + n : SHORTEST + n % 701;
  }

  private static void append(EntryStore store, int from, int to) {
    for (int n = from; n < to; n++) {
      store.append(record(n, length(n)));
    }
  }

  private static void assertReads(EntryStore store, int from, int to) {
    try (EntryCursor cursor = store.cursor(from)) {
      for (int n = from; n < to; n++) {
        assertArrayEquals(record(n, length(n)), cursor.next(), "record " + n);
      }
      assertNull(cursor.next());
    }
  }

  @Test
  void aNewLogIsEmptyAndItsCursorWaits() throws Exception {
    try (EntryStore store = create()) {
      assertEquals(0, store.size());
      assertTrue(store.isWritable());
      try (EntryCursor cursor = store.cursor(0)) {
        assertNull(cursor.next());
        store.append(record(0, 300));
        assertArrayEquals(record(0, 300), cursor.next());
      }
    }
  }

  @Test
  void recordsComeBackInOrderByteForByte() throws Exception {
    try (EntryStore store = create()) {
      append(store, 0, 1000);
      assertEquals(1000, store.size());
      assertReads(store, 0, 1000);
    }
  }

  @Test
  void recordsOfEveryLengthComeBack() throws Exception {
    int[] lengths = {
      280,
      281,
      282,
      283,
      284,
      4095,
      4096,
      4097,
      65_535,
      65_536,
      65_537,
      131_071,
      200_003,
      LONGEST - 1,
      LONGEST,
      280,
      LONGEST,
      281
    };
    try (EntryStore store = create()) {
      for (int n = 0; n < lengths.length; n++) {
        store.append(record(n, lengths[n]));
      }
      try (EntryCursor cursor = store.cursor(0)) {
        for (int n = 0; n < lengths.length; n++) {
          assertArrayEquals(record(n, lengths[n]), cursor.next(), "length " + lengths[n]);
        }
      }
    }
  }

  @Test
  void whatTheCallerDoesToItsArraysChangesNothing() throws Exception {
    try (EntryStore store = create()) {
      byte[] record = record(0, 300);
      store.append(record);
      record[7]++;
      byte[] read = next(store, 0);
      assertArrayEquals(record(0, 300), read);
      read[9]++;
      assertArrayEquals(record(0, 300), next(store, 0));
    }
  }

  private static byte[] next(EntryStore store, int from) {
    try (EntryCursor cursor = store.cursor(from)) {
      byte[] record = cursor.next();
      assertNotNull(record);
      return record;
    }
  }

  @Test
  void cursorsBeginAnywhere() throws Exception {
    try (EntryStore store = create()) {
      append(store, 0, 600);
      for (int from = 0; from < 600; from += 7) {
        assertArrayEquals(record(from, length(from)), next(store, from), "record " + from);
      }
      assertReads(store, 599, 600);
      assertReads(store, 600, 600);
      assertThrows(StoreException.class, () -> store.cursor(601));
      assertThrows(StoreException.class, () -> store.cursor(-1));
    }
  }

  @Test
  void aCursorAtTheEndSeesWhatIsAppendedLater() throws Exception {
    try (EntryStore store = create()) {
      append(store, 0, 10);
      try (EntryCursor cursor = store.cursor(10)) {
        for (int n = 10; n < 300; n++) {
          assertNull(cursor.next());
          append(store, n, n + 1);
          assertArrayEquals(record(n, length(n)), cursor.next(), "record " + n);
        }
      }
    }
  }

  @Test
  void aSecondHandleSeesWhatTheWriterAppends() throws Exception {
    try (EntryStore store = create();
        EntryStore reader = openForReading();
        EntryCursor cursor = reader.cursor(0)) {
      assertEquals(0, reader.size());
      for (int n = 0; n < 300; n++) {
        append(store, n, n + 1);
        assertEquals(n + 1, reader.size());
        assertArrayEquals(record(n, length(n)), cursor.next(), "record " + n);
        assertNull(cursor.next());
      }
    }
  }

  @Test
  void aHandleForReadingRefusesToAppend() throws Exception {
    try (EntryStore store = create()) {
      append(store, 0, 3);
      try (EntryStore reader = openForReading()) {
        assertFalse(reader.isWritable());
        assertThrows(StoreException.class, () -> reader.append(record(3, 300)));
        assertEquals(3, reader.size());
      }
      assertEquals(3, store.size());
      append(store, 3, 4);
      assertReads(store, 0, 4);
    }
  }

  @Test
  void aLogThatIsOpenedAgainContinues() throws Exception {
    create().close();
    for (int round = 0; round < 5; round++) {
      try (EntryStore store = reopen()) {
        assertEquals(round * 50L, store.size());
        assertReads(store, 0, round * 50);
        append(store, round * 50, round * 50 + 50);
        store.force();
      }
    }
    try (EntryStore reader = openForReading()) {
      assertReads(reader, 0, 250);
    }
  }

  @Test
  void forceMayComeAtAnyTime() throws Exception {
    try (EntryStore store = create()) {
      store.force();
      append(store, 0, 5);
      store.force();
      store.force();
      append(store, 5, 6);
      store.force();
      assertReads(store, 0, 6);
    }
  }

  @Test
  void fourReadersBesideAWriterSeeEveryRecordInOrder() throws Exception {
    int records = 3000;
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try (EntryStore store = create();
        EntryStore reader = openForReading()) {
      List<Future<Integer>> readers = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        EntryStore source = i % 2 == 0 ? store : reader;
        readers.add(threads.submit(readAll(source, records)));
      }
      append(store, 0, records);
      for (Future<Integer> count : readers) {
        assertEquals(records, count.get());
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private static Callable<Integer> readAll(EntryStore store, int records) {
    return () -> {
      int n = 0;
      try (EntryCursor cursor = store.cursor(0)) {
        while (n < records) {
          byte[] record = cursor.next();
          if (record == null) {
            Thread.onSpinWait();
            continue;
          }
          assertArrayEquals(record(n, length(n)), record, "record " + n);
          n++;
        }
      }
      return n;
    };
  }

  @Test
  void aClosedHandleRefusesEverything() throws Exception {
    EntryStore store = create();
    append(store, 0, 2);
    EntryCursor open = store.cursor(0);
    EntryCursor closed = store.cursor(0);
    closed.close();
    closed.close();
    assertThrows(StoreException.class, closed::next);
    store.close();
    store.close();
    assertThrows(StoreException.class, () -> store.append(record(2, 300)));
    assertThrows(StoreException.class, store::force);
    assertThrows(StoreException.class, store::size);
    assertThrows(StoreException.class, () -> store.cursor(0));
    assertThrows(StoreException.class, open::next);
    open.close();
    try (EntryStore reader = openForReading()) {
      assertEquals(2, reader.size());
    }
  }

  @Test
  void aHandleDescribesItself() throws Exception {
    try (EntryStore store = create()) {
      assertFalse(store.describe().isBlank());
    }
  }
}
