package dev.varve.projections.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.varve.engine.VarveException;
import org.junit.jupiter.api.Test;

class RememberFactTest {
  private static RememberFact wish(String value, int confidence, long at) {
    return new RememberFact(
        FactKey.of("k"), value, FactSource.SEED, confidence, false, false, null, at);
  }

  private static void refusedValue(String value) {
    InvalidFactException refusal =
        assertThrows(InvalidFactException.class, () -> wish(value, 500, 0));
    assertFalse(String.valueOf(refusal.getMessage()).contains("secret"));
  }

  @Test
  void aValueHasOneTo100000Characters() {
    assertEquals(100_000, wish("x".repeat(100_000), 500, 0).value().length());
    refusedValue("");
    refusedValue("x".repeat(100_001));
  }

  @Test
  void lineFeedTabAndEmojiMayStandInAValue() {
    assertEquals("a\n\tb👨\u200d👩", wish("a\n\tb👨\u200d👩", 500, 0).value());
  }

  @Test
  void controlCharactersAndHalfPairsMayNot() {
    for (String bad :
        new String[] {"\u0000", "\r", "\u001b", "\u007f", "\u009b", "\ud83d", "\ude00"}) {
      refusedValue("secret" + bad);
    }
  }

  @Test
  void confidenceIsInThousandthsAndTimeIsNotNegative() {
    assertEquals(0, wish("v", 0, 0).confidence());
    assertEquals(1000, wish("v", 1000, 0).confidence());
    assertThrows(InvalidFactException.class, () -> wish("v", -1, 0));
    assertThrows(InvalidFactException.class, () -> wish("v", 1001, 0));
    assertThrows(VarveException.class, () -> wish("v", 500, -1));
  }

  @Test
  void aUsersWordHasFullConfidenceAndIsNeitherSensitiveNorConfirmed() {
    RememberFact word = RememberFact.byUser("cafe\u0301", "v", 9);
    assertEquals("caf\u00e9", word.key().text());
    assertEquals(FactSource.USER, word.source());
    assertEquals(1000, word.confidence());
    assertFalse(word.sensitive());
    assertFalse(word.confirmed());
  }
}
