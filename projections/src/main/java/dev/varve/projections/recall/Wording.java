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
      if (Character.isIdeographic(c) || isKana(c)) {
        flush(word);
        tokens.add(new String(new int[] {c}, 0, 1));
        if (previous >= 0) {
          tokens.add(new String(new int[] {previous, c}, 0, 2));
        }
        previous = c;
      } else {
        previous = -1;
        if (Character.isLetterOrDigit(c)) {
          word.appendCodePoint(c);
        } else {
          flush(word);
        }
      }
    }
    flush(word);
  }

  private static boolean isKana(int c) {
    Character.UnicodeScript script = Character.UnicodeScript.of(c);
    return script == Character.UnicodeScript.HIRAGANA || script == Character.UnicodeScript.KATAKANA;
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
