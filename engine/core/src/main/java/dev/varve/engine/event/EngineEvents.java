package dev.varve.engine.event;

import dev.varve.engine.cbor.CborMap;
import dev.varve.engine.entry.CommandId;
import dev.varve.engine.entry.SubjectId;
import dev.varve.engine.event.EngineEvent.ActorRegistered;
import dev.varve.engine.event.EngineEvent.CommandAbandoned;
import dev.varve.engine.event.EngineEvent.LogCreated;
import dev.varve.engine.event.EngineEvent.NameIntroduced;
import dev.varve.engine.event.EngineEvent.SubjectIntroduced;
import java.util.function.Function;

/** Numbers and payload keys of the engine's events; part of the format. */
public final class EngineEvents {
  /** {@link LogCreated}: 1 software, 2 created at (ms). */
  public static final EventType LOG_CREATED = new EventType(1, 1, "LogCreated");

  /** {@link ActorRegistered}: 1 package, 2 certificate. */
  public static final EventType ACTOR_REGISTERED = new EventType(2, 1, "ActorRegistered");

  /** {@link NameIntroduced}: 1 ref, 2 name. */
  public static final EventType NAME_INTRODUCED = new EventType(3, 1, "NameIntroduced");

  /** {@link SubjectIntroduced}: 1 ref, 2 subject id (16 bytes). */
  public static final EventType SUBJECT_INTRODUCED = new EventType(4, 1, "SubjectIntroduced");

  /** {@link CommandAbandoned}: 1 first sequence, 2 last sequence, 3 command id (16 bytes). */
  public static final EventType COMMAND_ABANDONED = new EventType(5, 1, "CommandAbandoned");

  private EngineEvents() {}

  static void register(EventRegistry.Builder registry) {
    register(
        registry,
        LOG_CREATED,
        LogCreated.class,
        e -> CborMap.builder().put(1, e.software()).put(2, e.createdAtMillis()),
        m -> new LogCreated(m.getString(1), m.getLong(2)));
    register(
        registry,
        ACTOR_REGISTERED,
        ActorRegistered.class,
        e -> CborMap.builder().put(1, e.packageName()).put(2, e.certificate()),
        m -> new ActorRegistered(m.getString(1), m.getString(2)));
    register(
        registry,
        NAME_INTRODUCED,
        NameIntroduced.class,
        e -> CborMap.builder().put(1, e.ref()).put(2, e.name()),
        m -> new NameIntroduced(m.getInt(1), m.getString(2)));
    register(
        registry,
        SUBJECT_INTRODUCED,
        SubjectIntroduced.class,
        e -> CborMap.builder().put(1, e.ref()).put(2, e.subject().toBytes()),
        m -> new SubjectIntroduced(m.getInt(1), SubjectId.of(m.getBytes(2))));
    register(
        registry,
        COMMAND_ABANDONED,
        CommandAbandoned.class,
        e ->
            CborMap.builder()
                .put(1, e.firstSequence())
                .put(2, e.lastSequence())
                .put(3, e.command().toBytes()),
        m -> new CommandAbandoned(m.getLong(1), m.getLong(2), CommandId.of(m.getBytes(3))));
  }

  private static <E extends EngineEvent> void register(
      EventRegistry.Builder registry,
      EventType type,
      Class<E> eventClass,
      Function<E, CborMap.Builder> encode,
      Function<CborMap, E> decode) {
    registry.register(type, eventClass, PlainCodec.of(encode, decode));
  }
}
