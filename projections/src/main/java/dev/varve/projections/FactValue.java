package dev.varve.projections;

import java.util.Arrays;

/**
 * An opened value. Closing it wipes its characters; it never prints them. Not thread-safe.
 *
 * <pre>{@code
 * try (FactValue value = reader.open(fact)) {
 *   fill(value.toCharArray());
 * }
 * }</pre>
 */
public final class FactValue implements AutoCloseable {
  private final char[] characters;
  private boolean closed;

  FactValue(String value) {
    this.characters = value.toCharArray();
  }

  private char[] open() {
    if (closed) {
      throw new IllegalStateException("the value is closed");
    }
    return characters;
  }

  /** A copy of the characters, which the caller wipes. */
  public char[] toCharArray() {
    return open().clone();
  }

  /** The value as a string, which cannot be wiped. */
  public String asString() {
    return new String(open());
  }

  @Override
  public void close() {
    Arrays.fill(characters, '\0');
    closed = true;
  }

  @Override
  public String toString() {
    return closed ? "closed value" : "opened value";
  }
}
