package dev.varve.engine.event;

import dev.varve.engine.VarveException;
import dev.varve.engine.cbor.CborMap;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The event types that a log can hold here, by class and by number. Immutable; thread-safe.
 *
 * <p>A payload of an older schema is lifted step by step by the registered {@link Upcaster}s; one
 * of a newer schema, like an unknown number, decodes to null: it stays in the log and is passed
 * over.
 */
public final class EventRegistry {
  private record Entry<E extends MemoryEvent>(
      EventType type, Class<E> eventClass, EventCodec<E> codec, Map<Integer, Upcaster> upcasters) {
    CborMap encode(MemoryEvent event, EventCodec.ValueSealer sealer) {
      return codec.encode(eventClass.cast(event), sealer);
    }
  }

  private final Map<Integer, Entry<?>> byNumber;
  private final Map<Class<?>, Entry<?>> byClass;

  private EventRegistry(Map<Integer, Entry<?>> byNumber, Map<Class<?>, Entry<?>> byClass) {
    this.byNumber = Map.copyOf(byNumber);
    this.byClass = Map.copyOf(byClass);
  }

  /** Starts with the engine's own events. */
  public static Builder builder() {
    Builder builder = new Builder();
    EngineEvents.register(builder);
    return builder;
  }

  /** The type of an event, or null when its class was not registered. */
  public @Nullable EventType typeOf(MemoryEvent event) {
    Entry<?> entry = byClass.get(event.getClass());
    return entry == null ? null : entry.type;
  }

  /** The type of a number, or null when it was not registered. */
  public @Nullable EventType typeOf(int number) {
    Entry<?> entry = byNumber.get(number);
    return entry == null ? null : entry.type;
  }

  /** All types, by number. */
  public List<EventType> types() {
    List<EventType> types = new ArrayList<>();
    for (Entry<?> entry : byNumber.values()) {
      types.add(entry.type);
    }
    types.sort(Comparator.comparingInt(EventType::number));
    return types;
  }

  /** The payload of a registered event. */
  public CborMap encode(MemoryEvent event, EventCodec.ValueSealer sealer) {
    Entry<?> entry = byClass.get(event.getClass());
    if (entry == null) {
      throw new VarveException(event.getClass().getName() + " is not registered");
    }
    return entry.encode(event, sealer);
  }

  /**
   * The event of a payload, or null when number or schema version are not known here.
   *
   * @throws VarveException when the payload is not what its type and version promise
   */
  public @Nullable MemoryEvent decode(
      int number, int schemaVersion, CborMap payload, EventCodec.ValueBinder binder) {
    Entry<?> entry = byNumber.get(number);
    if (entry == null || schemaVersion > entry.type.schemaVersion()) {
      return null;
    }
    try {
      return decode(entry, schemaVersion, payload, binder);
    } catch (VarveException e) {
      throw e;
    } catch (RuntimeException e) {
      // Neither its message nor the exception itself: they may quote the payload.
      throw new VarveException(
          entry.type.name()
              + ": the payload is not what schema version "
              + schemaVersion
              + " promises ("
              + e.getClass().getSimpleName()
              + ")");
    }
  }

  private static MemoryEvent decode(
      Entry<?> entry, int schemaVersion, CborMap payload, EventCodec.ValueBinder binder) {
    CborMap lifted = payload;
    for (int version = schemaVersion; version < entry.type.schemaVersion(); version++) {
      Upcaster upcaster = entry.upcasters.get(version);
      if (upcaster == null) {
        throw new VarveException(
            entry.type.name() + ": no upcaster from schema version " + version);
      }
      lifted = upcaster.upcast(lifted);
    }
    return entry.codec.decode(lifted, binder);
  }

  /** Collects types. Not thread-safe. */
  public static final class Builder {
    private final Map<Integer, Entry<?>> byNumber = new HashMap<>();
    private final Map<Class<?>, Entry<?>> byClass = new HashMap<>();

    private Builder() {}

    /**
     * Adds a type.
     *
     * @throws IllegalArgumentException when number or class are taken, or when the schema version
     *     is not 1, since then there are upcasters
     */
    public <E extends MemoryEvent> Builder register(
        EventType type, Class<E> eventClass, EventCodec<E> codec) {
      return register(type, eventClass, codec, Map.of());
    }

    /**
     * Adds a type with upcasters, keyed by the schema version that each lifts from.
     *
     * @throws IllegalArgumentException when number or class are taken, or an upcaster is missing
     */
    public <E extends MemoryEvent> Builder register(
        EventType type,
        Class<E> eventClass,
        EventCodec<E> codec,
        Map<Integer, Upcaster> upcasters) {
      Entry<E> entry = new Entry<>(type, eventClass, codec, Map.copyOf(upcasters));
      for (int version = 1; version < type.schemaVersion(); version++) {
        if (!upcasters.containsKey(version)) {
          throw new IllegalArgumentException(type.name() + ": no upcaster from version " + version);
        }
      }
      if (byNumber.containsKey(type.number()) || byClass.containsKey(eventClass)) {
        throw new IllegalArgumentException(type.name() + ": number or class is registered already");
      }
      byNumber.put(type.number(), entry);
      byClass.put(eventClass, entry);
      return this;
    }

    /** The finished registry. */
    public EventRegistry build() {
      return new EventRegistry(byNumber, byClass);
    }
  }
}
