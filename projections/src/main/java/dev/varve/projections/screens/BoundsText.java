package dev.varve.projections.screens;

import org.jspecify.annotations.Nullable;

/** Rectangles as captures write them: {@code [0,48][1080,2400]} or {@code 0,48,1080,2400}. */
final class BoundsText {
  private BoundsText() {}

  /** Null when it is not four integers, separated by commas and brackets. */
  static @Nullable Bounds parse(String written) {
    int[] values = new int[4];
    int count = 0;
    int i = 0;
    while (i < written.length()) {
      char c = written.charAt(i);
      if (c == '[' || c == ']' || c == ',' || c == ' ') {
        i++;
        continue;
      }
      int end = i + 1;
      while (end < written.length() && isDigit(written.charAt(end))) {
        end++;
      }
      if (count == 4 || end - i > 11 || (c != '-' && !isDigit(c)) || (c == '-' && end == i + 1)) {
        return null;
      }
      long value = Long.parseLong(written.substring(i, end));
      if (value != (int) value) {
        return null;
      }
      values[count++] = (int) value;
      i = end;
    }
    return count == 4 ? new Bounds(values[0], values[1], values[2], values[3]) : null;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }
}
