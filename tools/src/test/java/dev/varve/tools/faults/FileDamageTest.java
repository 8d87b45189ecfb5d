package dev.varve.tools.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.engine.jvm.LogFolder;
import dev.varve.engine.jvm.chronicle.ChronicleEntryStore;
import dev.varve.engine.jvm.chronicle.ChronicleOptions;
import dev.varve.engine.store.EntryCursor;
import dev.varve.engine.store.EntryStore;
import dev.varve.tools.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Bits, bytes and ends of a store's files are changed as a seed says, in processes of their own,
 * since what is feared is their crash or their hang. A change is reported, or every entry and every
 * digest of the state is what it was; with a checkpoint kept elsewhere nothing else is allowed.
 * {@code -Dvarve.damages=N} cases for each store, {@code -Dvarve.damages.seed=N} for others.
 */
final class FileDamageTest {
  static final int DEFAULT_CASES = 5_000;
  static final int CASES = Integer.getInteger("varve.damages", DEFAULT_CASES);
  static final long SEED = Long.getLong("varve.damages.seed", 20_260_202L);

  @TempDir Path temp;

  @Test
  void aChangedFileIsReportedOrChangesNothing() throws Exception {
    Path keys = temp.resolve("keys");
    Path first = Files.createDirectories(temp.resolve("sqlite")).resolve("log.db");
    Cli cli = new Cli(temp);
    cli.ok("init", first, "--keys", keys);
    cli.ok("ingest", first, Cli.examples().resolve("coupon/recording.jsonl"), "--keys", keys);
    Path note = temp.resolve("note");
    Files.writeString(note, cli.ok("checkpoint", first, "--keys", keys).out());
    List<Path> logs =
        List.of(first, inSegments(first, "segments", 3), inSegments(first, "one", 18));

    ExecutorService lanes = Executors.newFixedThreadPool(2);
    try {
      List<Future<Tally>> running = new ArrayList<>();
      int half = CASES / 2;
      running.add(lanes.submit(() -> damage(logs.get(0), keys, note, 0, half)));
      running.add(lanes.submit(() -> damage(logs.get(1), keys, note, 0, half)));
      running.add(lanes.submit(() -> damage(logs.get(2), keys, note, half, CASES)));
      running.add(lanes.submit(() -> damage(unmerged(first), keys, note, half, CASES)));
      List<String> lost = new ArrayList<>();
      int cases = 0;
      for (Future<Tally> lane : running) {
        Tally tally = lane.get();
        cases += tally.cases;
        lost.addAll(tally.lost);
        assertTrue(tally.reported > tally.cases / 10, () -> "hardly anything was hit: " + tally);
      }
      assertEquals(List.of(), lost);
      assertEquals(2 * CASES, cases);
    } finally {
      lanes.shutdownNow();
    }
  }

  /** The same log in a Chronicle store of its own geometry. */
  private Path inSegments(Path from, String name, int bits) {
    Path folder = temp.resolve(name).resolve("log");
    try (EntryStore source = LogFolder.at(from).openStoreReadOnly();
        EntryCursor cursor = source.cursor(0);
        EntryStore copy =
            ChronicleEntryStore.create(folder, ChronicleOptions.DEFAULT.withSegmentBits(bits))) {
      for (byte[] record = cursor.next(); record != null; record = cursor.next()) {
        copy.append(record);
      }
      source.notes().all().forEach(copy.notes()::add);
      copy.force();
    }
    return folder;
  }

  /** The same database as a killed writer leaves it: its last writes in the write-ahead log. */
  private Path unmerged(Path from) throws IOException {
    Path open = Files.createDirectories(temp.resolve("open")).resolve("log.db");
    Path left = Files.createDirectories(temp.resolve("left")).resolve("log.db");
    try (EntryStore source = LogFolder.at(from).openStoreReadOnly();
        EntryCursor cursor = source.cursor(0);
        EntryStore copy = dev.varve.engine.jvm.sqlite.SqliteLog.create(open)) {
      for (byte[] record = cursor.next(); record != null; record = cursor.next()) {
        copy.append(record);
      }
      source.notes().all().forEach(copy.notes()::add);
      copy.force();
      for (String end : new String[] {"", "-wal"}) {
        Files.copy(Path.of(open + end), Path.of(left + end));
      }
    }
    assertTrue(Files.size(Path.of(left + "-wal")) > 4096, "the log is in the write-ahead log");
    return left;
  }

  /** What came of a range of cases. */
  private static final class Tally {
    private int cases;
    private int reported;
    private final List<String> lost = new ArrayList<>();

    @Override
    public String toString() {
      return cases + " cases, reported " + reported;
    }
  }

  private static Tally damage(Path log, Path keys, Path note, int from, int end) throws Exception {
    Path home = Files.isDirectory(log) ? log : log.resolveSibling(".");
    Tally tally = new Tally();
    try (ChildProcess probe =
        ChildProcess.start(DamageProbe.class, log, home, keys, note, from, end, SEED)) {
      int next = from;
      for (String line = probe.line(); line != null; line = probe.line()) {
        if (line.equals(next + " reported") || line.equals(next + " same")) {
          tally.reported += line.endsWith("reported") ? 1 : 0;
        } else {
          tally.lost.add(log.getFileName() + ": " + line);
        }
        tally.cases++;
        next++;
      }
      int code = probe.exit();
      if (code != 0 || next != end) {
        tally.lost.add(log + ": case " + next + " ended its process with " + code);
      }
    }
    return tally;
  }
}
