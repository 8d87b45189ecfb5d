package dev.varve.engine.jvm.sqlite;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.engine.jvm.chronicle.ChildJvm;
import dev.varve.engine.store.EntryCursor;
import dev.varve.engine.store.EntryStore;
import dev.varve.engine.store.LogLockedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Other processes at the same log: killed ones, {@code -Dvarve.kills=N} times, and strangers. */
final class SqliteProcessesTest {
  private static final int KILLS = Integer.getInteger("varve.kills", 15);

  @TempDir Path temp;

  private Path file() {
    return temp.resolve("log.db");
  }

  @Test
  void whatAKilledWriterWasToldIsThereAndEachCommandAsAWhole() throws Exception {
    SqliteLog.create(file()).close();
    Random random = new Random();
    int known = 0;
    for (int kill = 0; kill < KILLS; kill++) {
      int acknowledged = known;
      try (ChildJvm child = SqliteChild.start("append", file().toString())) {
        int target = known + 1 + random.nextInt(60);
        while (acknowledged < target) {
          acknowledged = Integer.parseInt(child.line());
        }
        Thread.sleep(random.nextInt(10));
        child.kill();
        List<String> rest = child.rest();
        // The last line may have been cut off by the kill.
        for (String line : rest.subList(0, Math.max(0, rest.size() - 1))) {
          acknowledged = Integer.parseInt(line);
        }
      }
      known = assertWhole(acknowledged);
    }
  }

  /** Returns the number of records after one more command was appended. */
  private int assertWhole(int acknowledged) throws IOException {
    Map<String, String> before = files();
    int readable;
    try (EntryStore reader = SqliteLog.openReadOnly(file())) {
      readable = (int) reader.size();
      assertTrue(readable >= acknowledged, readable + " records, acknowledged " + acknowledged);
      assertReads(reader, Math.max(0, readable - 200), readable);
      int commands = 0;
      while (commands < readable) {
        commands += SqliteChild.command(commands).size();
      }
      assertEquals(commands, readable, "no command is there in part");
    }
    assertEquals(before, files());
    try (EntryStore store = SqliteLog.open(file())) {
      assertNull(store.obstacle());
      assertEquals(readable, store.size());
      store.append(SqliteChild.command(readable));
      return (int) store.size();
    }
  }

  private static void assertReads(EntryStore store, int from, int to) {
    try (EntryCursor cursor = store.cursor(from)) {
      for (int n = from; n < to; n++) {
        assertArrayEquals(SqliteChild.record(n), cursor.next(), "record " + n);
      }
      assertNull(cursor.next());
    }
  }

  private Map<String, String> files() throws IOException {
    Map<String, String> files = new TreeMap<>();
    try (var listed = Files.list(temp)) {
      for (Path path : (Iterable<Path>) listed::iterator) {
        files.put(
            String.valueOf(path.getFileName()),
            Files.getLastModifiedTime(path) + " " + Files.size(path));
      }
    }
    return files;
  }

  @Test
  void aWriterInAnotherProcessIsNamedAtOnceAndAfterItsDeathThereIsNoneLeft() throws Exception {
    SqliteLog.create(file()).close();
    try (ChildJvm child = SqliteChild.start("hold", file().toString())) {
      assertEquals("holding", child.line());
      LogLockedException e = assertThrows(LogLockedException.class, () -> SqliteLog.open(file()));
      assertTrue(String.valueOf(e.getMessage()).contains("pid " + child.pid()), e.getMessage());
      SqliteLog.openReadOnly(file()).close();
      child.kill();
    }
    try (EntryStore store = SqliteLog.open(file())) {
      store.append(SqliteChild.record(0));
    }
  }

  /** A process loses its locks on a file when it closes any handle on it, also one for copying. */
  @Test
  void copiesMadeBesideTheWriterDoNotCostItSqlitesLock() throws Exception {
    try (EntryStore store = SqliteLog.create(file())) {
      store.append(SqliteChild.record(0));
      assertEquals("open", stranger());
      for (int i = 0; i < 3; i++) {
        SqliteLog.openReadOnly(file()).close();
      }
      assertEquals("open", stranger());
    }
    SqliteLog.openReadOnly(file()).close();
    assertEquals("free", stranger());
  }

  private String stranger() throws Exception {
    try (ChildJvm child = SqliteChild.start("isOpen", file().toString())) {
      return child.line();
    }
  }
}
