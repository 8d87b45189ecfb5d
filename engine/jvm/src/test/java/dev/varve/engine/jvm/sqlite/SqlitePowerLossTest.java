package dev.varve.engine.jvm.sqlite;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.engine.jvm.disk.FolderTree;
import dev.varve.engine.store.EntryCursor;
import dev.varve.engine.store.EntryStore;
import dev.varve.engine.store.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a loss of power may leave: of what was written since the last sync, any pages, some of them
 * torn, and any length. When SQLite syncs is known from what it changes: a {@code force} syncs the
 * write-ahead log; a checkpoint syncs that log, then changes the database, then syncs it; a log
 * that is begun anew has its header synced before its first frame comes.
 */
final class SqlitePowerLossTest {
  private static final int PAGE = 4096;
  private static final int SECTOR = 512;
  private static final int APPENDS = 260;
  private static final int SEEDS = Integer.getInteger("varve.powerSeeds", 1);

  @TempDir Path temp;
  private int cases;
  private int checkpoints;
  private int restarts;

  /** What is on the disk for certain, and how much of the log that has to be. */
  private byte[] syncedDatabase = {};

  private byte[] syncedLog = {};
  private long forced;

  @Test
  void whatWasForcedIsThereWhateverElseThePowerLeft() throws IOException {
    for (long seed = 1; seed <= SEEDS; seed++) {
      run(new Random(seed), temp.resolve("seed" + seed + ".db"));
    }
    assertTrue(cases > 60, cases + " cases");
    assertTrue(checkpoints > 1, checkpoints + " checkpoints");
    assertTrue(restarts > 1, restarts + " new beginnings of the write-ahead log");
  }

  private void run(Random random, Path file) throws IOException {
    try (EntryStore store = SqliteLog.create(file)) {
      store.force();
      syncedDatabase = read(file);
      syncedLog = read(Path.of(file + "-wal"));
      forced = 0;
      for (int i = 0; i < APPENDS; i++) {
        store.append(SqliteChild.command((int) store.size()));
        observe(random, file, store.size(), false);
        if (random.nextInt(4) == 0) {
          store.force();
          observe(random, file, store.size(), true);
        }
      }
    }
  }

  /** Looks at what one transaction has changed, and lets the power go within it. */
  private void observe(Random random, Path file, long size, boolean force) throws IOException {
    byte[] database = read(file);
    byte[] wal = read(Path.of(file + "-wal"));
    boolean restarted = !Arrays.equals(wal, 0, 32, syncedLog, 0, 32);
    if (restarted) {
      restarts++;
      byte[] begun = syncedLog.clone();
      System.arraycopy(wal, 0, begun, 0, 32);
      cut(random, syncedDatabase, syncedDatabase, syncedLog, begun);
      syncedLog = begun;
    }
    if (!Arrays.equals(database, syncedDatabase)) {
      // The log was on the disk before the checkpoint changed the first page of the database.
      checkpoints++;
      syncedLog = wal;
      forced = size;
      for (int i = 0; i < 4; i++) {
        cut(random, syncedDatabase, database, wal, wal);
      }
      syncedDatabase = database;
    } else if (force || restarted || random.nextInt(10) == 0) {
      cut(random, database, database, syncedLog, wal);
    }
    if (force) {
      syncedLog = wal;
      forced = size;
    }
  }

  private static byte[] read(Path file) throws IOException {
    return Files.exists(file) ? Files.readAllBytes(file) : new byte[0];
  }

  private void cut(
      Random random, byte[] oldDatabase, byte[] newDatabase, byte[] oldLog, byte[] newLog)
      throws IOException {
    cases++;
    Path folder = Files.createDirectory(temp.resolve("case" + cases));
    Path file = folder.resolve("log.db");
    Files.write(file, mixed(random, oldDatabase, newDatabase));
    Files.write(folder.resolve("log.db-wal"), mixed(random, oldLog, newLog));
    long readable = readable(file);
    assertTrue(readable >= forced, "case " + cases + ": " + readable + " of " + forced);
    try (EntryStore store = SqliteLog.open(file)) {
      assertTrue(store.size() >= forced, "case " + cases);
      if (store.isWritable()) {
        assertEquals(readable, store.size());
        store.append(SqliteChild.command((int) readable));
        store.force();
      } else {
        assertTrue(String.valueOf(store.obstacle()).contains("log.db"), store.obstacle());
      }
    }
    FolderTree.delete(folder);
  }

  /** Some pages of the new bytes, some of them in part, over the old ones. */
  private static byte[] mixed(Random random, byte[] before, byte[] after) {
    if (Arrays.equals(before, after)) {
      return after;
    }
    int shorter = Math.min(before.length, after.length);
    int longer = Math.max(before.length, after.length);
    int length =
        switch (random.nextInt(3)) {
          case 0 -> after.length;
          case 1 -> before.length;
          default -> shorter + random.nextInt(longer - shorter + 1);
        };
    byte[] mixed = Arrays.copyOf(before, length);
    int kept = random.nextInt(101);
    for (int page = 0; page < length; page += PAGE) {
      if (random.nextInt(100) >= kept) {
        continue;
      }
      int end = Math.min(length, page + PAGE);
      if (random.nextInt(8) == 0) {
        end = Math.min(end, page + SECTOR * (1 + random.nextInt(PAGE / SECTOR)));
      }
      int available = Math.min(end, after.length);
      if (available > page) {
        System.arraycopy(after, page, mixed, page, available - page);
      }
    }
    return mixed;
  }

  /** Number of records that read as they were written; then the end or what says that more was. */
  private long readable(Path file) {
    try (EntryStore store = SqliteLog.openReadOnly(file);
        EntryCursor cursor = store.cursor(0)) {
      int n = 0;
      try {
        for (byte[] record; (record = cursor.next()) != null; n++) {
          assertArrayEquals(SqliteChild.record(n), record, "case " + cases + ", record " + n);
        }
      } catch (StoreException e) {
        assertTrue(String.valueOf(e.getMessage()).contains("commits behind it"), e.getMessage());
      }
      return n;
    }
  }
}
