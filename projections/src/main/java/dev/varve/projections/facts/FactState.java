package dev.varve.projections.facts;

/** What a version of a fact is worth now. */
public enum FactState {
  /** It is what the memory believes. */
  CURRENT(1),
  /** A newer version took its place; kept, and found only when asked for. */
  DEPRECATED(2),
  /** It waits for a confirmation and is not believed yet. */
  PENDING(3),
  /** It was DEPRECATED for as long as such versions are kept; the key of its value is gone. */
  EXPIRED(4);

  private final int number;

  FactState(int number) {
    this.number = number;
  }

  /** Stable number, which enters state digests. */
  int number() {
    return number;
  }
}
