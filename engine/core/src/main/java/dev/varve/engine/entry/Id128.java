package dev.varve.engine.entry;

import java.nio.ByteBuffer;

/** Sixteen bytes as two big-endian halves; the types that implement it keep kinds of ids apart. */
public sealed interface Id128 permits LogId, StreamId, CommandId, TraceId, SubjectId {
  /** Bytes 0 to 7. */
  long high();

  /** Bytes 8 to 15. */
  long low();

  /** The sixteen bytes. */
  default byte[] toBytes() {
    return ByteBuffer.allocate(16).putLong(high()).putLong(low()).array();
  }

  /** Thirty-two lower-case hex digits. */
  default String hex() {
    return Hex.of(toBytes());
  }

  /** Whether all bytes are zero, which means "none" wherever an id may be absent. */
  default boolean isNone() {
    return (high() | low()) == 0;
  }
}
