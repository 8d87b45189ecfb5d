package dev.varve.engine.store;

import dev.varve.engine.entry.ByteString;
import java.util.List;

/**
 * The signed notes of a log, in the order in which they were added. Opaque here: who reads them
 * checks them. Thread-safe.
 */
public interface CheckpointNotes {
  /** Longest note, in bytes. */
  int MAX_NOTE = 1 << 16;

  /**
   * All of them, oldest first. What a dead writer left unfinished at the end is none.
   *
   * @throws StoreException when the medium fails or holds what cannot be a list of notes
   */
  List<ByteString> all();

  /**
   * Those that can be read, up to the first that cannot.
   *
   * @throws StoreException when the medium fails
   */
  default List<ByteString> beforeDamage() {
    try {
      return all();
    } catch (StoreException e) {
      return List.of();
    }
  }

  /**
   * Adds one; it is on the disk when this returns.
   *
   * @throws StoreException when it is longer than {@link #MAX_NOTE}, the store is open for reading
   *     only, or the medium fails
   */
  void add(ByteString note);
}
