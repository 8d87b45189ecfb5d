package dev.varve.engine.cbor;

import java.util.List;

/**
 * Prints CBOR diagnostic notation (RFC 8949, section 8): {@code {1: "text", 2: h'00ff', 3:
 * [true]}}. Characters that control a terminal, break the line, or show nothing come out as \\u
 * escapes, so that what is printed is all there is.
 */
public final class CborDiagnostic {
  private CborDiagnostic() {}

  /** The map on one line. The result is as secret as the map. */
  public static String of(CborMap map) {
    StringBuilder out = new StringBuilder();
    append(out, map);
    return out.toString();
  }

  private static void append(StringBuilder out, Object value) {
    if (value instanceof CborMap map) {
      out.append('{');
      for (int i = 0; i < map.size(); i++) {
        out.append(i == 0 ? "" : ", ").append(map.keyAt(i)).append(": ");
        append(out, map.valueAt(i));
      }
      out.append('}');
    } else if (value instanceof List<?> list) {
      String separator = "";
      out.append('[');
      for (Object item : list) {
        out.append(separator);
        append(out, item);
        separator = ", ";
      }
      out.append(']');
    } else if (value instanceof byte[] bytes) {
      out.append("h'");
      for (byte b : bytes) {
        out.append(Character.forDigit((b >> 4) & 15, 16)).append(Character.forDigit(b & 15, 16));
      }
      out.append('\'');
    } else if (value instanceof String text) {
      quote(out, text);
    } else {
      out.append(value);
    }
  }

  private static void quote(StringBuilder out, String text) {
    out.append('"');
    int c;
    for (int i = 0; i < text.length(); i += Character.charCount(c)) {
      c = text.codePointAt(i);
      if (c == '"' || c == '\\') {
        out.append('\\').append((char) c);
      } else if (isShown(c)) {
        out.appendCodePoint(c);
      } else {
        for (char unit : Character.toChars(c)) {
          escape(out, unit);
        }
      }
    }
    out.append('"');
  }

  private static boolean isShown(int codePoint) {
    return switch (Character.getType(codePoint)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE ->
          false;
      default -> true;
    };
  }

  private static void escape(StringBuilder out, char unit) {
    out.append("\\u");
    for (int shift = 12; shift >= 0; shift -= 4) {
      out.append(Character.forDigit((unit >> shift) & 15, 16));
    }
  }
}
