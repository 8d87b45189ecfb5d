package dev.varve.projections.sessions;

import dev.varve.engine.event.MemoryEvent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What happens in a session. The header's trace id says in which. */
public sealed interface SessionEvent extends MemoryEvent {
  /**
   * A task began.
   *
   * @param trace the task's name
   * @param task what was asked for, in words
   * @param claimedPackage who the recording says it was, or null; a claim, never an authority
   * @param claimedCertificate certificate that goes with the claim, or null
   * @param claimedPid process id that goes with the claim, 0 unknown
   * @param atMillis event time, ms
   */
  record SessionStarted(
      String trace,
      String task,
      @Nullable String claimedPackage,
      @Nullable String claimedCertificate,
      int claimedPid,
      long atMillis)
      implements SessionEvent {
    /** Only the task's name: its words may be private. */
    @Override
    public String toString() {
      return "start of task " + trace;
    }
  }

  /**
   * A step was taken.
   *
   * @param number from 1 within the session
   * @param step the step
   */
  record StepRecorded(int number, Step step) implements SessionEvent {
    @Override
    public String toString() {
      return "step " + number + ": " + step;
    }
  }

  /**
   * Something was noticed that may become a fact one day.
   *
   * @param key of such a fact
   * @param value of such a fact
   * @param atMillis event time, ms
   */
  record ObservationMade(String key, String value, long atMillis) implements SessionEvent {
    /** Without the value. */
    @Override
    public String toString() {
      return "observation of " + key;
    }
  }

  /**
   * An agent says which skills it was given.
   *
   * @param skills their ids
   * @param atMillis event time, ms
   */
  record SkillsConsulted(List<String> skills, long atMillis) implements SessionEvent {
    /** Copies the list. */
    public SkillsConsulted {
      skills = List.copyOf(skills);
    }
  }

  /**
   * The task is over.
   *
   * @param outcome how it went
   * @param reason why, in words, or null
   * @param skill id of the skill that was followed, or null
   * @param error the error, or null
   * @param atMillis event time, ms
   */
  record SessionEnded(
      TaskOutcome outcome,
      @Nullable String reason,
      @Nullable String skill,
      @Nullable String error,
      long atMillis)
      implements SessionEvent {
    /** Only how it went: reason and error may quote what was on the screen. */
    @Override
    public String toString() {
      return "end of a task, " + outcome;
    }
  }
}
