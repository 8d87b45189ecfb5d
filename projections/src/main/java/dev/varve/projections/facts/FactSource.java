package dev.varve.projections.facts;

import dev.varve.engine.VarveException;
import java.util.Locale;

/** Where a fact comes from. The numbers are part of the format. */
public enum FactSource {
  /** A person said it. */
  USER(1),
  /** It was seen on a screen or read from the device. */
  OBSERVATION(2),
  /** Sessions saw it often enough. */
  PROMOTION(3),
  /** It was there before the first session. */
  SEED(4),
  /** It came from another log. */
  IMPORT(5);

  private final int number;

  FactSource(int number) {
    this.number = number;
  }

  /** Stable number. */
  public int number() {
    return number;
  }

  /** As written in recordings and printed: lower case. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The source of a number. */
  static FactSource of(int number) {
    for (FactSource source : values()) {
      if (source.number == number) {
        return source;
      }
    }
    throw new VarveException("unknown fact source " + number);
  }
}
