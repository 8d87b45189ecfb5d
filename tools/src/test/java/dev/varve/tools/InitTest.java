package dev.varve.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class InitTest {
  @TempDir Path folder;
  private Cli cli;

  @BeforeEach
  void setUp() {
    cli = new Cli(folder.resolve("home"));
  }

  @Test
  void aNewLogBeginsWithGenesisAndTheCommandAsActor() {
    Path log = folder.resolve("my log 日志");
    ParsedJson made = cli.ok("init", log, "--json").json();
    List<ParsedJson> entries = cli.ok("log", log, "--json").jsonLines();
    assertEquals("LogCreated", entries.get(0).get("type"));
    assertEquals(0L, entries.get(0).get("sequence"));
    assertEquals("ActorRegistered", entries.get(1).get("type"));
    assertEquals("dev.varve.tools", entries.get(1).get("actor"));
    ParsedJson verdict = cli.ok("verify", log, "--json").json();
    assertEquals("OK", verdict.get("verdict"));
    assertEquals(made.get("logId"), verdict.get("logId"));
  }

  @Test
  void keysLieOutsideTheLogAndBelongToTheOwnerAlone() throws IOException {
    Path log = folder.resolve("log");
    ParsedJson made = cli.ok("init", log, "--json").json();
    Path keys = Path.of(made.text("keys"));
    assertEquals(folder.resolve("home/.config/varve/" + made.text("logId")), keys);
    try (Stream<Path> files = Files.list(keys)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        assertEquals(
            "rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
      }
    }
  }

  @Test
  void anExistingLogIsRefusedAndLeftAsItIs() {
    Path log = folder.resolve("log");
    cli.ok("init", log);
    Map<String, String> before = FilesSeen.below(folder);
    Cli.Run run = cli.run("init", log);
    assertEquals(2, run.code());
    assertTrue(run.err().contains(log.toString()), run.err());
    assertEquals(before, FilesSeen.below(folder));
  }

  @Test
  void keysInsideTheLogAreRefusedAndNothingIsLeftBehind() {
    Path log = folder.resolve("log");
    assertEquals(2, cli.run("init", log, "--keys", log.resolve("keys")).code());
    assertEquals(List.of(""), List.copyOf(FilesSeen.below(folder).keySet()));
  }

  @Test
  void oneFolderOfKeysMayServeSeveralLogs() {
    cli.with("VARVE_KEYS", folder.resolve("keys").toString());
    String first = keysOf(cli.ok("init", folder.resolve("a"), "--json"));
    String second = keysOf(cli.ok("init", folder.resolve("b"), "--json"));
    assertNotEquals(first, second);
    assertEquals("", cli.ok("facts", folder.resolve("a")).err());
    assertEquals("", cli.ok("facts", folder.resolve("b")).err());
  }

  private static String keysOf(Cli.Run run) {
    return String.valueOf(run.json().get("keys"));
  }

  @Test
  void aFolderThatCannotBeWrittenIsNamed() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "");
    Cli.Run run = cli.run("init", file.resolve("log"));
    assertEquals(2, run.code());
    assertTrue(run.err().contains("file"), run.err());
    assertFalse(Files.exists(folder.resolve("home")));
  }
}
