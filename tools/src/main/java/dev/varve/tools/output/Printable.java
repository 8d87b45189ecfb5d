package dev.varve.tools.output;

/**
 * Texts from logs and recordings, made safe to print: control characters, invisible formatting
 * (bidirectional overrides among it), line separators and lone surrogates come out as \\u escapes,
 * so that a terminal never acts on them and one text stays on one line.
 */
public final class Printable {
  private Printable() {}

  /** The text with everything escaped that a terminal could act on. */
  public static String of(String text) {
    int clean = 0;
    while (clean < text.length() && !mustEscape(text, clean)) {
      clean++;
    }
    if (clean == text.length()) {
      return text;
    }
    StringBuilder out = new StringBuilder(text.length() + 16).append(text, 0, clean);
    for (int i = clean; i < text.length(); i++) {
      if (mustEscape(text, i)) {
        appendEscape(out, text.charAt(i));
      } else {
        out.append(text.charAt(i));
      }
    }
    return out.toString();
  }

  /** The same, at most {@code limit} characters of it, with an ellipsis where it was cut. */
  public static String of(String text, int limit) {
    String printable = of(text);
    if (printable.length() <= limit) {
      return printable;
    }
    int end = limit - 1;
    if (Character.isHighSurrogate(printable.charAt(end - 1))) {
      end--;
    }
    return printable.substring(0, end) + "…";
  }

  /** Whether a UTF-16 unit is never to be printed as it is, wherever it stands. */
  static boolean isUnsafe(char c) {
    if (c < 0x7f) {
      return c < 0x20;
    }
    int type = Character.getType(c);
    return type == Character.CONTROL
        || type == Character.FORMAT
        || type == Character.LINE_SEPARATOR
        || type == Character.PARAGRAPH_SEPARATOR;
  }

  private static boolean mustEscape(String text, int index) {
    char c = text.charAt(index);
    if (Character.isHighSurrogate(c)) {
      return index + 1 == text.length()
          || !Character.isLowSurrogate(text.charAt(index + 1))
          || Character.getType(text.codePointAt(index)) == Character.FORMAT;
    }
    if (Character.isLowSurrogate(c)) {
      return index == 0
          || !Character.isHighSurrogate(text.charAt(index - 1))
          || Character.getType(text.codePointAt(index - 1)) == Character.FORMAT;
    }
    return isUnsafe(c);
  }

  static void appendEscape(StringBuilder out, char c) {
    out.append("\\u");
    for (int shift = 12; shift >= 0; shift -= 4) {
      out.append(Character.forDigit((c >> shift) & 15, 16));
    }
  }
}
