package dev.varve.engine.store;

/** How much an acknowledged write survives. */
public enum Durability {
  /** The death of the process, kill -9 included: the bytes are with the operating system. */
  PROCESS,
  /** The loss of power: the bytes are on the disk before the append returns. */
  POWER
}
