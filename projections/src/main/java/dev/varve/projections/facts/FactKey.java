package dev.varve.projections.facts;

import java.text.Normalizer;

/**
 * The exact name of a fact, such as {@code address_home} or {@code
 * app/com.example.shop/main_activity}.
 *
 * <p>In Unicode normal form C, so that one name has one spelling; 1 to 200 characters; no control,
 * format, surrogate or private-use characters, no white space at either end.
 *
 * @param text the name in normal form
 */
public record FactKey(String text) {
  /** Longest key, in UTF-16 units after normalising. */
  public static final int MAX_LENGTH = 200;

  /** Takes text that is in normal form already; see {@link #of}. */
  public FactKey {
    if (text.isEmpty() || text.length() > MAX_LENGTH) {
      throw new InvalidFactException(
          "a fact's key has 1 to " + MAX_LENGTH + " characters, found " + text.length());
    }
    if (!text.equals(text.strip())) {
      throw new InvalidFactException("a fact's key has no white space at its ends");
    }
    for (int i = 0; i < text.length(); ) {
      int c = text.codePointAt(i);
      int type = Character.getType(c);
      if (type == Character.CONTROL
          || type == Character.FORMAT
          || type == Character.SURROGATE
          || type == Character.PRIVATE_USE
          || type == Character.UNASSIGNED
          || type == Character.LINE_SEPARATOR
          || type == Character.PARAGRAPH_SEPARATOR) {
        throw new InvalidFactException("a fact's key has a forbidden character at " + i);
      }
      i += Character.charCount(c);
    }
  }

  /**
   * The key of any spelling.
   *
   * @throws InvalidFactException when it can be none
   */
  public static FactKey of(String spelling) {
    return new FactKey(Normalizer.normalize(spelling, Normalizer.Form.NFC));
  }

  @Override
  public String toString() {
    return text;
  }
}
