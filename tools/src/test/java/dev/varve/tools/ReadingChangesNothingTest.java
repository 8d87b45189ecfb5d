package dev.varve.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ReadingChangesNothingTest {
  @TempDir Path folder;
  private Cli cli;

  /** The same recording in either store. */
  private List<Path> logs;

  /** What reading commands read and write beside the log. */
  @TempDir Path beside;

  @BeforeEach
  void setUp() throws IOException {
    cli = new Cli(folder.resolve("home"));
    logs = List.of(folder.resolve("log"), folder.resolve("log.db"));
    for (Path log : logs) {
      cli.ok("init", log);
      cli.ok("ingest", log, Cli.examples().resolve("coupon/recording.jsonl"));
      kept(log, "note", "checkpoint", log);
      kept(log, "key", "key", log);
      kept(log, "proof", "prove", log, 5, "--open");
    }
  }

  private Path beside(Path log, String name) {
    return beside.resolve(log.getFileName() + "." + name);
  }

  private void kept(Path log, String name, Object... args) throws IOException {
    Files.writeString(beside(log, name), cli.ok(args).out());
  }

  @Test
  void everyReadCommandLeavesNamesBytesAndTimesOfLogAndKeys() {
    logs.forEach(this::assertReadCommandsChangeNothing);
  }

  private void assertReadCommandsChangeNothing(Path log) {
    Map<String, String> before = FilesSeen.below(folder);
    for (List<Object> args :
        List.<List<Object>>of(
            List.of("verify", log),
            List.of("verify", log, "--json"),
            List.of("log", log),
            List.of("log", log, "--json"),
            List.of("log", log, "--trace", "t-001"),
            List.of("verify", log, "--report"),
            List.of(
                "verify", log, "--checkpoint", beside(log, "note"), "--key", beside(log, "key")),
            List.of("show", log, 5),
            List.of("show", log, 5, "--raw"),
            List.of("key", log),
            List.of("prove", log, 5),
            List.of("prove", log, 5, "--open"),
            List.of("prove", log, "--consistency", beside(log, "note")),
            List.of("check", beside(log, "proof")),
            List.of("check", beside(log, "proof"), "--key", beside(log, "key")),
            List.of("doctor", log),
            List.of("recover", log, "--plan"),
            List.of("recover", log, "--plan", "--json"),
            List.of("export", log, beside(log, "export"), "--json"),
            List.of("export", log, beside(log, "redacted"), "--redact", "--json"),
            List.of("facts", log, "--all", "--values"),
            List.of("facts", log, "coupon_reminder"),
            List.of("skills", log),
            List.of("sessions", log),
            List.of("sessions", log, "t-001"),
            List.of("state", log, "--at", "-3"),
            List.of("recall", log, "--task", "领优惠券", "--package", "com.example.shop"),
            List.of("recall", log, "--task", "领优惠券", "--prompt"))) {
      Cli.Run run = cli.ok(args.toArray());
      assertTrue(run.out().length() > 0, "" + args);
      assertEquals("", run.err(), "" + args);
      assertEquals(before, FilesSeen.below(folder), "" + args);
    }
  }

  /** Damage is where a command would be tempted. */
  @Test
  void aDamagedLogIsNotTouchedEither() throws IOException {
    for (Path log : logs) {
      RecoverTest.damage(log, 20);
      Map<String, String> before = FilesSeen.below(folder);
      for (List<Object> args :
          List.<List<Object>>of(
              List.of("verify", log),
              List.of("verify", log, "--report"),
              List.of("show", log, 20),
              List.of("show", log, 20, "--raw"),
              List.of("log", log),
              List.of("facts", log),
              List.of("doctor", log),
              List.of("recover", log, "--plan"),
              List.of("export", log, beside(log, "damaged")))) {
        Cli.Run run = cli.run(args.toArray());
        assertTrue(run.code() > 0, "" + args);
        assertEquals(before, FilesSeen.below(folder), "" + args);
      }
    }
  }

  @Test
  void withoutKeysALogCanBeVerifiedAndListedButNotRead() {
    logs.forEach(this::assertLockedWithoutKeys);
  }

  private void assertLockedWithoutKeys(Path log) {
    Cli other = new Cli(folder.resolve("elsewhere"));
    Map<String, String> before = FilesSeen.below(folder);
    assertEquals("OK", other.ok("verify", log, "--json").json().get("verdict"));
    Cli.Run listed = other.ok("log", log, "--json");
    assertEquals("#1", listed.jsonLines().get(0).get("actor"));
    assertEquals(1, listed.err().split("\n").length);
    ParsedJson shown = other.ok("show", log, 5, "--json").json();
    assertEquals("LOCKED", shown.get("sealed"));
    assertTrue(shown.isNull("payload"));
    for (List<Object> args :
        List.<List<Object>>of(
            List.of("facts", log),
            List.of("skills", log),
            List.of("sessions", log),
            List.of("state", log),
            List.of("recall", log, "--task", "x"))) {
      Cli.Run run = other.run(args.toArray());
      assertEquals(2, run.code(), "" + args);
      assertTrue(run.err().contains("--keys DIR"), run.err());
    }
    assertEquals(before, FilesSeen.below(folder));
  }
}
