package dev.varve.engine.jvm.sqlite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.engine.entry.Hex;
import dev.varve.engine.store.EntryCursor;
import dev.varve.engine.store.EntryStore;
import dev.varve.engine.store.StoreException;
import dev.varve.engine.verify.LogVerifier;
import dev.varve.engine.verify.Verdict;
import dev.varve.engine.verify.VerificationReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bytes of the files that are not what was written, {@code -Dvarve.flips=N} cases a kind. */
final class SqliteDamageTest {
  private static final int CASES = Integer.getInteger("varve.flips", 200);
  private static final Duration OPENING = Duration.ofSeconds(5);

  @TempDir Path temp;

  private final List<List<byte[]>> commands = LinkedEntries.commands(40, 6000);

  private Path file() {
    return temp.resolve("log.db");
  }

  private Path log() {
    return temp.resolve("log.db-wal");
  }

  /** The records, as hex, up to a number of commands. */
  private List<String> records(int upTo) {
    List<String> records = new ArrayList<>();
    commands.subList(0, upTo).forEach(command -> command.forEach(r -> records.add(Hex.of(r))));
    return records;
  }

  private void write() {
    try (EntryStore store = SqliteLog.create(file())) {
      commands.forEach(store::append);
    }
  }

  /** The files of a log whose writer was killed: all of it in the write-ahead log. */
  private List<byte[]> filesOfAKilledWriter() throws IOException {
    try (EntryStore store = SqliteLog.create(file())) {
      commands.forEach(store::append);
      return List.of(Files.readAllBytes(file()), Files.readAllBytes(log()));
    }
  }

  private static byte[] damaged(byte[] whole, Random random, boolean cut) {
    if (cut) {
      return Arrays.copyOf(whole, random.nextInt(whole.length));
    }
    byte[] changed = whole.clone();
    for (int flips = 1 + random.nextInt(4); flips > 0; flips--) {
      changed[random.nextInt(changed.length)] ^= (byte) (1 << random.nextInt(8));
    }
    return changed;
  }

  @Test
  void flipsAndCutsOfTheDatabaseAreReportedOrChangeNothing() throws IOException {
    write();
    byte[] whole = Files.readAllBytes(file());
    Random random = new Random(11);
    int unnoticed = 0;
    for (int i = 0; i < CASES; i++) {
      Files.write(file(), damaged(whole, random, i % 5 == 0));
      List<String> read = readOrNull("case " + i);
      if (read != null) {
        unnoticed++;
        assertEquals(records(commands.size()), read, "case " + i);
      }
      assertOpensForWritingWithoutLoss("case " + i, whole);
    }
    assertTrue(unnoticed < CASES / 2, unnoticed + " of " + CASES + " changed nothing");
  }

  /** A cut in the last transaction is one that was never finished; more than that is told. */
  @Test
  void flipsAndCutsOfTheWriteAheadLogCostAtMostTheLastCommandUnsaid() throws IOException {
    List<byte[]> files = filesOfAKilledWriter();
    Random random = new Random(12);
    int reported = 0;
    int cuts = 0;
    for (int i = 0; i < CASES; i++) {
      boolean cut = i % 10 == 0;
      cuts += cut ? 1 : 0;
      Files.write(file(), files.get(0));
      Files.write(log(), damaged(files.get(1), random, cut));
      List<String> read = readOrNull("case " + i);
      if (read == null) {
        reported++;
      } else if (cut) {
        assertEquals(records(commands.size()).subList(0, read.size()), read, "case " + i);
      } else {
        int count = read.size() == records(commands.size()).size() ? 0 : 1;
        assertEquals(records(commands.size() - count), read, "case " + i);
      }
    }
    assertTrue(reported > (CASES - cuts) / 2, reported + " of " + CASES);
  }

  /** What verifies as a whole log, or null when reading or verifying reported something. */
  private List<String> readOrNull(String what) {
    return assertTimeout(
        OPENING,
        () -> {
          try (EntryStore store = SqliteLog.openReadOnly(file())) {
            VerificationReport report = LogVerifier.verify(store);
            if (report.verdict() != Verdict.OK) {
              assertFalse(
                  report.findings().isEmpty() && report.verdict() != Verdict.UNVERIFIABLE, what);
              return null;
            }
            List<String> read = new ArrayList<>();
            try (EntryCursor cursor = store.cursor(0)) {
              for (byte[] record; (record = cursor.next()) != null; ) {
                read.add(Hex.of(record));
              }
            }
            return read;
          } catch (StoreException e) {
            assertNotNull(e.getMessage(), what);
            return null;
          }
        },
        what);
  }

  /** A writer is refused, reads only, or leaves the bytes of every entry as they were. */
  private void assertOpensForWritingWithoutLoss(String what, byte[] whole) throws IOException {
    byte[] before = Files.readAllBytes(file());
    assertTimeout(
        OPENING,
        () -> {
          try (EntryStore store = SqliteLog.open(file())) {
            if (!store.isWritable()) {
              assertNotNull(store.obstacle(), what);
            }
          } catch (StoreException e) {
            assertNotNull(e.getMessage(), what);
          }
        },
        what);
    byte[] after = Files.readAllBytes(file());
    assertEquals(before.length, after.length, what);
    assertTrue(before.length <= whole.length, what);
    for (String end : new String[] {"-wal", "-shm"}) {
      Files.deleteIfExists(temp.resolve("log.db" + end));
    }
  }

  @Test
  void aDamagedPageHidesNoOtherRowFromCarving() throws IOException {
    write();
    byte[] whole = Files.readAllBytes(file());
    Set<String> all = new TreeSet<>(records(commands.size()));
    int pages = whole.length / 4096;
    long lost = 0;
    // Not the first page, without which SQLite finds no table.
    for (int page = 1; page < pages; page++) {
      byte[] changed = whole.clone();
      Arrays.fill(changed, page * 4096, page * 4096 + 4096, (byte) 0x55);
      Files.write(file(), changed);
      Set<String> found = new TreeSet<>();
      try (EntryStore store = SqliteLog.openReadOnly(file())) {
        store.carve(record -> found.add(Hex.of(record)));
      }
      assertTrue(all.containsAll(found), "page " + page);
      lost += all.size() - found.size();
    }
    // A page has parts of a few rows; the root of the table alone hides them all.
    assertTrue(lost < 3L * pages + all.size(), lost + " rows for " + pages + " pages");
  }

  @Test
  void aLogWhoseGuardsAreGoneIsReadAndNotWritten() throws Exception {
    write();
    try (var connection = java.sql.DriverManager.getConnection("jdbc:sqlite:" + file());
        var statement = connection.createStatement()) {
      statement.executeUpdate("DROP TRIGGER entry_stays");
    }
    try (EntryStore store = SqliteLog.open(file())) {
      assertFalse(store.isWritable());
      assertTrue(
          String.valueOf(store.obstacle()).contains("entry_stays is not as it was made"),
          store.obstacle());
      assertEquals(Verdict.OK, LogVerifier.verify(store).verdict());
    }
  }
}
