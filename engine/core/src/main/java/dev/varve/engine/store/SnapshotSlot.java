package dev.varve.engine.store;

import org.jspecify.annotations.Nullable;

/**
 * The place of one snapshot: opaque bytes that can be lost at any time without harm. Thread-safe.
 */
public interface SnapshotSlot {
  /** The bytes, or null when there are none or they cannot be read. */
  byte @Nullable [] read();

  /**
   * Replaces them, as a whole or not at all.
   *
   * @throws StoreException when the store is open for reading only, or the medium fails
   */
  void replace(byte[] snapshot);

  /**
   * Takes them away for good; when this returns no byte of them is in the log's files.
   *
   * @throws StoreException when the store is open for reading only, or the medium fails
   */
  void clear();
}
