package dev.varve.tools.output;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

final class JsonTest {
  @Test
  void anObjectIsOneLine() {
    assertEquals(
        "{\"a\":\"x\",\"b\":7,\"c\":null,\"d\":true,\"e\":{\"f\":0.5},\"g\":[{\"h\":\"i\"}],\"j\":[\"k\"]}",
        Json.object(
            out ->
                out.put("a", "x")
                    .put("b", 7)
                    .put("c", (String) null)
                    .put("d", true)
                    .put("e", inner -> inner.put("f", 0.5))
                    .putObjects("g", List.of("i"), (json, item) -> json.put("h", item))
                    .putTexts("j", List.of("k"))));
  }

  @Test
  void whatATerminalCouldActOnIsEscaped() {
    assertEquals(
        "{\"a\":\"\\u001B\\u007F\\u009b\\u202e\\u2028\\n 设置 😀\"}",
        Json.object(out -> out.put("a", "\u001b\u007f\u009b\u202e\u2028\n 设置 😀")));
  }

  @Test
  void halfASurrogatePairBecomesTheReplacementCharacter() {
    assertEquals("{\"a\":\"x\ufffdy\"}", Json.object(out -> out.put("a", "x\ud800y")));
  }
}
