package dev.varve.projections.screens;

import dev.varve.engine.entry.ByteString;
import dev.varve.engine.event.MemoryEvent;

/** What happens to screens. */
public sealed interface ScreenEvent extends MemoryEvent {
  /**
   * A structure was met for the first time; steps refer to it from here on.
   *
   * @param id keyed digest of the structure, 16 bytes
   * @param mainHash of the structure, 32 bytes, as {@link ScreenHashes} makes it
   * @param structure without texts
   */
  record ScreenInterned(ByteString id, ByteString mainHash, ScreenStructure structure)
      implements ScreenEvent {}
}
