package dev.varve.projections.facts;

/** What a version of a fact is worth now. */
public enum FactState {
  /** It is what the memory believes. */
  CURRENT,
  /** A newer version took its place; kept, and found only when asked for. */
  DEPRECATED,
  /** It waits for a confirmation and is not believed yet. */
  PENDING
}
