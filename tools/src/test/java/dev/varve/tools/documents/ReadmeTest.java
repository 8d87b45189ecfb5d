package dev.varve.tools.documents;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.tools.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the commands that the readmes show, in their order, as somebody who copies them would. */
class ReadmeTest {
  private static final Path ROOT = Cli.examples().resolve("..").normalize();

  @TempDir Path temp;

  @Test
  void everyVarveCommandOfTheReadmeWorks() throws IOException {
    List<String> commands = commands(ROOT.resolve("README.md"));
    assertEquals("./varve demo", commands.get(0));
    assertTrue(commands.size() > 5, () -> "found only " + commands);
    runAll(commands);
  }

  @Test
  void everyVarveCommandOfTheExamplesWorks() throws IOException {
    List<String> commands = commands(ROOT.resolve("examples/README.md"));
    assertFalse(commands.isEmpty());
    runAll(commands);
  }

  /** Lines of fenced blocks that call the launcher. */
  private static List<String> commands(Path document) throws IOException {
    List<String> commands = new ArrayList<>();
    boolean fenced = false;
    for (String line : Files.readAllLines(document)) {
      if (line.startsWith("```")) {
        fenced = !fenced;
      } else if (fenced && line.startsWith("./varve ")) {
        commands.add(line);
      }
    }
    return commands;
  }

  private void runAll(List<String> commands) throws IOException {
    Cli cli = new Cli(temp);
    for (String command : commands) {
      List<Object> words = new ArrayList<>();
      String[] parts = command.substring("./varve ".length()).split(" > ", 2);
      for (String word : parts[0].split(" +", -1)) {
        words.add(inPlace(word));
      }
      if (words.equals(List.of("demo"))) {
        words.add(temp.resolve("demo"));
      }
      Cli.Run run = cli.run(words.toArray());
      assertEquals(0, run.code(), () -> command + ": " + run.err());
      assertFalse(run.out().isEmpty(), () -> command + " printed nothing");
      if (parts.length > 1) {
        Files.writeString(temp.resolve(parts[1]), run.out());
      }
    }
  }

  /** Paths that the readme means relative to the repository or to the reader's folder. */
  private Object inPlace(String word) {
    if (word.equals("my-log") || word.matches("[a-z]+\\.(txt|varve)")) {
      return temp.resolve(word);
    }
    return word.startsWith("examples/") ? ROOT.resolve(word) : word;
  }
}
