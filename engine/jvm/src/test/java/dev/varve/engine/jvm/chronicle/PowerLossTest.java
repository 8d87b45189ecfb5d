package dev.varve.engine.jvm.chronicle;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.engine.entry.EntryHash;
import dev.varve.engine.jvm.disk.FolderTree;
import dev.varve.engine.store.EntryCursor;
import dev.varve.engine.store.EntryStore;
import dev.varve.engine.store.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a log's files may look like after the power was lost: what {@code force} brought to the
 * disk, and of all pages that changed since then any, whole, in part or not at all. {@code
 * -Dvarve.powerloss.cases=N} tries N of them.
 */
final class PowerLossTest {
  private static final int CASES = Integer.getInteger("varve.powerloss.cases", 40);
  private static final int PAGE = 4096;
  private static final int SECTOR = 512;

  @TempDir Path temp;

  private static byte[] entry(int n) {
    return ForgedEntries.entry(n, n % 23 == 22 ? 30_000 : (n * 131) % 1_500);
  }

  /** The files of a log at some moment. */
  private static Map<String, byte[]> files(Path folder) throws IOException {
    Map<String, byte[]> files = new TreeMap<>();
    try (Stream<Path> found = Files.list(folder)) {
      for (Path file : (Iterable<Path>) found::iterator) {
        String name = file.getFileName().toString();
        // Reading the lock's file would give the lock up.
        if (name.contains(".cq4")) {
          files.put(name, Files.readAllBytes(file));
        }
      }
    }
    return files;
  }

  @Test
  void whatForceReturnedForIsThereWhateverElseIsNot() throws IOException {
    int obstacles = 0;
    for (int seed = 0; seed < CASES; seed++) {
      try {
        obstacles += lose(seed) ? 1 : 0;
      } catch (RuntimeException | Error e) {
        throw new AssertionError("seed " + seed + ": " + e, e);
      }
      FolderTree.delete(temp.resolve("log"));
      FolderTree.delete(temp.resolve("after"));
    }
    // Both kinds of outcome occur, else this tries less than it says.
    assertTrue(CASES < 40 || (obstacles > 0 && obstacles < CASES), obstacles + " obstacles");
  }

  /** Returns whether the log could be read only. */
  private boolean lose(int seed) throws IOException {
    Random random = new Random(seed);
    Path folder = temp.resolve("log");
    int bits = seed % 3 == 0 ? 18 : 3 + random.nextInt(3);
    Map<String, byte[]> durable;
    Map<String, byte[]> written;
    int forced = 0;
    int appended = 0;
    try (EntryStore store =
        ChronicleEntryStore.create(folder, ChronicleOptions.DEFAULT.withSegmentBits(bits))) {
      store.force();
      durable = files(folder);
      for (int batch = random.nextInt(5); batch > 0; batch--) {
        appended = append(store, appended, random.nextInt(40), durable, folder, bits);
        store.force();
        forced = appended;
        durable = files(folder);
      }
      appended = append(store, appended, random.nextInt(40), durable, folder, bits);
      written = files(folder);
    }
    Path after = temp.resolve("after");
    Files.createDirectories(after);
    compose(durable, written, after, random);
    return assertSurvived(after, forced, appended);
  }

  /** Appends; a segment that is followed by another is on the disk, as the store promises. */
  private static int append(
      EntryStore store, int from, int count, Map<String, byte[]> durable, Path folder, int bits)
      throws IOException {
    SegmentNames names = new SegmentNames(bits);
    for (int n = from; n < from + count; n++) {
      store.append(entry(n));
      boolean rolled = n > 0 && (n >> bits) != ((n - 1) >> bits);
      if (rolled) {
        String full = names.name((n - 1) >> bits);
        durable.put(full, Files.readAllBytes(folder.resolve(full)));
        String begun = names.name(n >> bits);
        // Its zeros were forced before it had its name.
        durable.putIfAbsent(begun, new byte[ReservedSpace.BEGINNING]);
      }
    }
    return from + count;
  }

  private static void compose(
      Map<String, byte[]> durable, Map<String, byte[]> written, Path into, Random random)
      throws IOException {
    // How much of what was not forced made it: nothing, most of it, or anything between.
    int percent = new int[] {0, 5, 50, 95, 100}[random.nextInt(5)];
    boolean headerLags = random.nextBoolean();
    List<String> names = new ArrayList<>(written.keySet());
    for (String name : names) {
      byte[] now = written.get(name);
      byte[] before = durable.get(name);
      if (before == null || now == null) {
        // A name that was never forced may be there or not.
        if (now == null || random.nextInt(100) >= percent) {
          continue;
        }
        before = new byte[0];
      }
      byte[] result = Arrays.copyOf(before, random.nextBoolean() ? now.length : before.length);
      for (int at = 0; at < result.length; at += PAGE) {
        boolean lags = at == 0 && headerLags;
        if (!lags && random.nextInt(100) < percent) {
          copy(now, result, at, PAGE);
        } else if (!lags && random.nextInt(10) == 0) {
          for (int sector = at; sector < at + PAGE; sector += SECTOR) {
            if (random.nextBoolean()) {
              copy(now, result, sector, SECTOR);
            }
          }
        }
      }
      Files.write(into.resolve(name), result);
    }
  }

  private static void copy(byte[] from, byte[] to, int at, int length) {
    int count = Math.min(length, Math.min(from.length, to.length) - at);
    if (count > 0) {
      System.arraycopy(from, at, to, at, count);
    }
  }

  private static boolean assertSurvived(Path folder, int forced, int appended) {
    int read;
    try (EntryStore reader = ChronicleEntryStore.openReadOnly(folder)) {
      read = assertReads(reader, forced, appended);
    }
    boolean writable;
    boolean goesOn;
    try (EntryStore store = ChronicleEntryStore.open(folder)) {
      writable = store.isWritable();
      assertEquals(writable, store.obstacle() == null);
      assertEquals(read, assertReads(store, forced, appended));
      List<byte[]> carved = new ArrayList<>();
      store.carve(carved::add);
      assertTrue(carved.size() >= forced, carved.size() + " carved, forced " + forced);
      goesOn = writable && read == store.size();
      if (goesOn) {
        for (int n = read; n < read + 5; n++) {
          store.append(entry(n));
        }
        store.force();
      }
    }
    try (EntryStore reader = ChronicleEntryStore.openReadOnly(folder);
        EntryCursor cursor = reader.cursor(read)) {
      assertReads(reader, forced, Math.max(appended, read + 5));
      for (int n = read; goesOn && n < read + 5; n++) {
        assertArrayEquals(entry(n), cursor.next(), "record " + n);
      }
    }
    return !writable;
  }

  /**
   * Everything up to {@code forced} is as it was written. Behind that a record may be torn, which
   * its hashes say, but none is another one's. Returns how many were read before the end or an
   * error.
   */
  private static int assertReads(EntryStore store, int forced, int appended) {
    int n = 0;
    try (EntryCursor cursor = store.cursor(0)) {
      byte[] record;
      while ((record = cursor.next()) != null) {
        assertTrue(n < appended, "a record that nobody appended");
        if (n < forced) {
          assertArrayEquals(entry(n), record, "record " + n);
        } else if (EntryHash.isWhole(record)) {
          assertArrayEquals(entry(n), record, "record " + n);
        }
        n++;
      }
    } catch (StoreException e) {
      assertNotNull(e.getMessage());
    }
    assertTrue(n >= forced, n + " records can be read, " + forced + " were forced");
    return n;
  }
}
