package dev.varve.projections.sessions;

import dev.varve.projections.sessions.SessionEvent.ObservationMade;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One task. While it runs, its last steps are kept in a ring and the sequences of all of them in a
 * list; when it ends the ring is dropped and only the summary and the sequences stay. Changed by
 * the projection alone; whoever holds it brings the lock.
 */
public final class Session {
  private final String trace;
  private final String task;
  private final int subjectRef;
  private final long firstSequence;
  private final long startedMillis;
  private final int ringSize;
  private final ArrayDeque<Step> ring = new ArrayDeque<>();
  private final Map<String, ObservationMade> observations = new LinkedHashMap<>();
  private final List<Long> stepSequences = new ArrayList<>();
  private long lastSequence;
  private @Nullable TaskOutcome outcome;
  private long endedMillis = -1;

  Session(
      String trace,
      String task,
      int subjectRef,
      long firstSequence,
      long startedMillis,
      int ringSize) {
    this.trace = trace;
    this.task = task;
    this.subjectRef = subjectRef;
    this.firstSequence = firstSequence;
    this.lastSequence = firstSequence;
    this.startedMillis = startedMillis;
    this.ringSize = ringSize;
  }

  /** A copy that stays as it is. */
  public Session snapshot() {
    Session copy = new Session(trace, task, subjectRef, firstSequence, startedMillis, ringSize);
    copy.ring.addAll(ring);
    copy.observations.putAll(observations);
    copy.stepSequences.addAll(stepSequences);
    copy.lastSequence = lastSequence;
    copy.outcome = outcome;
    copy.endedMillis = endedMillis;
    return copy;
  }

  void step(long sequence, Step step) {
    if (ring.size() == ringSize) {
      ring.removeFirst();
    }
    ring.addLast(step);
    stepSequences.add(sequence);
    lastSequence = sequence;
  }

  void observe(long sequence, ObservationMade observation) {
    observations.put(observation.key(), observation);
    lastSequence = sequence;
  }

  void touch(long sequence) {
    lastSequence = sequence;
  }

  void end(long sequence, TaskOutcome how, long atMillis) {
    outcome = how;
    endedMillis = atMillis;
    lastSequence = sequence;
    ring.clear();
    observations.clear();
  }

  /** The task's name. */
  public String trace() {
    return trace;
  }

  /** What was asked for, in words. */
  public String task() {
    return task;
  }

  /** The session's subject in the log. */
  public int subjectRef() {
    return subjectRef;
  }

  /** How it went, or null while it runs. */
  public @Nullable TaskOutcome outcome() {
    return outcome;
  }

  /** Whether it has not ended. */
  public boolean isRunning() {
    return outcome == null;
  }

  /** Steps taken so far. */
  public int stepCount() {
    return stepSequences.size();
  }

  /** The entries of all steps, in order. */
  public List<Long> stepSequences() {
    return List.copyOf(stepSequences);
  }

  /** The last steps of a running task, oldest first; empty once it has ended. */
  public List<Step> lastSteps() {
    return List.copyOf(ring);
  }

  /** The last observation of each key, in the order in which the keys first came up. */
  public List<ObservationMade> observations() {
    return List.copyOf(Collections.unmodifiableCollection(observations.values()));
  }

  /** First entry. */
  public long firstSequence() {
    return firstSequence;
  }

  /** Last entry so far. */
  public long lastSequence() {
    return lastSequence;
  }

  /** Event time of the start, ms. */
  public long startedMillis() {
    return startedMillis;
  }

  /** Event time of the end, ms, or -1 while it runs. */
  public long endedMillis() {
    return endedMillis;
  }

  @Override
  public String toString() {
    return "session of " + stepCount() + " steps from entry " + firstSequence;
  }
}
