package dev.varve.projections.facts;

import java.text.Normalizer;
import org.jspecify.annotations.Nullable;

/**
 * The exact name of a fact, such as {@code address_home} or {@code
 * app/com.example.shop/main_activity}.
 *
 * <p>In Unicode normal form C, so that one name has one spelling; 1 to 200 characters; no control,
 * format, surrogate, private-use or unassigned characters, no white space at either end. Two keys
 * are equal when their texts are, to the case. Immutable; thread-safe.
 */
public final class FactKey {
  /** Longest key, in UTF-16 units after normalising. */
  public static final int MAX_LENGTH = 200;

  private final String text;

  private FactKey(String text) {
    this.text = text;
  }

  /**
   * The key of any spelling.
   *
   * @throws InvalidFactException when it can be none
   */
  public static FactKey of(String spelling) {
    String text = Normalizer.normalize(spelling, Normalizer.Form.NFC);
    if (text.isEmpty() || text.length() > MAX_LENGTH) {
      throw new InvalidFactException(
          "a fact's key has 1 to " + MAX_LENGTH + " characters, found " + text.length());
    }
    if (isSpace(text.codePointAt(0)) || isSpace(text.codePointBefore(text.length()))) {
      throw new InvalidFactException("a fact's key has no white space at its ends");
    }
    for (int i = 0; i < text.length(); ) {
      int c = text.codePointAt(i);
      if (isForbidden(Character.getType(c))) {
        throw new InvalidFactException("a fact's key has a forbidden character at " + i);
      }
      i += Character.charCount(c);
    }
    return new FactKey(text);
  }

  /**
   * A key as it was accepted once. It is not judged again: which characters are assigned depends on
   * the platform, and a log that one accepted must open on every other.
   */
  static FactKey stored(String text) {
    return new FactKey(text);
  }

  /** Breaking spaces and those that do not break, which {@link String#strip} would leave. */
  private static boolean isSpace(int c) {
    return Character.isWhitespace(c) || Character.isSpaceChar(c);
  }

  private static boolean isForbidden(int type) {
    return type == Character.CONTROL
        || type == Character.FORMAT
        || type == Character.SURROGATE
        || type == Character.PRIVATE_USE
        || type == Character.UNASSIGNED
        || type == Character.LINE_SEPARATOR
        || type == Character.PARAGRAPH_SEPARATOR;
  }

  /** The name in normal form. */
  public String text() {
    return text;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof FactKey key && text.equals(key.text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  @Override
  public String toString() {
    return text;
  }
}
