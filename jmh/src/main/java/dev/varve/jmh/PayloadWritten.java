package dev.varve.jmh;

import dev.varve.engine.cbor.CborMap;
import dev.varve.engine.entry.ByteString;
import dev.varve.engine.event.EventRegistry;
import dev.varve.engine.event.EventType;
import dev.varve.engine.event.MemoryEvent;
import dev.varve.engine.event.PlainCodec;

/**
 * The smallest event: one byte string. Its payload is four bytes longer than its content.
 *
 * @param content 24 to 255 bytes
 */
record PayloadWritten(ByteString content) implements MemoryEvent {
  /** Bytes around the content: map, key, and a byte string's head of two. */
  static final int CBOR_HEAD = 4;

  static final EventRegistry REGISTRY =
      EventRegistry.builder()
          .register(
              new EventType(0xffff, 1, "PayloadWritten"),
              PayloadWritten.class,
              PlainCodec.of(
                  event -> CborMap.builder().put(1, event.content().toBytes()),
                  map -> new PayloadWritten(ByteString.of(map.getBytes(1)))))
          .build();
}
