package dev.varve.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.engine.jvm.LogFolder;
import dev.varve.engine.store.EntryCursor;
import dev.varve.engine.store.EntryStore;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A log in either store that is damaged, and what the commands make of it. */
class RecoverTest {
  private static final Path RECORDING = Cli.examples().resolve("coupon/recording.jsonl");

  @TempDir Path folder;
  private Cli cli = new Cli(Path.of("."));

  @BeforeEach
  void setUp() {
    cli = new Cli(folder.resolve("home"));
  }

  private Path made(String name) {
    Path log = folder.resolve(name);
    cli.ok("init", log, "--keys", folder.resolve("keys"));
    cli.ok("ingest", log, RECORDING, "--keys", folder.resolve("keys"));
    return log;
  }

  private Cli.Run run(Object... args) {
    List<Object> all = new ArrayList<>(List.of(args));
    all.add("--keys");
    all.add(folder.resolve("keys"));
    return cli.run(all.toArray());
  }

  private static byte[] record(Path log, long sequence) {
    try (EntryStore store = LogFolder.at(log).openStoreReadOnly();
        EntryCursor cursor = store.cursor(sequence)) {
      byte[] record = cursor.next();
      if (record == null) {
        throw new AssertionError("entry " + sequence);
      }
      return record;
    }
  }

  /** Flips the last bit of an entry's payload, wherever a file of the log holds it. */
  static void damage(Path log, long sequence) throws IOException {
    byte[] record = record(log, sequence);
    String end =
        new String(
            java.util.Arrays.copyOfRange(record, record.length - 40, record.length),
            StandardCharsets.ISO_8859_1);
    List<Path> files = new ArrayList<>();
    if (Files.isDirectory(log)) {
      try (DirectoryStream<Path> segments = Files.newDirectoryStream(log, "*.cq4")) {
        segments.forEach(files::add);
      }
    } else {
      files.add(log);
    }
    boolean found = false;
    for (Path file : files) {
      byte[] bytes = Files.readAllBytes(file);
      String all = new String(bytes, StandardCharsets.ISO_8859_1);
      for (int at = all.indexOf(end); at >= 0; at = all.indexOf(end, at + 1)) {
        bytes[at + end.length() - 1] ^= 1;
        found = true;
      }
      Files.write(file, bytes);
    }
    assertTrue(found, "the record is in no file");
  }

  private long sequenceOf(Path log, String type) {
    return run("log", log, "--type", type, "--json").jsonLines().get(0).number("sequence");
  }

  @ParameterizedTest
  @ValueSource(strings = {"log", "log.db"})
  void aDamagedLogIsReadUpToThereNotWrittenAndRecoveredByOneCommand(String name)
      throws IOException {
    Path log = made(name);
    long damaged = sequenceOf(log, "StepRecorded");
    long entries = run("verify", log, "--json").json().number("entries");
    damage(log, damaged);
    assertEquals("DAMAGED", run("verify", log, "--json").json().get("verdict"));
    Cli.Run read = run("sessions", log, "--json");
    assertEquals(1, read.code());
    assertTrue(
        read.err().contains("entry " + damaged + " is damaged")
            && read.err().contains("PAYLOAD_DIGEST")
            && read.err().contains("varve recover"),
        read.err());
    Map<String, String> before = FilesSeen.below(folder);
    for (Object[] writing :
        new Object[][] {
          {"ingest", log, RECORDING},
          {"checkpoint", log},
          {"recall", log, "--task", "x", "--record"}
        }) {
      Cli.Run refused = run(writing);
      assertEquals(2, refused.code(), refused.err());
      assertEquals(1, refused.err().split("\n").length, refused.err());
      assertTrue(refused.err().contains("varve recover"), refused.err());
    }
    assertEquals(keysOf(before), keysOf(FilesSeen.below(folder)), "nothing came or went");
    Cli.Run plan = run("recover", log, "--plan", "--json");
    assertEquals(1, plan.code());
    assertFalse((Boolean) plan.json().get("recovered"));

    Cli.Run recovered = run("recover", log, "--json");
    assertEquals(1, recovered.code(), recovered.err());
    ParsedJson told = recovered.json();
    assertEquals(true, told.get("recovered"));
    assertEquals(1, told.number("epoch"));
    assertEquals(name + ".quarantine/1", told.get("setAside"));
    assertTrue(told.number("salvagedCommands") > 3, recovered.out());
    ParsedJson verified = run("verify", log, "--json").json();
    assertEquals("OK", verified.get("verdict"), verified.toString());
    assertEquals(1, verified.number("epoch"));
    assertTrue(verified.number("entries") > entries - 10);
    Path kept = folder.resolve(name + ".quarantine").resolve("1").resolve(name);
    assertEquals("DAMAGED", run("verify", kept, "--json").json().get("verdict"));

    Cli.Run again = run("recover", log, "--json");
    assertEquals(0, again.code(), again.out() + again.err());
    assertEquals(false, again.json().get("needed"));
    assertEquals(0, run("recall", log, "--task", "x", "--record").code());
    assertEquals("OK", run("verify", log, "--json").json().get("verdict"));
    assertEquals(2, run("sessions", log, "t-001").lines().size(), "of three steps one is lost");
    assertEquals(0, run("checkpoint", log).code());
    Cli.Run doctor = run("doctor", log, "--json");
    assertEquals(0, doctor.code(), doctor.out());
  }

  @ParameterizedTest
  @ValueSource(strings = {"log", "log.db"})
  void whatIsLostCanBeTakenInAgainAndTheRestIsKnownToBeThere(String name) throws IOException {
    Path log = made(name);
    String sessions = run("sessions", log, "--json").out().replaceAll("Sequence\":[0-9]+", "");
    damage(log, sequenceOf(log, "SessionEnded"));
    assertEquals(1, run("recover", log).code());
    ParsedJson ingested = run("ingest", log, RECORDING, "--json").json();
    assertEquals(1, ingested.number("commands"), "the lost line");
    assertEquals(0, run("ingest", log, RECORDING, "--json").json().number("appended"));
    assertEquals("OK", run("verify", log, "--json").json().get("verdict"));
    assertEquals(
        sessions, run("sessions", log, "--json").out().replaceAll("Sequence\":[0-9]+", ""));
  }

  private static List<String> keysOf(Map<String, String> seen) {
    return seen.keySet().stream()
        .filter(name -> !name.endsWith("-writer") && !name.endsWith(".lock"))
        .toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"log", "log.db"})
  void aHealthyLogIsLeftAlone(String name) {
    Path log = made(name);
    List<String> before = lines(log);
    Cli.Run run = run("recover", log);
    assertEquals(0, run.code(), run.err());
    assertTrue(run.out().contains("nothing to recover"), run.out());
    assertEquals(before, lines(log));
    assertFalse(Files.exists(folder.resolve(name + ".quarantine")));
  }

  private List<String> lines(Path log) {
    return run("log", log, "--json").lines();
  }

  @ParameterizedTest
  @ValueSource(strings = {"log", "log.db"})
  void killedWhileTheNewLogIsMadeTheOldOneIsAsItWasAndRecoveryStartsOver(String name)
      throws IOException, InterruptedException {
    Path log = made(name);
    long damaged = sequenceOf(log, "StepRecorded");
    damage(log, damaged);
    assertEquals(RecoveringProcess.KILLED, killed(log, "ready"));
    assertEquals(1, run("sessions", log).code(), "it is read as before");
    Cli.Run doctor = run("doctor", log);
    assertEquals(1, doctor.code());
    assertTrue(doctor.out().contains("interrupted while the new log was made"), doctor.out());
    assertEquals(1, run("recover", log).code());
    assertEquals("OK", run("verify", log, "--json").json().get("verdict"));
    assertEquals(List.of(), hidden());
  }

  @ParameterizedTest
  @ValueSource(strings = {"log", "log.db"})
  void killedBeforeTheNewLogIsInItsPlaceEveryCommandSaysSoAndRecoverGoesOn(String name)
      throws IOException, InterruptedException {
    Path log = made(name);
    damage(log, sequenceOf(log, "StepRecorded"));
    assertEquals(RecoveringProcess.KILLED, killed(log, "finish"));
    assertRefusedUntilRecovered(log);
  }

  @Test
  void killedWhileNoLogIsInItsPlaceNothingIsMadeThereAndRecoverGoesOn()
      throws IOException, InterruptedException {
    Path log = made("log");
    damage(log, sequenceOf(log, "StepRecorded"));
    assertEquals(RecoveringProcess.KILLED, killed(log, "finish"));
    Files.move(log, folder.resolve("log.quarantine").resolve("1").resolve("log"));
    Cli.Run init = run("init", log);
    assertEquals(2, init.code());
    assertTrue(init.err().contains("interrupted"), init.err());
    assertRefusedUntilRecovered(log);
  }

  private void assertRefusedUntilRecovered(Path log) {
    Map<String, String> before = FilesSeen.below(folder);
    for (Object[] command :
        new Object[][] {
          {"ingest", log, RECORDING}, {"verify", log}, {"facts", log}, {"checkpoint", log}
        }) {
      Cli.Run refused = run(command);
      assertEquals(2, refused.code(), refused.out());
      assertTrue(refused.err().contains("was interrupted"), refused.err());
      assertEquals(before, FilesSeen.below(folder));
    }
    assertEquals(1, run("doctor", log).code());
    Cli.Run recovered = run("recover", log, "--json");
    assertEquals(1, recovered.code(), recovered.err());
    assertEquals(true, recovered.json().get("resumed"));
    ParsedJson verified = run("verify", log, "--json").json();
    assertEquals("OK", verified.get("verdict"));
    assertEquals(1, verified.number("epoch"));
    assertEquals(List.of(), hidden());
    assertTrue(Files.exists(log.resolveSibling(log.getFileName() + ".quarantine")));
  }

  /** What a recovery leaves beside the log while it is under way. */
  private List<String> hidden() {
    try (Stream<Path> paths = Files.list(folder)) {
      return paths
          .map(path -> path.getFileName().toString())
          .filter(name -> name.startsWith("."))
          .toList();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private int killed(Path log, String step) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    for (String flag : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
      if (flag.startsWith("--")) {
        command.add(flag);
      }
    }
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-cp"));
    command.add(System.getProperty("java.class.path"));
    command.add(RecoveringProcess.class.getName());
    command.addAll(List.of(log.toString(), folder.resolve("keys").toString(), step));
    return new ProcessBuilder(command).inheritIO().start().waitFor();
  }

  @Test
  void aDamagedFileOfNotesIsReplacedAndItsWholeNotesAreCarriedOn() throws IOException {
    Path log = made("log");
    run("checkpoint", log);
    run("recall", log, "--task", "x", "--record");
    run("checkpoint", log);
    Path notes = log.resolve("checkpoints.notes");
    byte[] bytes = Files.readAllBytes(notes);
    bytes[4] ^= 0x40;
    Files.write(notes, bytes);
    assertEquals("DAMAGED", run("verify", log, "--json").json().get("verdict"));
    Cli.Run recovered = run("recover", log, "--json");
    assertEquals(1, recovered.code(), recovered.err());
    assertEquals(0, recovered.json().number("epoch"));
    assertEquals("OK", run("verify", log, "--json").json().get("verdict"));
    assertTrue(Files.exists(folder.resolve("log.quarantine/1/log/checkpoints.notes")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"log", "log.db"})
  void theRawBytesOfADamagedEntryAreShownWithoutKeys(String name) throws IOException {
    Path log = made(name);
    long damaged = sequenceOf(log, "StepRecorded");
    damage(log, damaged);
    Cli.Run raw = cli.run("show", log, damaged, "--raw", "--json", "--keys", folder.resolve("no"));
    assertEquals(1, raw.code());
    byte[] record = record(log, damaged);
    assertEquals(
        dev.varve.engine.entry.Hex.of(java.util.Arrays.copyOf(record, 280)),
        raw.json().get("header"));
    assertTrue(raw.out().contains("\"name\":\"event type\""), raw.out());
    assertEquals(0, cli.run("show", log, damaged - 1, "--raw").code());
    assertEquals(2, cli.run("show", log, 99_999, "--raw").code());
  }

  @ParameterizedTest
  @ValueSource(strings = {"log", "log.db"})
  void aReportOnDamageNamesExpectedAndFoundAndHoldsNoSecret(String name) throws IOException {
    Path log = made(name);
    long damaged = sequenceOf(log, "FactRemembered");
    byte[] record = record(log, damaged);
    damage(log, damaged);
    Cli.Run run = run("verify", log, "--report");
    assertEquals(1, run.code());
    assertTrue(run.out().contains("payload digest"), run.out());
    assertTrue(run.out().contains("expected ") && run.out().contains("found "), run.out());
    assertTrue(run.out().contains("event type"), run.out());
    // Neither what it holds, sealed or not, nor a key.
    String sealed = dev.varve.engine.entry.Hex.of(java.util.Arrays.copyOfRange(record, 290, 330));
    assertFalse(run.out().contains(sealed));
    for (String secret : secrets()) {
      assertFalse(run.out().contains(secret), secret);
    }
  }

  /** Values of facts in the recording, and the bytes of every key file. */
  private List<String> secrets() throws IOException {
    List<String> secrets = new ArrayList<>();
    for (String line : Files.readAllLines(RECORDING)) {
      int at = line.indexOf("\"value\":\"");
      if (at >= 0 && line.contains("\"kind\":\"fact\"")) {
        secrets.add(line.substring(at + 9, line.indexOf('"', at + 9)));
      }
    }
    assertFalse(secrets.isEmpty());
    try (DirectoryStream<Path> keys = Files.newDirectoryStream(folder.resolve("keys"))) {
      for (Path key : keys) {
        byte[] bytes = Files.readAllBytes(key);
        if (!key.toString().endsWith(".pub") && bytes.length >= 32) {
          secrets.add(
              dev.varve.engine.entry.Hex.of(
                  java.util.Arrays.copyOfRange(bytes, bytes.length - 16, bytes.length)));
        }
      }
    }
    return secrets;
  }

  @Test
  void theDoctorFindsNothingWrongWithAHealthyLogAndChangesNothing() {
    for (String name : List.of("log", "log.db")) {
      Path log = folder.resolve(name);
      cli.ok("init", log);
      cli.ok("ingest", log, RECORDING);
      cli.ok("checkpoint", log);
      Map<String, String> before = FilesSeen.below(folder);
      Cli.Run run = cli.run("doctor", log, "--json");
      assertEquals("OK", run.json().get("verdict"), run.out());
      assertEquals(0, run.code());
      assertEquals(before, FilesSeen.below(folder));
      assertTrue(cli.ok("doctor", log).out().contains("chain"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"log", "log.db"})
  void theDoctorNamesWhatIsWrongAndWhatToDo(String name) throws IOException {
    Path log = made(name);
    damage(log, sequenceOf(log, "StepRecorded"));
    Cli.Run run = run("doctor", log, "--json");
    assertEquals(1, run.code());
    assertEquals("ERROR", run.json().get("verdict"));
    assertTrue(run.out().contains("varve recover"), run.out());
    Files.setPosixFilePermissions(
        folder.resolve("keys/wrapping.key"),
        java.nio.file.attribute.PosixFilePermissions.fromString("rw-r--r--"));
    assertTrue(run("doctor", log).out().contains("wrapping.key"));
    Cli.Run locked = cli.run("doctor", log, "--keys", folder.resolve("nowhere"));
    assertEquals(1, locked.code());
    assertTrue(locked.out().contains("--keys DIR"), locked.out());
  }
}
