package dev.varve.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DemoTest {
  @TempDir Path folder;

  @Test
  void itTellsTheStoryTwiceAndCatchesTheTampering() {
    Cli cli = new Cli(folder.resolve("home"));
    Path demo = folder.resolve("演示 demo");
    Cli.Run run = cli.ok("demo", demo);
    assertTrue(run.lines().size() >= 30 && run.lines().size() <= 55, run.out());
    assertTrue(run.out().contains("written by us: examples/annotation.jsonl"), run.out());
    assertTrue(run.out().contains("rebuilds the very same state"), run.out());
    assertTrue(run.out().contains("DAMAGED"), run.out());
    ParsedJson again = cli.ok("demo", demo, "--json").json();
    assertEquals("OK", again.get("verdict"));
    assertEquals("DAMAGED", again.get("tamperedVerdict"));
    assertEquals(1, cli.run("verify", demo.resolve("tampered")).code());
    assertEquals(0, cli.run("verify", demo.resolve("log")).code());
  }

  @Test
  void aFolderWithOtherThingsIsLeftAlone() throws IOException {
    Cli cli = new Cli(folder.resolve("home"));
    Path mine = Files.createDirectory(folder.resolve("mine"));
    Files.createDirectory(mine.resolve("log"));
    Files.writeString(mine.resolve("log/notes.txt"), "keep");
    Map<String, String> before = FilesSeen.below(mine);
    assertEquals(2, cli.run("demo", mine).code());
    assertEquals(before, FilesSeen.below(mine));
  }
}
