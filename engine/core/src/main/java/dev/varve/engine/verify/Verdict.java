package dev.varve.engine.verify;

/** The outcome of a verification. */
public enum Verdict {
  /** Every entry is whole, linked and in order. */
  OK,
  /** The same, but the last command was never completed; it was never acknowledged either. */
  TORN_TAIL,
  /** At least one entry is not what was written. */
  DAMAGED,
  /** The log is not the one that a checkpoint was taken of. */
  CONTRADICTS_CHECKPOINT,
  /** There is no entry to judge by. */
  UNVERIFIABLE
}
