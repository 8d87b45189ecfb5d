package dev.varve.projections.sessions;

import dev.varve.engine.cbor.CborMap;
import dev.varve.engine.entry.TraceId;
import dev.varve.engine.event.EngineEvent;
import dev.varve.engine.event.MemoryEvent;
import dev.varve.engine.log.CommittedEntry;
import dev.varve.engine.replay.Projection;
import dev.varve.engine.replay.StateDigest;
import dev.varve.projections.sessions.SessionEvent.ObservationMade;
import dev.varve.projections.sessions.SessionEvent.SessionEnded;
import dev.varve.projections.sessions.SessionEvent.SessionStarted;
import dev.varve.projections.sessions.SessionEvent.SkillsConsulted;
import dev.varve.projections.sessions.SessionEvent.StepRecorded;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * All tasks, in the order of their first entries. Events of a task whose start is not there
 * (erased, or never recorded) are passed over. Not thread-safe: whoever holds it brings the lock.
 */
public final class SessionProjection implements Projection {
  /** Steps of a running task that are kept at hand unless told otherwise. */
  public static final int DEFAULT_RING_SIZE = 50;

  private final Map<TraceId, Session> sessions = new LinkedHashMap<>();
  private final int ringSize;

  /** Keeps the last {@code ringSize} steps of each running task. */
  public SessionProjection(int ringSize) {
    if (ringSize < 1) {
      throw new IllegalArgumentException("a ring holds at least 1 step, asked for " + ringSize);
    }
    this.ringSize = ringSize;
  }

  @Override
  public String name() {
    return "sessions";
  }

  @Override
  public void apply(CommittedEntry entry, MemoryEvent event) {
    if (event instanceof EngineEvent.SubjectErased erased) {
      sessions.values().removeIf(session -> session.subjectRef() == erased.ref());
      return;
    }
    if (!(event instanceof SessionEvent)) {
      return;
    }
    TraceId trace = entry.header().trace();
    long sequence = entry.sequence();
    if (event instanceof SessionStarted started) {
      sessions.putIfAbsent(
          trace,
          new Session(
              started.trace(),
              started.task(),
              entry.header().subjectRef(),
              sequence,
              started.atMillis(),
              ringSize));
      return;
    }
    Session session = sessions.get(trace);
    if (session == null) {
      return;
    }
    if (event instanceof StepRecorded step) {
      session.step(sequence, step.step());
    } else if (event instanceof ObservationMade observation) {
      session.observe(sequence, observation);
    } else if (event instanceof SkillsConsulted) {
      session.touch(sequence);
    } else if (event instanceof SessionEnded ended) {
      session.end(sequence, ended.outcome(), ended.atMillis());
    }
  }

  /** The session of a header's trace id, or null. */
  public @Nullable Session get(TraceId trace) {
    return sessions.get(trace);
  }

  /** All sessions, oldest first. */
  public List<Session> list() {
    return new ArrayList<>(sessions.values());
  }

  @Override
  public long size() {
    return sessions.size();
  }

  @Override
  public void describe(StateDigest digest) {
    for (Session session : sessions.values()) {
      CborMap.Builder item =
          CborMap.builder()
              .put(1, digest.name(session.trace()))
              .put(2, digest.name(session.task()))
              .put(3, session.firstSequence())
              .put(4, session.lastSequence())
              .put(5, session.startedMillis())
              .put(6, session.stepSequences());
      TaskOutcome outcome = session.outcome();
      if (outcome != null) {
        item.put(7, outcome.number()).put(8, session.endedMillis());
      }
      List<Object> observed = new ArrayList<>();
      for (ObservationMade observation : session.observations()) {
        observed.add(digest.name(observation.key()));
        observed.add(digest.name(observation.value()));
        observed.add(observation.atMillis());
      }
      List<byte[]> ring = new ArrayList<>();
      for (Step step : session.lastSteps()) {
        ring.add(digest.of(step.encode().build()));
      }
      digest.item(item.put(9, observed).put(10, ring).build());
    }
  }
}
