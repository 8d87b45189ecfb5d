package dev.varve.tools.recording;

import java.util.HashSet;
import java.util.Set;

/**
 * Checks that a recording tells each task in order: begun once, before its steps, and ended once,
 * after them. A trace that was begun elsewhere may go on here.
 */
final class TaskOrder {
  private final Set<String> seen = new HashSet<>();
  private final Set<String> ended = new HashSet<>();

  /**
   * Takes note of the next line.
   *
   * @throws RecordingException when it comes too early or too late
   */
  void check(RecordedLine line) {
    String trace = line.trace();
    Telling what = line.what();
    if (what instanceof Telling.TaskBegun && seen.contains(trace)) {
      throw new RecordingException(
          line.origin(), "a task should begin once, before its steps; this trace went on before");
    }
    boolean ofTask =
        what instanceof Telling.TaskBegun
            || what instanceof Telling.StepTaken
            || what instanceof Telling.SkillsRecalled
            || what instanceof Telling.TaskOver;
    if (!ofTask) {
      return;
    }
    seen.add(trace);
    if (ended.contains(trace)) {
      throw new RecordingException(
          line.origin(), "nothing of a task should come after its end; this trace ended before");
    }
    if (what instanceof Telling.TaskOver) {
      ended.add(trace);
    }
  }
}
