package dev.varve.tools.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.tools.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The page on reliability names tests that are there, and as many cases as they run. */
final class ReliabilityPageTest {
  private static final Pattern NAMED = Pattern.compile("\\[`([A-Za-z]+)`]\\(([^)]+)\\)");

  private static Path page() {
    return Cli.examples().resolveSibling("docs/reliability.md");
  }

  @Test
  void everyRowNamesATestThatIsThere() throws IOException {
    List<String> wrong = new ArrayList<>();
    int rows = 0;
    for (String line : Files.readAllLines(page())) {
      if (!line.startsWith("| ") || line.startsWith("| --- ") || line.contains("| test |")) {
        continue;
      }
      rows++;
      Matcher named = NAMED.matcher(line);
      boolean found = false;
      while (named.find()) {
        found = true;
        Path file = page().resolveSibling(named.group(2));
        if (!Files.exists(file) || !file.endsWith(named.group(1) + ".java")) {
          wrong.add(named.group());
        }
      }
      if (!found) {
        wrong.add(line);
      }
    }
    assertEquals(List.of(), wrong);
    assertTrue(rows > 25, "only " + rows + " rows");
  }

  @Test
  void everyNumberIsTheTests() throws IOException {
    for (String line : Files.readAllLines(page())) {
      number(line, "/KillTest.java", KillTest.DEFAULT_KILLS);
      number(line, "FileDamageTest", FileDamageTest.DEFAULT_CASES);
      number(line, "FuzzTargetsTest", dev.varve.tools.fuzz.FuzzTargetsTest.DEFAULT_MUTATIONS);
      number(
          line,
          "ReadersBesideWritersTest",
          ReadersBesideWritersTest.WRITERS * ReadersBesideWritersTest.DEFAULT_COMMANDS);
    }
  }

  private static void number(String line, String test, int number) {
    if (line.contains(test)) {
      String written = number < 1000 ? "" + number : number / 1000 + ",000";
      assertTrue(line.contains(" " + written + " "), () -> written + " expected: " + line);
    }
  }
}
