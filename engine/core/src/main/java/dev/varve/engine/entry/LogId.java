package dev.varve.engine.entry;

import java.nio.ByteBuffer;

/** Names a log: sixteen random bytes, the genesis entry's stream id; raw in key derivation. */
public record LogId(long high, long low) implements Id128 {

  /** The id that {@code bytes} (at least 16) begin with. */
  public static LogId of(byte[] bytes) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    return new LogId(buffer.getLong(), buffer.getLong());
  }

  @Override
  public String toString() {
    return hex();
  }
}
