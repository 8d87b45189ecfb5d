package dev.varve.projections.facts;

import dev.varve.engine.cbor.CborMap;
import dev.varve.engine.entry.ByteString;
import dev.varve.engine.event.EventCodec;
import dev.varve.engine.event.EventRegistry;
import dev.varve.engine.event.EventType;
import dev.varve.engine.event.PlainCodec;
import dev.varve.projections.facts.FactEvent.FactReaffirmed;
import dev.varve.projections.facts.FactEvent.FactRemembered;

/** Numbers and payload keys of the layer's events; part of the format. */
public final class FactEvents {
  /**
   * 1 key, 2 value (an envelope over {0: text}), 3 version, 4 source, 5 confidence, 6 pending, 7
   * sensitive, 8 trace, 9 at (ms), 10 previous sequence, 11 previous commitment.
   */
  public static final EventType FACT_REMEMBERED = new EventType(100, 1, "FactRemembered");

  /** 1 key, 3 version, 4 source, 8 trace, 9 at (ms). */
  public static final EventType FACT_REAFFIRMED = new EventType(101, 1, "FactReaffirmed");

  private FactEvents() {}

  /** Adds the layer's events to a registry. */
  public static void register(EventRegistry.Builder registry) {
    registry.register(FACT_REMEMBERED, FactRemembered.class, new RememberedCodec());
    registry.register(
        FACT_REAFFIRMED,
        FactReaffirmed.class,
        PlainCodec.of(
            e ->
                CborMap.builder()
                    .put(1, e.key().text())
                    .put(3, e.version())
                    .put(4, e.source().number())
                    .put(8, e.trace())
                    .put(9, e.atMillis()),
            m ->
                new FactReaffirmed(
                    FactKey.stored(m.getString(1)),
                    m.getInt(3),
                    FactSource.of(m.getInt(4)),
                    m.getStringOrNull(8),
                    m.getLong(9))));
  }

  private static final class RememberedCodec implements EventCodec<FactRemembered> {
    @Override
    public CborMap encode(FactRemembered e, ValueSealer sealer) {
      CborMap.Builder map =
          CborMap.builder()
              .put(1, e.key().text())
              .put(2, sealer.seal(e.value()))
              .put(3, e.version())
              .put(4, e.source().number())
              .put(5, e.confidence())
              .put(6, e.pending())
              .put(7, e.sensitive())
              .put(8, e.trace())
              .put(9, e.atMillis());
      ByteString previous = e.previousCommitment();
      if (previous != null) {
        map.put(10, e.previousSequence()).put(11, previous.toBytes());
      }
      return map.build();
    }

    @Override
    public FactRemembered decode(CborMap m, ValueBinder binder) {
      byte[] previous = m.getBytesOrNull(11);
      return new FactRemembered(
          FactKey.stored(m.getString(1)),
          m.getInt(3),
          binder.bind(m.getBytes(2)),
          FactSource.of(m.getInt(4)),
          m.getInt(5),
          m.getBoolean(6),
          m.getBoolean(7),
          m.getStringOrNull(8),
          m.getLong(9),
          m.getLong(10, -1),
          previous == null ? null : ByteString.of(previous));
    }
  }
}
