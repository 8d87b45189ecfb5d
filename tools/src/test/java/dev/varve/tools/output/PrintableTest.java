package dev.varve.tools.output;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import org.junit.jupiter.api.Test;

final class PrintableTest {
  @Test
  void ordinaryTextOfAnyScriptStaysAsItIs() {
    String text = "Settings – 设置 ñ 😀 \\ \"quoted\"";
    assertSame(text, Printable.of(text));
  }

  @Test
  void controlCharactersComeOutEscaped() {
    assertEquals("\\u001b[31mred\\u0007\\u0000\\u000a", Printable.of("\u001b[31mred\u0007\0\n"));
    assertEquals("\\u007f\\u0080\\u009b", Printable.of("\u007f\u0080\u009b"));
  }

  @Test
  void invisibleFormattingAndLineSeparatorsComeOutEscaped() {
    assertEquals("\\u202eevil\\u2066\\u200b", Printable.of("\u202eevil\u2066\u200b"));
    assertEquals("\\u2028\\u2029\\ufeff", Printable.of("\u2028\u2029\ufeff"));
    assertEquals("\\udb40\\udc41", Printable.of("\udb40\udc41"));
  }

  @Test
  void loneSurrogatesComeOutEscaped() {
    assertEquals("a\\ud83d", Printable.of("a\ud83d"));
    assertEquals("\\ude00b", Printable.of("\ude00b"));
    assertEquals("\\ud83d\ud83d\ude00", Printable.of("\ud83d\ud83d\ude00"));
  }

  @Test
  void aLimitCutsBetweenCharacters() {
    assertEquals("abc", Printable.of("abc", 3));
    assertEquals("ab…", Printable.of("abcd", 3));
    assertEquals("a…", Printable.of("a😀bc", 3));
  }
}
