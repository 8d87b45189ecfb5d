package dev.varve.engine.event;

import dev.varve.engine.cbor.CborMap;
import dev.varve.engine.seal.SealedValue;

/**
 * Turns events of one type into payloads and back, losslessly and without side effects.
 *
 * @param <E> the event
 */
public interface EventCodec<E extends MemoryEvent> {
  /** Turns a fresh {@link SealedValue} into its envelope while an event is encoded. */
  interface ValueSealer {
    /** The envelope's bytes. May be called once to measure (zeros) and once to seal. */
    byte[] seal(SealedValue value);
  }

  /** Turns envelope bytes into a stored {@link SealedValue} while an event is decoded. */
  interface ValueBinder {
    /** The value, bound to the entry it stands in. */
    SealedValue bind(byte[] envelope);
  }

  /** The payload of an event. A function of the event alone. */
  CborMap encode(E event, ValueSealer sealer);

  /**
   * The event of a payload of the current schema version.
   *
   * @throws dev.varve.engine.VarveException when keys are missing or of the wrong type
   */
  E decode(CborMap payload, ValueBinder binder);
}
