package dev.varve.projections.facts;

import dev.varve.engine.VarveException;
import dev.varve.engine.cbor.CborMap;
import org.jspecify.annotations.Nullable;

/**
 * The wish that a fact be remembered.
 *
 * @param key which fact
 * @param value 1 to 100,000 characters, without control characters other than line feed and tab
 * @param source where it comes from
 * @param confidence in thousandths, 0 to 1000
 * @param sensitive whether it needs a confirmation and never enters a prompt unasked
 * @param confirmed whether it was confirmed by somebody who may
 * @param trace the task in which it came up, or null
 * @param atMillis when, in event time, ms
 */
public record RememberFact(
    FactKey key,
    String value,
    FactSource source,
    int confidence,
    boolean sensitive,
    boolean confirmed,
    @Nullable String trace,
    long atMillis) {
  /** Longest value, in UTF-16 units. */
  public static final int MAX_VALUE_LENGTH = 100_000;

  /** Checks value and confidence. */
  public RememberFact {
    if (value.isEmpty() || value.length() > MAX_VALUE_LENGTH) {
      throw new InvalidFactException(
          key
              + ": a fact's value has 1 to "
              + MAX_VALUE_LENGTH
              + " characters, found "
              + value.length());
    }
    for (int i = 0; i < value.length(); ) {
      int c = value.codePointAt(i);
      int type = Character.getType(c);
      if (type == Character.SURROGATE || (type == Character.CONTROL && c != '\n' && c != '\t')) {
        throw new InvalidFactException(key + ": a fact's value has a forbidden character at " + i);
      }
      i += Character.charCount(c);
    }
    if (confidence < 0 || confidence > 1000) {
      throw new InvalidFactException(key + ": confidence " + confidence + " is not 0 to 1000");
    }
    if (atMillis < 0) {
      throw new VarveException(key + ": a time is never negative");
    }
  }

  /** A user's word, with full confidence. */
  public static RememberFact byUser(String key, String value, long atMillis) {
    return new RememberFact(
        FactKey.of(key), value, FactSource.USER, 1000, false, false, null, atMillis);
  }

  /** What the value is sealed as. */
  CborMap content() {
    return CborMap.builder().put(0, value).build();
  }

  /** Everything but the value. */
  @Override
  public String toString() {
    return "remember " + key;
  }
}
