package dev.varve.engine.store;

import dev.varve.engine.entry.CommandId;
import org.jspecify.annotations.Nullable;

/**
 * Where each complete command of a log stands, by its id and by its slot (the id's first half).
 *
 * <p>Disposable: it can be rebuilt from the headers. Not believed either: who finds a command here
 * looks at the entry. Thread-safe.
 */
public interface CommandIndex {
  /**
   * Where a complete command stands.
   *
   * @param first sequence of its first entry
   * @param last sequence of its last entry
   */
  record Span(long first, long last) {}

  /** Every complete command whose last entry has a lower sequence than this is found here. */
  long indexedBelow();

  /** Where a command stands, or null. */
  @Nullable Span find(CommandId id);

  /** The id of a command whose id has the same first half, or null. */
  @Nullable CommandId occupantOf(CommandId id);

  /** Adds a complete command; the next one in the log, or one that is here already. */
  void add(CommandId id, Span span);

  /**
   * Brings what was added to where a next opening finds it, so that less has to be read again.
   *
   * @throws StoreException when the medium fails
   */
  void flush();

  /**
   * Forgets everything; {@link #indexedBelow} is 0 then, or more where the store makes the index
   * anew by itself.
   */
  void clear();
}
