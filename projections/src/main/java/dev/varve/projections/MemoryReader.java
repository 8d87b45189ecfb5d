package dev.varve.projections;

import dev.varve.engine.VarveException;
import dev.varve.engine.cbor.CborMap;
import dev.varve.engine.entry.ByteString;
import dev.varve.engine.entry.SubjectId;
import dev.varve.engine.event.EventRegistry;
import dev.varve.engine.log.EventOpener;
import dev.varve.engine.log.MemoryLog;
import dev.varve.engine.replay.Projection;
import dev.varve.engine.replay.StateDigest;
import dev.varve.engine.replay.TimeTravel;
import dev.varve.projections.facts.Fact;
import dev.varve.projections.facts.FactKey;
import dev.varve.projections.facts.InvalidFactException;
import dev.varve.projections.recall.RecallAnswer;
import dev.varve.projections.recall.RecallQuery;
import dev.varve.projections.sessions.Session;
import dev.varve.projections.sessions.SessionEvent.StepRecorded;
import dev.varve.projections.sessions.SessionProjection;
import dev.varve.projections.skills.Skill;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads a memory, as it is or as it was. It has no way to write, and reading leaves no trace in the
 * log.
 *
 * <p>Thread-safe. A reader given out by {@link AgentMemory} follows its writes; one made by {@link
 * #at} stays where it is. It does not own the log: closing that is its opener's business.
 */
public final class MemoryReader {
  private final MemoryLog log;
  private final Layers layers;

  MemoryReader(MemoryLog log, Layers layers) {
    this.log = log;
    this.layers = layers;
  }

  /** The events that a memory's log can hold, for opening a {@link MemoryLog}. */
  public static EventRegistry registry() {
    return Layers.REGISTRY;
  }

  /** The memory as it was when {@code sequence} was the last entry; -1 for before genesis. */
  public static MemoryReader at(MemoryLog log, long sequence) {
    Layers layers = new Layers(SessionProjection.DEFAULT_RING_SIZE);
    layers.reached(TimeTravel.replay(log, sequence, layers.all()));
    return new MemoryReader(log, layers);
  }

  private <T> T locked(Supplier<T> read) {
    layers.lock.readLock().lock();
    try {
      return read.get();
    } finally {
      layers.lock.readLock().unlock();
    }
  }

  /** Sequence of the last entry that is in what is read, or -1. */
  public long position() {
    return locked(layers::position);
  }

  /** The current version of exactly this key; null when there is none. */
  public @Nullable Fact fact(String key) {
    FactKey exact = FactKey.of(key);
    layers.lock.readLock().lock();
    try {
      return layers.facts.current(exact);
    } finally {
      layers.lock.readLock().unlock();
    }
  }

  /** Current and pending facts of all keys, without values; deprecated ones when asked for. */
  public List<Fact> facts(boolean deprecatedToo) {
    return locked(() -> layers.facts.list(deprecatedToo));
  }

  /** All versions of exactly this key, oldest first. */
  public List<Fact> factHistory(String key) {
    FactKey exact = FactKey.of(key);
    return locked(() -> layers.facts.history(exact));
  }

  /**
   * Opens the value of a version.
   *
   * @throws VarveException when its key is gone or its envelope is not authentic
   */
  public FactValue open(Fact fact) {
    CborMap content = fact.sealed().open(log.sealer());
    if (content == null) {
      throw new VarveException("the value of " + fact.key() + " was erased");
    }
    return new FactValue(content.getString(0));
  }

  /** The current value of exactly this key, or null when there is none; closing it wipes it. */
  public @Nullable FactValue value(String key) {
    Fact fact = fact(key);
    return fact == null ? null : open(fact);
  }

  /** All skills, by id. */
  public List<Skill> skills() {
    return locked(layers.skills::list);
  }

  /** The skill of exactly this id, or null. */
  public @Nullable Skill skill(String id) {
    layers.lock.readLock().lock();
    try {
      return layers.skills.get(id);
    } finally {
      layers.lock.readLock().unlock();
    }
  }

  /** All sessions as they are now, oldest first. */
  public List<Session> sessions() {
    return locked(
        () -> {
          List<Session> copies = new ArrayList<>();
          for (Session session : layers.sessions.list()) {
            copies.add(session.snapshot());
          }
          return copies;
        });
  }

  /** The session of a task's name as it is now, or null. */
  public @Nullable Session session(String trace) {
    layers.lock.readLock().lock();
    try {
      Session session = layers.sessions.get(log.traceId(trace));
      return session == null ? null : session.snapshot();
    } finally {
      layers.lock.readLock().unlock();
    }
  }

  /**
   * All steps of a task up to the reader's position, read from the log; erased ones are missing.
   */
  public List<StepRecorded> steps(String trace) {
    Session session = session(trace);
    List<StepRecorded> steps = new ArrayList<>();
    if (session != null) {
      EventOpener opener = log.opener();
      for (long sequence : session.stepSequences()) {
        if (opener.open(log.entry(sequence)).event() instanceof StepRecorded step) {
          steps.add(step);
        }
      }
    }
    return steps;
  }

  /** What would be recalled. Records nothing; {@link AgentMemory#recall} does. */
  public RecallAnswer recall(RecallQuery query) {
    return locked(() -> layers.recall.answer(query, layers.position()));
  }

  /** Each layer's size and digest: facts, skills, sessions, screens. */
  public List<LayerState> state() {
    return locked(
        () -> {
          List<LayerState> states = new ArrayList<>();
          for (Projection projection : layers.all()) {
            states.add(
                new LayerState(
                    projection.name(),
                    projection.size(),
                    ByteString.of(StateDigest.of(log, projection))));
          }
          return states;
        });
  }

  /**
   * What has exactly this name: a fact's key, a skill's id, a session's trace; none, or several.
   */
  public List<Erasable> erasable(String name) {
    return locked(
        () -> {
          List<Erasable> found = new ArrayList<>();
          FactKey key = keyOf(name);
          if (key != null && !layers.facts.history(key).isEmpty()) {
            found.add(new Erasable(Erasable.Kind.FACT, key.text()));
          }
          if (layers.skills.get(name) != null) {
            found.add(new Erasable(Erasable.Kind.SKILL, name));
          }
          if (layers.sessions.get(log.traceId(name)) != null) {
            found.add(new Erasable(Erasable.Kind.SESSION, name));
          }
          return found;
        });
  }

  private static @Nullable FactKey keyOf(String name) {
    try {
      return FactKey.of(name);
    } catch (InvalidFactException e) {
      return null;
    }
  }

  /**
   * What was made from something, or is known to quote it: of a session the facts that were noted
   * in it and the skills that were learned from it; of a fact the sessions in which its key was
   * observed. Only what the events say is known; free text is not searched.
   */
  public List<Erasable> derivedFrom(Erasable source) {
    return locked(
        () ->
            switch (source.kind()) {
              case SESSION -> derivedFromSession(source.name());
              case FACT -> sessionsThatObserved(source.name());
              case SKILL -> List.of();
            });
  }

  private List<Erasable> derivedFromSession(String trace) {
    Set<Erasable> derived = new LinkedHashSet<>();
    for (Fact fact : layers.facts.list(true)) {
      if (trace.equals(fact.trace())) {
        derived.add(new Erasable(Erasable.Kind.FACT, fact.key().text()));
      }
    }
    for (Skill skill : layers.skills.list()) {
      if (trace.equals(skill.origin())) {
        derived.add(new Erasable(Erasable.Kind.SKILL, skill.id()));
      }
    }
    return List.copyOf(derived);
  }

  private List<Erasable> sessionsThatObserved(String key) {
    List<Erasable> sessions = new ArrayList<>();
    for (Session session : layers.sessions.list()) {
      if (session.observations().stream().anyMatch(seen -> seen.key().equals(key))) {
        sessions.add(new Erasable(Erasable.Kind.SESSION, session.trace()));
      }
    }
    return sessions;
  }

  /** The subject whose keys something is sealed under, or null when it is not there. */
  @Nullable SubjectId subjectOf(Erasable what) {
    int ref =
        locked(
            () ->
                switch (what.kind()) {
                  case FACT -> refOf(keyOf(what.name()));
                  case SKILL -> refOf(layers.skills.get(what.name()));
                  case SESSION -> refOf(layers.sessions.get(log.traceId(what.name())));
                });
    return ref <= 0 ? null : log.subjectOf(ref);
  }

  private int refOf(@Nullable FactKey key) {
    return key == null ? -1 : layers.facts.standing(key).subjectRef();
  }

  private static int refOf(@Nullable Skill skill) {
    return skill == null ? -1 : skill.subjectRef();
  }

  private static int refOf(@Nullable Session session) {
    return session == null ? -1 : session.subjectRef();
  }
}
