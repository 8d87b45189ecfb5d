package dev.varve.engine.entry;

import java.nio.ByteBuffer;

/** The unit of optimistic concurrency: entries of one stream are numbered from 0 without gaps. */
public record StreamId(long high, long low) implements Id128 {

  /** The id that {@code bytes} (at least 16) begin with. */
  public static StreamId of(byte[] bytes) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    return new StreamId(buffer.getLong(), buffer.getLong());
  }

  @Override
  public String toString() {
    return hex();
  }
}
