package dev.varve.projections.recall;

import java.text.Normalizer;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/**
 * Compares wordings by what they share: words of letters and digits, and, in scripts without
 * spaces, characters and pairs of neighbours. Integers only, so that every machine gives the same
 * score.
 */
final class Wording {
  private final Set<String> tokens = new HashSet<>();

  Wording(String text) {
    String folded = Normalizer.normalize(text, Normalizer.Form.NFKC).toLowerCase(Locale.ROOT);
    StringBuilder word = new StringBuilder();
    int previous = -1;
    for (int i = 0; i < folded.length(); ) {
      int c = folded.codePointAt(i);
      i += Character.charCount(c);
      if (isWrittenWithoutSpaces(c)) {
        flush(word);
        tokens.add(new String(new int[] {c}, 0, 1));
        if (previous >= 0) {
          tokens.add(new String(new int[] {previous, c}, 0, 2));
        }
        previous = c;
      } else {
        previous = -1;
        if (isOfAWord(c)) {
          word.appendCodePoint(c);
        } else {
          flush(word);
        }
      }
    }
    flush(word);
  }

  /** Han and kana. Ranges of our own: each JDK knows another version of Unicode. */
  private static boolean isWrittenWithoutSpaces(int c) {
    return (c >= 0x3040 && c <= 0x30ff)
        || (c >= 0x31f0 && c <= 0x31ff)
        || (c >= 0x3400 && c <= 0x4dbf)
        || (c >= 0x4e00 && c <= 0x9fff)
        || (c >= 0xf900 && c <= 0xfaff)
        || (c >= 0x20000 && c <= 0x3ffff);
  }

  /** Letters, digits and marks: everything but spaces, controls, punctuation and symbols. */
  private static boolean isOfAWord(int c) {
    if (c < 0x80) {
      return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z');
    }
    return c >= 0xaa
        && !(c >= 0xab && c <= 0xb4)
        && !(c >= 0xb6 && c <= 0xb9)
        && !(c >= 0xbb && c <= 0xbf)
        && c != 0xd7
        && c != 0xf7
        && !(c >= 0x2000 && c <= 0x2bff)
        && !(c >= 0x3000 && c <= 0x303f)
        && !(c >= 0xfe10 && c <= 0xfe6f)
        && !(c >= 0xff00 && c <= 0xff0f)
        && !(c >= 0xfff0 && c <= 0xffff)
        && !(c >= 0x1f000 && c <= 0x1faff)
        && c < 0xe0000;
  }

  private void flush(StringBuilder word) {
    if (word.length() > 0) {
      tokens.add(word.toString());
      word.setLength(0);
    }
  }

  /** Dice coefficient of the two sets in thousandths; 0 when either is empty. */
  int similarity(Wording other) {
    if (tokens.isEmpty() || other.tokens.isEmpty()) {
      return 0;
    }
    int shared = 0;
    for (String token : tokens) {
      shared += other.tokens.contains(token) ? 1 : 0;
    }
    return 2000 * shared / (tokens.size() + other.tokens.size());
  }
}
