package dev.varve.engine.jvm.chronicle;

import net.openhft.chronicle.core.time.TimeProvider;
import net.openhft.chronicle.queue.RollCycle;
import net.openhft.chronicle.queue.rollcycles.RollCycleArithmetic;

/**
 * A roll cycle that rolls when it is told to. The library's own cycles follow the wall clock, and a
 * clock set back over a roll makes every append fail, or puts records into an earlier file where
 * they are lost; here the cycle is the number of the segment, which follows from the record's index
 * alone.
 *
 * <p>The library's index of a record is {@code segment << 32 | index within the segment}. Written
 * by the appending thread.
 */
final class SegmentRollCycle implements RollCycle {
  /** Index pages of 32 KB. */
  private static final int INDEX_COUNT = 4096;

  private static final int INDEX_SPACING = 256;

  /** Records that one index page covers; the next needs another one. */
  static final int INDEXED_BY_PAGE = INDEX_COUNT * INDEX_SPACING;

  /** A file name is a day. */
  private static final int DAY = 86_400_000;

  private final SegmentNames names;
  private final RollCycleArithmetic arithmetic = RollCycleArithmetic.of(INDEX_COUNT, INDEX_SPACING);
  private volatile int segment;

  SegmentRollCycle(SegmentNames names) {
    this.names = names;
  }

  /** What {@link #current} answers from now on. */
  void rollTo(int next) {
    segment = next;
  }

  /** The time at which a clock-driven cycle would be where this one is. */
  long asTime() {
    return (long) segment * DAY;
  }

  /** The library's index of a record. */
  long queueIndex(long record) {
    int bits = names.bits();
    return toIndex((int) (record >> bits), record & ((1L << bits) - 1));
  }

  @Override
  public String format() {
    return names.format();
  }

  @Override
  public int lengthInMillis() {
    return DAY;
  }

  @Override
  public int defaultIndexCount() {
    return INDEX_COUNT;
  }

  @Override
  public int defaultIndexSpacing() {
    return INDEX_SPACING;
  }

  @Override
  public int current(TimeProvider ignored, long epoch) {
    return segment;
  }

  @Override
  public long toIndex(int cycle, long sequenceNumber) {
    return arithmetic.toIndex(cycle, sequenceNumber);
  }

  @Override
  public long toSequenceNumber(long index) {
    return arithmetic.toSequenceNumber(index);
  }

  @Override
  public int toCycle(long index) {
    return arithmetic.toCycle(index);
  }

  @Override
  public long maxMessagesPerCycle() {
    return arithmetic.maxMessagesPerCycle();
  }
}
