package dev.varve.engine.log;

import dev.varve.engine.command.NewEvent;
import dev.varve.engine.event.EventType;

/** An event of a command, encoded but for the envelopes of its sealed values. */
final class PreparedEvent {
  private final NewEvent event;
  private final EventType type;
  private final byte[] cbor;
  private final int values;
  private int firstGeneration;

  PreparedEvent(NewEvent event, EventType type, byte[] cbor, int values) {
    this.event = event;
    this.type = type;
    this.cbor = cbor;
    this.values = values;
  }

  NewEvent event() {
    return event;
  }

  EventType type() {
    return type;
  }

  /** The payload, of its final length; final altogether when there are no values. */
  byte[] cbor() {
    return cbor;
  }

  /** How many sealed values it holds. */
  int values() {
    return values;
  }

  /** The key generation of its first value; the others follow. */
  int firstGeneration() {
    return firstGeneration;
  }

  void firstGeneration(int generation) {
    firstGeneration = generation;
  }
}
