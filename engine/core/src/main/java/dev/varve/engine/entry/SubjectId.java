package dev.varve.engine.entry;

import java.nio.ByteBuffer;

/** What a key belongs to and erasure speaks of: one fact, one skill, one session; random. */
public record SubjectId(long high, long low) implements Id128 {
  /** The log itself: its key seals names, actors and subjects, and is never erased. */
  public static final SubjectId LOG = new SubjectId(0, 0);

  /** The id that {@code bytes} (at least 16) begin with. */
  public static SubjectId of(byte[] bytes) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    return new SubjectId(buffer.getLong(), buffer.getLong());
  }

  @Override
  public String toString() {
    return hex();
  }
}
