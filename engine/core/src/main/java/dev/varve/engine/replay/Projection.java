package dev.varve.engine.replay;

import dev.varve.engine.event.MemoryEvent;
import dev.varve.engine.log.CommittedEntry;

/**
 * A pure fold over the events of a log. Everything it needs is in the event; it reads no clock, no
 * chance, no file. The same entries give the same state and digest on every machine, whether
 * applied one by one as they are written or all at once.
 *
 * <p>Threads: {@link #apply} by one at a time; an implementation says which of its reads may run
 * beside it.
 */
public interface Projection {
  /** Name of the layer, such as {@code facts}. */
  String name();

  /** Folds one event in. Events that are not of this layer are passed over. */
  void apply(CommittedEntry entry, MemoryEvent event);

  /** Number of things in it. */
  long size();

  /** Describes the canonical logical state, in canonical order. */
  void describe(StateDigest digest);
}
