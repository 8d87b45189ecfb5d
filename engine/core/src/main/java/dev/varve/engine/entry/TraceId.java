package dev.varve.engine.entry;

import java.nio.ByteBuffer;

/**
 * A task's identity in headers: the first half of a keyed hash of its name, so it tells nothing.
 */
public record TraceId(long high, long low) implements Id128 {
  /** No task. */
  public static final TraceId NONE = new TraceId(0, 0);

  /** The id that {@code bytes} (at least 16) begin with. */
  public static TraceId of(byte[] bytes) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    return new TraceId(buffer.getLong(), buffer.getLong());
  }

  @Override
  public String toString() {
    return hex();
  }
}
