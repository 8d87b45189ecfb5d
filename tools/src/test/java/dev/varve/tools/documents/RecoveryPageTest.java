package dev.varve.tools.documents;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.varve.engine.log.RecoveryDecision;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page on recovery has the decision table that the code goes by. */
class RecoveryPageTest {
  @Test
  void theTableIsThatOfTheCode() throws IOException {
    List<String> rows =
        Repository.find()
            .read("docs/recovery.md")
            .lines()
            .filter(line -> line.startsWith("| `"))
            .toList();
    assertEquals(Stream.of(RecoveryDecision.values()).map(RecoveryPageTest::row).toList(), rows);
  }

  private static String row(RecoveryDecision decision) {
    return "| `%s` | %s | %s | %s | %s |"
        .formatted(
            decision.name(),
            decision.seen(),
            decision.onOpen(),
            decision.onRecover(),
            decision.kept());
  }
}
