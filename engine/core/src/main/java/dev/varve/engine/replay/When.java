package dev.varve.engine.replay;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;

/**
 * A point in a log as people name it: a sequence, so many entries before the last, or an instant of
 * the headers' wall clock.
 */
public sealed interface When {
  /** The end of the log. */
  When NOW = new Before(0);

  /**
   * At a sequence.
   *
   * @param sequence from 0
   */
  record At(long sequence) implements When {
    /** Checks the sign. */
    public At {
      if (sequence < 0) {
        throw new IllegalArgumentException("sequence " + sequence + " is negative");
      }
    }
  }

  /**
   * Before the last entry.
   *
   * @param entries from 0
   */
  record Before(long entries) implements When {
    /** Checks the sign. */
    public Before {
      if (entries < 0) {
        throw new IllegalArgumentException(entries + " entries before the last is after it");
      }
    }
  }

  /**
   * At an instant.
   *
   * @param wallMillis ms since 1970
   */
  record Instantly(long wallMillis) implements When {}

  /**
   * Reads {@code 17}, {@code -3} or {@code 2026-01-15T10:30:00Z}.
   *
   * @throws IllegalArgumentException when it is none of these
   */
  static When parse(String text) {
    try {
      if (text.matches("[0-9]{1,18}")) {
        return new At(Long.parseLong(text));
      }
      if (text.matches("-[0-9]{1,18}")) {
        return new Before(Long.parseLong(text.substring(1)));
      }
      return new Instantly(OffsetDateTime.parse(text).toInstant().toEpochMilli());
    } catch (DateTimeParseException | ArithmeticException e) {
      throw new IllegalArgumentException(
          "'" + text + "' is no sequence, no -N and no ISO-8601 instant such as " + Instant.EPOCH,
          e);
    }
  }
}
