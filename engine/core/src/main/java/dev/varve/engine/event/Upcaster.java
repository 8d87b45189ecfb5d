package dev.varve.engine.event;

import dev.varve.engine.cbor.CborMap;

/** Lifts a payload of one schema version to the next. Pure. */
@FunctionalInterface
public interface Upcaster {
  /** The payload as the next schema version has it. */
  CborMap upcast(CborMap payload);
}
