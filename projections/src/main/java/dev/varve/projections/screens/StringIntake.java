package dev.varve.projections.screens;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Makes strings of a capture safe to keep: no control characters but line feed and tab, no half
 * surrogate pairs, no more than so many UTF-16 units. Every change leaves a mark, but that lines
 * end in a line feed.
 */
final class StringIntake {
  private final Set<CaptureMark> marks;

  StringIntake(Set<CaptureMark> marks) {
    this.marks = marks;
  }

  /** The string as it may be kept; the empty string for none. */
  String accept(@Nullable String raw, int maxChars) {
    if (raw == null || raw.isEmpty()) {
      return "";
    }
    if (isAcceptable(raw, maxChars)) {
      return raw;
    }
    StringBuilder kept = new StringBuilder(Math.min(raw.length(), maxChars));
    for (int i = 0; i < raw.length(); ) {
      int codePoint = raw.codePointAt(i);
      i += Character.charCount(codePoint);
      if (isSurrogate(codePoint)) {
        marks.add(CaptureMark.REPAIRED);
        codePoint = 0xFFFD;
      } else if (codePoint == '\r') {
        // Another spelling of a line's end, not a fault of the capture.
        if (i < raw.length() && raw.charAt(i) == '\n') {
          continue;
        }
        codePoint = '\n';
      } else if (!isKept(codePoint)) {
        marks.add(CaptureMark.REPAIRED);
        continue;
      }
      if (kept.length() + Character.charCount(codePoint) > maxChars) {
        marks.add(CaptureMark.TRUNCATED);
        break;
      }
      kept.appendCodePoint(codePoint);
    }
    return kept.toString();
  }

  /** Whether {@link #accept} would return the same string. */
  static boolean isAcceptable(String string, int maxChars) {
    if (string.length() > maxChars) {
      return false;
    }
    for (int i = 0; i < string.length(); ) {
      int codePoint = string.codePointAt(i);
      if (isSurrogate(codePoint) || !isKept(codePoint)) {
        return false;
      }
      i += Character.charCount(codePoint);
    }
    return true;
  }

  /** The number of bytes in UTF-8, for a string without half surrogate pairs. */
  static int utf8Length(String string) {
    int length = 0;
    for (int i = 0; i < string.length(); i++) {
      char c = string.charAt(i);
      if (c < 0x80) {
        length += 1;
      } else if (c < 0x800 || Character.isSurrogate(c)) {
        length += 2;
      } else {
        length += 3;
      }
    }
    return length;
  }

  static boolean isSurrogate(int codePoint) {
    return codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
  }

  private static boolean isKept(int codePoint) {
    if (codePoint == '\n' || codePoint == '\t') {
      return true;
    }
    return !Character.isISOControl(codePoint) && codePoint != 0xFFFE && codePoint != 0xFFFF;
  }
}
