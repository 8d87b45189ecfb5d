package dev.varve.engine.tree;

/** Where a tree finds the leaf hashes that it does not keep. */
@FunctionalInterface
public interface LeafSource {
  /**
   * The hashes of {@code count} leaves from number {@code from} on, 32 bytes each, one after the
   * other.
   */
  byte[] leaves(long from, int count);
}
