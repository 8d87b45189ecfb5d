package dev.varve.tools.documents;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.varve.engine.log.RecoveryDecision;
import dev.varve.engine.log.RecoveryOutcome;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The page on recovery holds the same table as the code. */
class RecoveryPageTest {
  private static final String NAME = "^\\| `[A-Z_]+` \\|.*";

  private final List<String> rows;

  RecoveryPageTest() throws IOException {
    rows =
        Repository.find()
            .read("docs/recovery.md")
            .lines()
            .filter(line -> line.matches(NAME))
            .toList();
  }

  @Test
  void everyDecisionHasARowWithTheTextsOfTheCode() {
    List<String> expected =
        Arrays.stream(RecoveryDecision.values())
            .map(
                each -> row(each.name(), each.seen(), each.onOpen(), each.onRecover(), each.kept()))
            .toList();
    assertEquals(
        String.join("\n", expected),
        String.join("\n", rows.subList(0, Math.min(expected.size(), rows.size()))));
  }

  @Test
  void everyReasonOfALossHasARowAndThereAreNoOthers() {
    List<String> expected =
        Arrays.stream(RecoveryOutcome.Reason.values()).map(each -> each.name()).toList();
    List<String> behind = rows.subList(RecoveryDecision.values().length, rows.size());
    assertEquals(
        expected, behind.stream().map(row -> row.substring(3, row.indexOf('`', 3))).toList());
  }

  private static String row(String name, String... cells) {
    return "| `" + name + "` | " + String.join(" | ", cells) + " |";
  }
}
