package dev.varve.tools.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.engine.jvm.LogFolder;
import dev.varve.engine.log.CommittedEntry;
import dev.varve.engine.log.LogReader;
import dev.varve.engine.log.MemoryLog;
import dev.varve.engine.store.Durability;
import dev.varve.engine.store.EntryStore;
import dev.varve.engine.verify.LogVerifier;
import dev.varve.engine.verify.Verdict;
import dev.varve.engine.verify.VerificationReport;
import dev.varve.projections.MemoryReader;
import dev.varve.tools.Cli;
import dev.varve.tools.ParsedJson;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Ingests the real run in a process of its own and kills that with signal 9: at moments that a seed
 * chooses, and after a given entry, which is most often in the middle of a command. The number of
 * kills is {@code varve.kills.ingest}, 50 unless set.
 */
class IngestKillTest {
  private static final int KILLS = Integer.getInteger("varve.kills.ingest", 50);

  /** The exit code of a process that signal 9 ended. */
  private static final int KILLED = 137;

  /** Starts that may end without a kill: the child was done first. */
  private static final int TOO_LATE = 20;

  private static final Path RUN = Cli.examples().resolve("droidbot-testapp");

  @TempDir Path temp;
  private Cli cli = new Cli(Path.of(""));

  @BeforeEach
  void home() {
    cli = new Cli(temp);
  }

  private Path keys(int run) {
    return temp.resolve("keys" + run);
  }

  private Path log(int run) {
    return temp.resolve("log" + run);
  }

  @Test
  void everyAcknowledgedCommandSurvivesAndNoHalfOneShowsAndIngestingAgainCompletesIt()
      throws IOException, InterruptedException {
    cli.ok("init", log(-1), "--keys", keys(-1));
    long whole =
        cli.ok("ingest", log(-1), RUN, "--keys", keys(-1), "--json").json().number("appended");
    Random random = new Random(20_260_115);
    int torn = 0;
    int killed = 0;
    for (int run = 0; killed < KILLS && run < KILLS + TOO_LATE; run++) {
      cli.ok("init", log(run), "--keys", keys(run));
      Ended ended =
          killed % 2 == 0
              ? killedAfterEntry(run, 1 + random.nextInt((int) whole))
              : killedAfterLines(run, random.nextInt(40), random.nextInt(4_000_000));
      assertTrue(ended.code == KILLED || ended.code == 0, () -> "it failed: " + ended);
      Verdict verdict = check(run, ended.acknowledged);
      if (ended.code == KILLED) {
        killed++;
        torn += verdict == Verdict.TORN_TAIL ? 1 : 0;
      } else {
        assertEquals(Verdict.OK, verdict);
      }
    }
    assertEquals(KILLS, killed, "too many children were done before they were killed");
    assertTrue(torn > 0, "no kill hit the middle of a command");
  }

  /** How a child came to its end, and what it had acknowledged. */
  private record Ended(int code, List<String> acknowledged) {}

  private Ended killedAfterEntry(int run, int entries) throws IOException, InterruptedException {
    Process process = start(run, String.valueOf(entries));
    List<String> lines = new ArrayList<>();
    try (BufferedReader out = reader(process)) {
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        lines.add(line);
      }
    }
    int code = process.waitFor();
    assertEquals(KILLED, code, () -> "not killed: " + lines);
    return new Ended(code, lines);
  }

  private Ended killedAfterLines(int run, int count, int nanos)
      throws IOException, InterruptedException {
    Process process = start(run);
    List<String> lines = new ArrayList<>();
    try (BufferedReader out = reader(process)) {
      String line = "";
      while (lines.size() < count && (line = out.readLine()) != null) {
        lines.add(line);
      }
      long until = System.nanoTime() + nanos;
      while (System.nanoTime() < until) {
        Thread.onSpinWait();
      }
      process.toHandle().destroyForcibly();
      while (line != null && (line = out.readLine()) != null) {
        lines.add(line);
      }
    }
    return new Ended(process.waitFor(), lines);
  }

  private static BufferedReader reader(Process process) {
    return new BufferedReader(
        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  private Process start(int run, String... more) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    for (String flag : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
      if (flag.startsWith("--")) {
        command.add(flag);
      }
    }
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-Xshare:auto", "-cp"));
    command.add(System.getProperty("java.class.path"));
    command.add(IngestingProcess.class.getName());
    command.addAll(List.of(log(run).toString(), keys(run).toString(), RUN.toString()));
    command.addAll(List.of(more));
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }

  private Verdict check(int run, List<String> acknowledged) {
    VerificationReport report = verify(run);
    String where = "run " + run + ", acknowledged " + acknowledged + ": " + report.findings();
    assertTrue(
        report.verdict() == Verdict.OK || report.verdict() == Verdict.TORN_TAIL, () -> where);
    Set<String> complete = completeCommands(run);
    for (String command : acknowledged) {
      // A last line that the kill cut short was not acknowledged; a whole one names two numbers.
      if (command.matches("[0-9]+ [0-9]+")) {
        assertTrue(complete.contains(command), () -> command + " is not there whole; " + where);
      } else {
        assertTrue(command.matches("[0-9 ]*"), () -> "the child said: " + acknowledged);
      }
    }
    ParsedJson again = cli.ok("ingest", log(run), RUN, "--keys", keys(run), "--json").json();
    assertEquals(again.number("lines"), again.number("commands") + again.number("skipped"), where);
    assertEquals(Verdict.OK, verify(run).verdict(), where);
    assertEquals(
        0,
        cli.ok("ingest", log(run), RUN, "--keys", keys(run), "--json").json().number("appended"));
    assertEquals(layers(-1), layers(run), where);
    return report.verdict();
  }

  private VerificationReport verify(int run) {
    try (EntryStore store = LogFolder.at(log(run)).openStoreReadOnly()) {
      return LogVerifier.verify(store);
    }
  }

  private Set<String> completeCommands(int run) {
    Set<String> commands = new HashSet<>();
    LogFolder folder = LogFolder.at(log(run)).withKeys(keys(run));
    try (MemoryLog log =
            MemoryLog.open(folder.openReadOnly(), MemoryReader.registry(), Durability.PROCESS);
        LogReader reader = log.reader()) {
      for (List<CommittedEntry> command = reader.next(); command != null; command = reader.next()) {
        commands.add(command.get(0).sequence() + " " + command.get(command.size() - 1).sequence());
      }
    }
    return commands;
  }

  /** What is in the layers, told without anything that differs between two logs. */
  private List<String> layers(int run) {
    List<String> told = new ArrayList<>();
    for (ParsedJson session :
        cli.ok("sessions", log(run), "--keys", keys(run), "--json").jsonLines()) {
      told.add(
          session.text("trace") + " " + session.text("outcome") + " " + session.number("steps"));
    }
    for (ParsedJson fact : cli.ok("facts", log(run), "--keys", keys(run), "--json").jsonLines()) {
      told.add(fact.text("key") + " " + fact.text("state"));
    }
    return told;
  }
}
