package dev.varve.tools.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.engine.jvm.LogFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kill -9 of a writing process, over and over in one log for each store and durability: at moments
 * that a seed chooses, and behind the Nth write, which is between the entries of a command, between
 * its keys and its entries, or before a force. What was acknowledged is checked by a process that
 * wrote none of it. {@code -Dvarve.kills=N} for more; {@code -Dvarve.kills.seed=N} for others.
 */
final class KillTest {
  /** Kills of all stores and durabilities together. */
  static final int DEFAULT_KILLS = 200;

  static final int KILLS = Integer.getInteger("varve.kills", DEFAULT_KILLS);

  static final long SEED = Long.getLong("varve.kills.seed", 20_260_201L);

  /** No store spins on the lock of a dead writer; nobody waits longer than this. */
  static final long OPENING_MILLIS = 2_000;

  private static final List<String> STORES = List.of("log", "log.db");
  private static final List<String> DURABILITIES = List.of("PROCESS", "POWER");
  private static final Pattern ACKNOWLEDGED = Pattern.compile("ack ([0-9]+) ok");

  @TempDir Path temp;

  @Test
  void whateverAKilledWriterAcknowledgedIsThereAndWhatItHadBegunIsWholeOrNot() throws Exception {
    ExecutorService lanes = Executors.newFixedThreadPool(2);
    try {
      List<Future<int[]>> running = new ArrayList<>();
      int kinds = STORES.size() * DURABILITIES.size();
      for (String store : STORES) {
        for (String durability : DURABILITIES) {
          int kills = (KILLS + running.size()) / kinds;
          Random random = new Random(SEED + running.size());
          running.add(lanes.submit(() -> killOverAndOver(store, durability, kills, random)));
        }
      }
      int killed = 0;
      int torn = 0;
      for (Future<int[]> lane : running) {
        killed += lane.get()[0];
        torn += lane.get()[1];
      }
      assertEquals(KILLS, killed);
      assertTrue(KILLS < 50 || torn > 0, "no kill hit the middle of a command");
    } finally {
      lanes.shutdownNow();
    }
  }

  /** Returns the kills and how many of them left a torn tail. */
  private int[] killOverAndOver(String store, String durability, int kills, Random random)
      throws IOException, InterruptedException {
    Path home = temp.resolve(durability);
    Path log = home.resolve(store);
    Path keys = home.resolve("keys of " + store);
    LogFolder.at(log).withKeys(keys).create(Numbered.REGISTRY, Numbered.ACTOR, "kill test");
    int next = 0;
    int torn = 0;
    try (ChildProcess checker = ChildProcess.start(IndependentChecker.class, log, keys)) {
      assertEquals("ready", checker.line());
      for (int kill = 0; kill < kills; kill++) {
        int dieAfter = kill % 2 == 0 ? 1 + random.nextInt(60) : 0;
        int lines = random.nextInt(40);
        int nanos = random.nextInt(3_000_000);
        String where = store + " " + durability + ", kill " + kill + " at " + next;
        int acknowledged;
        try (ChildProcess writer =
            ChildProcess.start(KilledWriter.class, log, keys, durability, next, dieAfter)) {
          acknowledged =
              next + (dieAfter > 0 ? untilItDies(writer) : untilKilled(writer, lines, nanos));
          assertEquals(ChildProcess.KILLED, writer.exit(), where);
        }
        checker.say(String.valueOf(acknowledged));
        String verdict = answer(checker, where);
        Matcher told =
            Pattern.compile("(OK|TORN_TAIL) ([0-9]+) ([0-9]+) ([0-9]+)").matcher(verdict);
        assertTrue(told.matches(), () -> where + ": " + verdict);
        int found = Integer.parseInt(told.group(2));
        // One command more may be there: it was killed before it could say so.
        assertTrue(
            found == acknowledged || found == acknowledged + 1,
            () -> where + ": acknowledged " + acknowledged + ", there are " + found);
        next = Integer.parseInt(told.group(3));
        long millis = Long.parseLong(told.group(4));
        assertTrue(millis < OPENING_MILLIS, () -> where + ": opened after " + millis + " ms");
        torn += told.group(1).equals("TORN_TAIL") ? 1 : 0;
      }
    }
    return new int[] {kills, torn};
  }

  private static String answer(ChildProcess checker, String where) throws IOException {
    String line = checker.line();
    assertNotNull(line, () -> where + ": the checker is gone");
    return line;
  }

  private static int untilItDies(ChildProcess writer) throws IOException {
    int acknowledged = 0;
    for (String line = writer.line(); line != null; line = writer.line()) {
      acknowledged += count(line, writer);
    }
    return acknowledged;
  }

  private static int untilKilled(ChildProcess writer, int lines, int nanos) throws IOException {
    int acknowledged = 0;
    String line = "";
    while (acknowledged <= lines && (line = writer.line()) != null) {
      acknowledged += count(line, writer);
    }
    long until = System.nanoTime() + nanos;
    while (System.nanoTime() < until) {
      Thread.onSpinWait();
    }
    writer.kill();
    while (line != null && (line = writer.line()) != null) {
      acknowledged += count(line, writer);
    }
    return acknowledged;
  }

  /** A line that the kill cut short acknowledges nothing. */
  private static int count(String line, ChildProcess writer) throws IOException {
    if (ACKNOWLEDGED.matcher(line).matches()) {
      return 1;
    }
    if (!line.startsWith("ack ") && !"ack ".startsWith(line)) {
      StringBuilder rest = new StringBuilder(line);
      for (String more = writer.line(); more != null; more = writer.line()) {
        rest.append('\n').append(more);
      }
      throw new AssertionError("the writer said: " + rest);
    }
    return 0;
  }
}
