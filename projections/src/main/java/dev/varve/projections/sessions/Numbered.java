package dev.varve.projections.sessions;

import dev.varve.engine.VarveException;
import java.util.Locale;

/** An enum constant with a stable number for payloads and a lower-case label for people. */
public interface Numbered {
  /** Stable number, part of the format. */
  int number();

  /** The constant's name. */
  String name();

  /** As written in recordings and printed. */
  default String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The constant of a number. */
  static <E extends Enum<E> & Numbered> E of(E[] values, int number) {
    for (E value : values) {
      if (value.number() == number) {
        return value;
      }
    }
    throw new VarveException(
        "unknown number " + number + " of " + values[0].getDeclaringClass().getSimpleName());
  }
}
