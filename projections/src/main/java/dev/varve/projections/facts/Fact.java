package dev.varve.projections.facts;

import dev.varve.engine.seal.SealedValue;
import org.jspecify.annotations.Nullable;

/**
 * One version of a fact, without its value. Immutable.
 *
 * @param key which fact
 * @param version from 1
 * @param state what it is worth now
 * @param source where it comes from
 * @param confidence in thousandths
 * @param sensitive whether it never enters a prompt unasked
 * @param trace the task in which it came up, or null
 * @param sequence the entry that brought it
 * @param subjectRef the fact's subject in the log
 * @param sinceMillis event time of that entry, ms
 * @param reaffirmedMillis event time at which the same value was last met, ms
 * @param supersededMillis event time at which a later version took its place, ms; -1 while it
 *     stands
 * @param sealed the value, to be opened by a reader only
 */
public record Fact(
    FactKey key,
    int version,
    FactState state,
    FactSource source,
    int confidence,
    boolean sensitive,
    @Nullable String trace,
    long sequence,
    int subjectRef,
    long sinceMillis,
    long reaffirmedMillis,
    long supersededMillis,
    SealedValue sealed) {
  Fact deprecated(long atMillis) {
    return with(FactState.DEPRECATED, atMillis);
  }

  Fact expired() {
    return with(FactState.EXPIRED, supersededMillis);
  }

  private Fact with(FactState newState, long newSupersededMillis) {
    return new Fact(
        key,
        version,
        newState,
        source,
        confidence,
        sensitive,
        trace,
        sequence,
        subjectRef,
        sinceMillis,
        reaffirmedMillis,
        newSupersededMillis,
        sealed);
  }

  Fact reaffirmed(long atMillis) {
    return new Fact(
        key,
        version,
        state,
        source,
        confidence,
        sensitive,
        trace,
        sequence,
        subjectRef,
        sinceMillis,
        Math.max(reaffirmedMillis, atMillis),
        supersededMillis,
        sealed);
  }
}
