package dev.varve.projections.facts;

import dev.varve.engine.entry.ByteString;
import dev.varve.engine.event.MemoryEvent;
import dev.varve.engine.seal.SealedValue;
import org.jspecify.annotations.Nullable;

/** What happens to facts. */
public sealed interface FactEvent extends MemoryEvent {
  /** Which fact. */
  FactKey key();

  /**
   * A new version of a fact.
   *
   * @param key which fact
   * @param version from 1
   * @param value its value, sealed apart
   * @param source where it comes from
   * @param confidence in thousandths
   * @param pending whether it waits for a confirmation
   * @param sensitive whether it never enters a prompt unasked
   * @param trace the task in which it came up, or null
   * @param atMillis when, in event time, ms
   * @param previousSequence entry of the version that it takes the place of, or -1
   * @param previousCommitment commitment of that version's value, or null
   */
  record FactRemembered(
      FactKey key,
      int version,
      SealedValue value,
      FactSource source,
      int confidence,
      boolean pending,
      boolean sensitive,
      @Nullable String trace,
      long atMillis,
      long previousSequence,
      @Nullable ByteString previousCommitment)
      implements FactEvent {}

  /**
   * The same value was met again.
   *
   * @param key which fact
   * @param version the version that it is the value of
   * @param source where it was met
   * @param trace the task, or null
   * @param atMillis when, in event time, ms
   */
  record FactReaffirmed(
      FactKey key, int version, FactSource source, @Nullable String trace, long atMillis)
      implements FactEvent {}
}
