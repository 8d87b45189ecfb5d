package dev.varve.engine.event;

import dev.varve.engine.cbor.CborMap;
import java.util.function.Function;

/**
 * A codec of events without sealed values, from two functions.
 *
 * @param <E> the event
 */
public final class PlainCodec<E extends MemoryEvent> implements EventCodec<E> {
  private final Function<E, CborMap.Builder> encode;
  private final Function<CborMap, E> decode;

  private PlainCodec(Function<E, CborMap.Builder> encode, Function<CborMap, E> decode) {
    this.encode = encode;
    this.decode = decode;
  }

  /** A codec of these two functions, which are pure. */
  public static <E extends MemoryEvent> PlainCodec<E> of(
      Function<E, CborMap.Builder> encode, Function<CborMap, E> decode) {
    return new PlainCodec<>(encode, decode);
  }

  @Override
  public CborMap encode(E event, ValueSealer sealer) {
    return encode.apply(event).build();
  }

  @Override
  public E decode(CborMap payload, ValueBinder binder) {
    return decode.apply(payload);
  }
}
