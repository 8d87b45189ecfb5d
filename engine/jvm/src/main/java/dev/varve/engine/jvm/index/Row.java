package dev.varve.engine.jvm.index;

import dev.varve.engine.entry.CommandId;
import dev.varve.engine.store.CommandIndex.Span;
import java.nio.ByteBuffer;

/**
 * A command and where it stands: 32 bytes, big-endian, so that rows sort as their bytes do.
 *
 * <pre>
 *  off size field
 *    0   16 command id
 *   16    8 sequence of its first entry
 *   24    8 sequence of its last entry
 * </pre>
 */
record Row(CommandId id, Span span) {
  static final int SIZE = 32;

  static Row at(ByteBuffer buffer, int offset) {
    return new Row(
        new CommandId(buffer.getLong(offset), buffer.getLong(offset + 8)),
        new Span(buffer.getLong(offset + 16), buffer.getLong(offset + 24)));
  }

  void put(ByteBuffer buffer) {
    buffer.putLong(id.high()).putLong(id.low()).putLong(span.first()).putLong(span.last());
  }
}
