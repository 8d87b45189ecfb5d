package dev.varve.projections.sessions;

import dev.varve.engine.cbor.CborMap;
import dev.varve.engine.event.EventRegistry;
import dev.varve.engine.event.EventType;
import dev.varve.engine.event.PlainCodec;
import dev.varve.projections.sessions.SessionEvent.ObservationMade;
import dev.varve.projections.sessions.SessionEvent.SessionEnded;
import dev.varve.projections.sessions.SessionEvent.SessionStarted;
import dev.varve.projections.sessions.SessionEvent.SkillsConsulted;
import dev.varve.projections.sessions.SessionEvent.StepRecorded;
import java.util.function.Function;

/** Numbers and payload keys of the layer's events; part of the format. */
public final class SessionEvents {
  /** 1 trace, 2 task, 3 claimed package, 4 claimed certificate, 5 claimed pid, 6 at (ms). */
  public static final EventType SESSION_STARTED = new EventType(300, 1, "SessionStarted");

  /**
   * 1 number, 2 at (ms), 3 package, 4 activity, 5 screen {1 id, 2 hash of texts, 3 texts}, 6
   * action, 7 outcome, 8 error, 9 duration (ms), 10 skill, 11 skill version, 12 touches, 13 input
   * method.
   */
  public static final EventType STEP_RECORDED = new EventType(301, 1, "StepRecorded");

  /** 1 key, 2 value, 3 at (ms). */
  public static final EventType OBSERVATION_MADE = new EventType(302, 1, "ObservationMade");

  /** 1 skills, 2 at (ms). */
  public static final EventType SKILLS_CONSULTED = new EventType(303, 1, "SkillsConsulted");

  /** 1 outcome, 2 reason, 3 skill, 4 error, 5 at (ms). */
  public static final EventType SESSION_ENDED = new EventType(304, 1, "SessionEnded");

  private SessionEvents() {}

  /** Adds the layer's events to a registry. */
  public static void register(EventRegistry.Builder registry) {
    plain(
        registry,
        SESSION_STARTED,
        SessionStarted.class,
        e ->
            CborMap.builder()
                .put(1, e.trace())
                .put(2, e.task())
                .put(3, e.claimedPackage())
                .put(4, e.claimedCertificate())
                .put(5, e.claimedPid())
                .put(6, e.atMillis()),
        m ->
            new SessionStarted(
                m.getString(1),
                m.getString(2),
                m.getStringOrNull(3),
                m.getStringOrNull(4),
                m.getInt(5),
                m.getLong(6)));
    plain(
        registry,
        STEP_RECORDED,
        StepRecorded.class,
        e -> e.step().encode().put(1, e.number()),
        m -> new StepRecorded(m.getInt(1), Step.decode(m)));
    plain(
        registry,
        OBSERVATION_MADE,
        ObservationMade.class,
        e -> CborMap.builder().put(1, e.key()).put(2, e.value()).put(3, e.atMillis()),
        m -> new ObservationMade(m.getString(1), m.getString(2), m.getLong(3)));
    plain(
        registry,
        SKILLS_CONSULTED,
        SkillsConsulted.class,
        e -> CborMap.builder().put(1, e.skills()).put(2, e.atMillis()),
        m -> new SkillsConsulted(m.getList(1, String.class), m.getLong(2)));
    plain(
        registry,
        SESSION_ENDED,
        SessionEnded.class,
        e ->
            CborMap.builder()
                .put(1, e.outcome().number())
                .put(2, e.reason())
                .put(3, e.skill())
                .put(4, e.error())
                .put(5, e.atMillis()),
        m ->
            new SessionEnded(
                Numbered.of(TaskOutcome.values(), m.getInt(1)),
                m.getStringOrNull(2),
                m.getStringOrNull(3),
                m.getStringOrNull(4),
                m.getLong(5)));
  }

  private static <E extends SessionEvent> void plain(
      EventRegistry.Builder registry,
      EventType type,
      Class<E> eventClass,
      Function<E, CborMap.Builder> encode,
      Function<CborMap, E> decode) {
    registry.register(type, eventClass, PlainCodec.of(encode, decode));
  }
}
