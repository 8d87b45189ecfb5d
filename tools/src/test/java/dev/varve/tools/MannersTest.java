package dev.varve.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class MannersTest {
  @TempDir Path folder;
  private Cli cli;

  @BeforeEach
  void setUp() {
    cli = new Cli(folder.resolve("home"));
  }

  private static void assertOneLine(Cli.Run run) {
    assertEquals(2, run.code(), run.err());
    assertEquals("", run.out());
    assertEquals(1, run.err().split("\n").length, run.err());
    assertFalse(run.err().contains("\tat "), run.err());
  }

  @Test
  void helpGoesToStandardOutputAndNamesEveryCommand() {
    Cli.Run run = cli.ok("--help");
    for (String command :
        List.of(
            "demo",
            "init",
            "ingest",
            "verify",
            "log",
            "show",
            "facts",
            "skills",
            "sessions",
            "recall",
            "state",
            "export",
            "import")) {
      assertTrue(run.out().contains("  " + command + " "), command);
      assertTrue(cli.ok(command, "--help").out().startsWith("Usage: varve " + command), command);
    }
    assertEquals("", run.err());
    assertFalse(run.out().contains("\u001b"));
  }

  @Test
  void wrongUsageIsOneLineAndExitTwo() {
    assertOneLine(cli.run());
    assertOneLine(cli.run("nonsense"));
    assertOneLine(cli.run("verify"));
    assertOneLine(cli.run("verify", "a", "b"));
    assertOneLine(cli.run("verify", "--colour", "a"));
    assertOneLine(cli.run("show", "log", "many"));
    assertOneLine(cli.run("verify", ""));
  }

  @Test
  void aMissingLogIsNamedAndNotCreated() {
    Path log = folder.resolve("none");
    for (List<Object> args :
        List.<List<Object>>of(
            List.of("verify", log),
            List.of("log", log),
            List.of("show", log, 0),
            List.of("facts", log),
            List.of("skills", log),
            List.of("sessions", log),
            List.of("state", log),
            List.of("recall", log, "--task", "x"),
            List.of("ingest", log, Cli.examples().resolve("coupon/recording.jsonl")),
            List.of("export", log, folder.resolve("file")))) {
      Cli.Run run = cli.run(args.toArray());
      assertOneLine(run);
      assertTrue(run.err().contains(log.toString()), run.err());
      assertTrue(FilesSeen.below(folder).keySet().equals(java.util.Set.of("")), "" + args);
    }
  }

  @Test
  void aFolderWithoutALogIsNoLog() throws IOException {
    Path empty = Files.createDirectory(folder.resolve("empty"));
    Files.writeString(empty.resolve("notes.txt"), "mine");
    assertOneLine(cli.run("verify", empty));
    assertOneLine(cli.run("log", empty.resolve("notes.txt")));
    assertEquals(List.of("", "notes.txt"), List.copyOf(FilesSeen.below(empty).keySet()));
  }

  @Test
  void aDatabaseThatIsNoneIsNamedInOneClearLine() throws IOException {
    Path db = Files.writeString(folder.resolve("phone.db"), "SQLite format 3");
    Cli.Run run = cli.run("verify", db);
    assertOneLine(run);
    assertTrue(run.err().contains("it is no SQLite database"), run.err());
    assertOneLine(cli.run("init", db));
    assertEquals("SQLite format 3", Files.readString(db));
  }

  @Test
  void stackTracesComeOnlyWithDebug() {
    Path log = folder.resolve("none");
    assertFalse(cli.run("verify", log).err().contains("\tat "));
    assertTrue(cli.run("verify", log, "--debug").err().contains("\tat "));
  }

  @Test
  void aReaderThatHasGoneEndsAListingQuietly() {
    Path log = folder.resolve("log");
    cli.ok("init", log);
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    OutputStream gone =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException("Broken pipe");
          }
        };
    int code =
        Varve.run(
            new String[] {"log", log.toString()},
            new PrintStream(gone, false, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            Map.of("HOME", folder.resolve("home").toString()),
            new ByteArrayInputStream(new byte[0]));
    assertEquals(0, code);
    assertEquals("", err.toString(StandardCharsets.UTF_8));
  }
}
