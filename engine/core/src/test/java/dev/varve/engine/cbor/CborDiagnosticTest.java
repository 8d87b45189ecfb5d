package dev.varve.engine.cbor;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class CborDiagnosticTest {
  @Test
  void everyKindOfValueIsPrintedAsRfc8949Says() {
    CborMap map =
        CborMap.builder()
            .put(1, "text")
            .put(2, new byte[] {0, -1})
            .put(3, List.of(true, -5, List.of("x")))
            .put(4, CborMap.builder().put(0, CborMap.EMPTY).build())
            .build();
    assertEquals(
        "{1: \"text\", 2: h'00ff', 3: [true, -5, [\"x\"]], 4: {0: {}}}", CborDiagnostic.of(map));
  }

  private static String printed(String text) {
    String all = CborDiagnostic.of(CborMap.builder().put(0, text).build());
    return all.substring("{0: \"".length(), all.length() - "\"}".length());
  }

  @Test
  void quotesAndBackslashesAreEscaped() {
    assertEquals("a\\\"b\\\\c", printed("a\"b\\c"));
  }

  @Test
  void nothingThatATerminalActsOnIsPrintedRaw() {
    assertEquals(
        "\\u001b[2J\\u0007\\u000a\\u000d\\u007f\\u009b",
        printed("\u001b[2J\u0007\n\r\u007f\u009b"));
  }

  @Test
  void invisibleAndDirectionalCharactersAreShownAsEscapes() {
    assertEquals("\\u202e\\u200b\\ufeff\\u2066", printed("\u202e\u200b\ufeff\u2066"));
    assertEquals("\\u2028\\u2029", printed("\u2028\u2029"));
    // U+E0041, an invisible tag letter, is two units in UTF-16.
    assertEquals("\\udb40\\udc41", printed("\udb40\udc41"));
    assertEquals("\\ud800", printed("\ud800"));
  }

  @Test
  void lettersOfAnyScriptAndEmojiAreShown() {
    assertEquals(
        "\u9886\u4f18\u60e0\u5238 \u00fc \ud83d\ude00",
        printed("\u9886\u4f18\u60e0\u5238 \u00fc \ud83d\ude00"));
  }
}
