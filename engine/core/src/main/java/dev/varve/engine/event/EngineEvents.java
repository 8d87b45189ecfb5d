package dev.varve.engine.event;

import dev.varve.engine.cbor.CborMap;
import dev.varve.engine.entry.ByteString;
import dev.varve.engine.entry.CommandId;
import dev.varve.engine.entry.SubjectId;
import dev.varve.engine.event.EngineEvent.ActorRegistered;
import dev.varve.engine.event.EngineEvent.AlgorithmsChanged;
import dev.varve.engine.event.EngineEvent.CheckpointKeyRotated;
import dev.varve.engine.event.EngineEvent.ClockAdjusted;
import dev.varve.engine.event.EngineEvent.CommandAbandoned;
import dev.varve.engine.event.EngineEvent.CommandSalvaged;
import dev.varve.engine.event.EngineEvent.EpochBegan;
import dev.varve.engine.event.EngineEvent.LogCreated;
import dev.varve.engine.event.EngineEvent.NameIntroduced;
import dev.varve.engine.event.EngineEvent.SubjectErased;
import dev.varve.engine.event.EngineEvent.SubjectIntroduced;
import dev.varve.engine.event.EngineEvent.TailTruncated;
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

  /** {@link ClockAdjusted}: 1 wall before (ms), 2 wall now (ms), 3 elapsed (ms). */
  public static final EventType CLOCK_ADJUSTED = new EventType(6, 1, "ClockAdjusted");

  /** {@link SubjectErased}: 1 ref, 2 subject id (16 bytes). */
  public static final EventType SUBJECT_ERASED = new EventType(7, 1, "SubjectErased");

  /** {@link CheckpointKeyRotated}: 1 old verifier key, 2 new verifier key, 3 note. */
  public static final EventType CHECKPOINT_KEY_ROTATED =
      new EventType(10, 1, "CheckpointKeyRotated");

  /** {@link AlgorithmsChanged}: 1 hash, 2 seal. */
  public static final EventType ALGORITHMS_CHANGED = new EventType(12, 1, "AlgorithmsChanged");

  /** {@link TailTruncated}: 1 bytes, 2 set aside. */
  public static final EventType TAIL_TRUNCATED = new EventType(13, 1, "TailTruncated");

  /** {@link EpochBegan}: 1 epoch, 2 anchor size, 3 anchor root, 4 damaged from, 5 set aside. */
  public static final EventType EPOCH_BEGAN = new EventType(14, 1, "EpochBegan");

  /** {@link CommandSalvaged}: 1 epoch, 2 first sequence, 3 last sequence, 4 last hash. */
  public static final EventType COMMAND_SALVAGED = new EventType(15, 1, "CommandSalvaged");

  /** Highest number that an event of the engine can have. */
  public static final int LAST = 99;

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
    register(
        registry,
        CLOCK_ADJUSTED,
        ClockAdjusted.class,
        e -> CborMap.builder().put(1, e.wallBefore()).put(2, e.wallNow()).put(3, e.elapsedMillis()),
        m -> new ClockAdjusted(m.getLong(1), m.getLong(2), m.getLong(3)));
    register(
        registry,
        SUBJECT_ERASED,
        SubjectErased.class,
        e -> CborMap.builder().put(1, e.ref()).put(2, e.subject().toBytes()),
        m -> new SubjectErased(m.getInt(1), SubjectId.of(m.getBytes(2))));
    register(
        registry,
        CHECKPOINT_KEY_ROTATED,
        CheckpointKeyRotated.class,
        e -> CborMap.builder().put(1, e.oldKey()).put(2, e.newKey()).put(3, e.note()),
        m -> new CheckpointKeyRotated(m.getString(1), m.getString(2), m.getString(3)));
    register(
        registry,
        ALGORITHMS_CHANGED,
        AlgorithmsChanged.class,
        e -> CborMap.builder().put(1, e.hash()).put(2, e.seal()),
        m -> new AlgorithmsChanged(m.getInt(1), m.getInt(2)));
    register(
        registry,
        TAIL_TRUNCATED,
        TailTruncated.class,
        e -> CborMap.builder().put(1, e.bytes()).put(2, e.setAside()),
        m -> new TailTruncated(m.getLong(1), m.getString(2)));
    register(
        registry,
        EPOCH_BEGAN,
        EpochBegan.class,
        e ->
            CborMap.builder()
                .put(1, e.epoch())
                .put(2, e.anchorSize())
                .put(3, e.anchorRoot().toBytes())
                .put(4, e.damagedFrom())
                .put(5, e.setAside()),
        m ->
            new EpochBegan(
                m.getInt(1),
                m.getLong(2),
                ByteString.of(m.getBytes(3)),
                m.getLong(4),
                m.getString(5)));
    register(
        registry,
        COMMAND_SALVAGED,
        CommandSalvaged.class,
        e ->
            CborMap.builder()
                .put(1, e.epoch())
                .put(2, e.firstSequence())
                .put(3, e.lastSequence())
                .put(4, e.lastHash().toBytes()),
        m ->
            new CommandSalvaged(
                m.getInt(1), m.getLong(2), m.getLong(3), ByteString.of(m.getBytes(4))));
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
