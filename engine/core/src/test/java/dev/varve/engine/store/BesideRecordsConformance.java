package dev.varve.engine.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.engine.entry.ByteString;
import dev.varve.engine.entry.CommandId;
import dev.varve.engine.entry.EntryHash;
import dev.varve.engine.entry.EntryHeader;
import dev.varve.engine.entry.EntryHeaderEncoder;
import dev.varve.engine.entry.Hex;
import dev.varve.engine.store.CommandIndex.Span;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * What every store keeps to beside its records: notes, snapshot, index of commands, and carving.
 * Here the records are entries, whole and linked.
 */
abstract class BesideRecordsConformance {
  /** Makes an empty log and opens it for writing. */
  protected abstract EntryStore create() throws Exception;

  /** Opens the log that was created last for reading. */
  protected abstract EntryStore openForReading() throws Exception;

  /** Opens the log that was created last for writing, after its writer was closed. */
  protected abstract EntryStore reopen() throws Exception;

  /** Entries in a row, as a log's writer would make them. */
  private static final class Entries {
    private final EntryHash hash = new EntryHash();
    private byte[] head = new byte[32];
    private long next;

    /** The entries of a command; without its last one when it is torn. */
    List<byte[]> command(CommandId id, int entries, boolean torn) {
      List<byte[]> records = new ArrayList<>();
      for (int index = 0; index < entries; index++) {
        byte[] payload = new byte[40 + (int) (next % 50)];
        new Random(next).nextBytes(payload);
        byte[] record =
            new EntryHeaderEncoder()
                .position(0, next++)
                .event(900, 1)
                .payloadLength(payload.length)
                .command(id, index, index == entries - 1 && !torn)
                .finish(payload, head, hash);
        head = EntryHeader.of(record).entryHash();
        records.add(record);
      }
      return records;
    }
  }

  private static CommandId id(int n) {
    Random random = new Random(n);
    return new CommandId(random.nextLong(), random.nextLong());
  }

  /** Adds what the index does not know yet, as whoever opens a log does. */
  private static void complete(EntryStore store) {
    CommandIndex index = store.commandIndex();
    long from = index.indexedBelow();
    try (EntryCursor cursor = store.cursor(from)) {
      byte[] record;
      long first = from;
      for (long sequence = from; (record = cursor.next()) != null; sequence++) {
        EntryHeader header = EntryHeader.of(record);
        if (header.commandIndex() == 0) {
          first = sequence;
        }
        if (header.isLastOfCommand()) {
          index.add(header.command(), new Span(first, sequence));
        }
      }
    }
  }

  @Test
  void theRecordsOfACommandComeBackInOrder() throws Exception {
    Entries entries = new Entries();
    List<byte[]> expected = new ArrayList<>();
    try (EntryStore store = create()) {
      for (int n = 0; n < 60; n++) {
        List<byte[]> command = entries.command(id(n), 1 + n % 9, false);
        store.append(command);
        expected.addAll(command);
        assertEquals(expected.size(), store.size());
      }
      store.append(List.of());
      assertEquals(expected.size(), store.size());
      try (EntryCursor cursor = store.cursor(0)) {
        for (byte[] record : expected) {
          assertArrayEquals(record, cursor.next());
        }
        assertNull(cursor.next());
      }
    }
  }

  @Test
  void notesStayInTheirOrderAndReadersSeeThem() throws Exception {
    List<ByteString> notes = new ArrayList<>();
    try (EntryStore store = create()) {
      assertEquals(List.of(), store.notes().all());
      for (int n = 0; n < 5; n++) {
        ByteString note = note("note " + (9 - n) + "\n");
        store.notes().add(note);
        notes.add(note);
        assertEquals(notes, store.notes().all());
      }
      try (EntryStore reader = openForReading()) {
        assertEquals(notes, reader.notes().all());
        assertThrows(StoreException.class, () -> reader.notes().add(note("mine")));
      }
    }
    try (EntryStore store = reopen()) {
      byte[] longest = new byte[CheckpointNotes.MAX_NOTE];
      new Random(7).nextBytes(longest);
      store.notes().add(ByteString.of(longest));
      notes.add(ByteString.of(longest));
      ByteString longer = ByteString.of(new byte[CheckpointNotes.MAX_NOTE + 1]);
      assertThrows(StoreException.class, () -> store.notes().add(longer));
      assertEquals(notes, store.notes().all());
      assertEquals(0, store.size());
    }
  }

  private static ByteString note(String text) {
    return ByteString.of(text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void theSnapshotIsTheLastOneOrNone() throws Exception {
    byte[] large = new byte[700_001];
    new Random(3).nextBytes(large);
    try (EntryStore store = create()) {
      assertNull(store.snapshots().read());
      store.snapshots().clear();
      store.snapshots().replace(new byte[] {1, 2, 3});
      assertArrayEquals(new byte[] {1, 2, 3}, store.snapshots().read());
      store.snapshots().replace(large);
      assertArrayEquals(large, store.snapshots().read());
      try (EntryStore reader = openForReading()) {
        assertArrayEquals(large, reader.snapshots().read());
        assertThrows(StoreException.class, () -> reader.snapshots().replace(new byte[] {4}));
        assertThrows(StoreException.class, () -> reader.snapshots().clear());
      }
    }
    try (EntryStore store = reopen()) {
      assertArrayEquals(large, store.snapshots().read());
      store.snapshots().clear();
      assertNull(store.snapshots().read());
    }
    try (EntryStore store = reopen()) {
      assertNull(store.snapshots().read());
    }
  }

  @Test
  void completeCommandsAreFoundByIdAndBySlot() throws Exception {
    Entries entries = new Entries();
    try (EntryStore store = create()) {
      List<Span> spans = new ArrayList<>();
      for (int n = 0; n < 300; n++) {
        long first = store.size();
        store.append(entries.command(id(n), 1 + n % 4, false));
        spans.add(new Span(first, store.size() - 1));
        store.commandIndex().add(id(n), spans.get(n));
      }
      assertFinds(store, spans);
      store.commandIndex().flush();
    }
  }

  private static void assertFinds(EntryStore store, List<Span> spans) {
    CommandIndex index = store.commandIndex();
    assertEquals(store.size(), index.indexedBelow());
    for (int n = 0; n < spans.size(); n++) {
      CommandId id = id(n);
      CommandId sameSlot = new CommandId(id.high(), ~id.low());
      CommandId otherSlot = new CommandId(id.high() ^ 1, id.low());
      assertEquals(spans.get(n), index.find(id), "command " + n);
      assertEquals(id, index.occupantOf(id), "command " + n);
      assertEquals(id, index.occupantOf(sameSlot), "command " + n);
      assertNull(index.find(sameSlot), "command " + n);
      assertNull(index.find(otherSlot), "command " + n);
      assertNull(index.occupantOf(otherSlot), "command " + n);
    }
  }

  @Test
  void theIndexOfALogThatIsOpenedAgainIsCompletedOrMadeAnew() throws Exception {
    Entries entries = new Entries();
    List<Span> spans = new ArrayList<>();
    create().close();
    for (int round = 0; round < 3; round++) {
      try (EntryStore store = reopen()) {
        complete(store);
        assertFinds(store, spans);
        for (int n = spans.size(); spans.size() < (round + 1) * 40; n++) {
          long first = store.size();
          store.append(entries.command(id(n), 1 + n % 3, false));
          spans.add(new Span(first, store.size() - 1));
          // What is not added now is for the next opening to find.
          if (n % 40 < 30) {
            store.commandIndex().add(id(n), spans.get(n));
          }
        }
        if (round == 1) {
          store.commandIndex().flush();
        }
      }
    }
    try (EntryStore store = reopen()) {
      complete(store);
      assertFinds(store, spans);
      store.commandIndex().clear();
      complete(store);
      assertFinds(store, spans);
    }
  }

  @Test
  void aCommandThatWasBegunInVainIsNotFoundUntilItIsRepeated() throws Exception {
    Entries entries = new Entries();
    try (EntryStore store = create()) {
      store.append(entries.command(id(1), 2, false));
      store.append(entries.command(id(2), 3, true));
      complete(store);
      assertEquals(new Span(0, 1), store.commandIndex().find(id(1)));
      assertNull(store.commandIndex().find(id(2)));
      assertNull(store.commandIndex().occupantOf(id(2)));
      store.append(entries.command(id(2), 2, false));
      store.commandIndex().add(id(2), new Span(5, 6));
      assertEquals(new Span(5, 6), store.commandIndex().find(id(2)));
      assertEquals(id(2), store.commandIndex().occupantOf(id(2)));
    }
  }

  @Test
  void everyWholeEntryIsCarved() throws Exception {
    Entries entries = new Entries();
    Set<String> expected = new TreeSet<>();
    try (EntryStore store = create()) {
      for (int n = 0; n < 50; n++) {
        List<byte[]> command = entries.command(id(n), 1 + n % 5, false);
        store.append(command);
        command.forEach(record -> expected.add(Hex.of(record)));
      }
      try (EntryStore reader = openForReading()) {
        for (EntryStore each : List.of(store, reader)) {
          Set<String> found = new TreeSet<>();
          each.carve(record -> found.add(Hex.of(record)));
          assertEquals(expected, found);
        }
      }
      assertEquals(expected.size(), store.size());
    }
  }

  @Test
  void forcingBesideAnAppendLosesAndMixesNothing() throws Exception {
    Entries entries = new Entries();
    List<byte[]> expected = new ArrayList<>();
    try (EntryStore store = create()) {
      boolean[] done = {false};
      List<RuntimeException> failures = new ArrayList<>();
      Thread forcing =
          new Thread(
              () -> {
                try {
                  while (!isDone(done)) {
                    store.force();
                  }
                } catch (RuntimeException e) {
                  failures.add(e);
                }
              });
      forcing.start();
      for (int n = 0; n < 400; n++) {
        List<byte[]> command = entries.command(id(n), 1 + n % 3, false);
        store.append(command);
        expected.addAll(command);
      }
      synchronized (done) {
        done[0] = true;
      }
      forcing.join();
      assertEquals(List.of(), failures);
      store.force();
      assertEquals(expected.size(), store.size());
    }
    try (EntryStore reader = openForReading();
        EntryCursor cursor = reader.cursor(0)) {
      for (byte[] record : expected) {
        assertTrue(Arrays.equals(record, cursor.next()));
      }
      assertNull(cursor.next());
    }
  }

  private static boolean isDone(boolean[] done) {
    synchronized (done) {
      return done[0];
    }
  }
}
