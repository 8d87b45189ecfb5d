package dev.varve.projections.skills;

import dev.varve.engine.entry.ByteString;
import dev.varve.projections.sessions.Action;
import dev.varve.projections.sessions.ActionType;
import dev.varve.projections.sessions.Step;
import dev.varve.projections.sessions.StepOutcome;
import dev.varve.projections.skills.SkillEvent.SkillLearned;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Distils a finished task that is known to have succeeded: its successful steps, in order, with
 * parameters in place of what was typed, for the app in which most of them were taken. Pure.
 */
public final class TaskReview {
  /** Longest encoding of a skill, in bytes; a task that needs more is no procedure to repeat. */
  public static final int MAX_BODY = 128 * 1024;

  /** Confidence of a skill that was seen to work once, in thousandths. */
  public static final int FIRST_CONFIDENCE = 700;

  private TaskReview() {}

  /** Makes the id of a skill from its package and trigger; keyed, so that it tells nothing. */
  @FunctionalInterface
  public interface Naming {
    /** The id: the same for the same package and trigger. */
    String idOf(String packageName, String trigger);
  }

  /**
   * The skill, or null when there is nothing to learn: no successful step, no app, or too long.
   *
   * @param task what was asked for, which becomes the trigger
   * @param steps all steps of the task
   */
  public static @Nullable SkillLearned distil(
      String task, String trace, List<Step> steps, long atMillis, Naming naming) {
    List<SkillStep> kept = new ArrayList<>();
    Map<String, Integer> packages = new LinkedHashMap<>();
    int parameters = 0;
    for (Step step : steps) {
      if (step.outcome() != StepOutcome.OK) {
        continue;
      }
      Step.SeenScreen seen = step.screen();
      ByteString screen = seen == null ? null : seen.id();
      Action action = step.action();
      if (action.type() == ActionType.INPUT_TEXT) {
        // What was typed was for that one time, and may be private.
        action = action.parameterised("${param:" + ++parameters + "}");
      }
      kept.add(new SkillStep(action, step.activity(), screen));
      String packageName = step.packageName();
      if (packageName != null) {
        packages.merge(packageName, 1, Integer::sum);
      }
    }
    String app = mostFrequent(packages);
    if (kept.isEmpty() || app == null) {
      return null;
    }
    SkillLearned skill =
        new SkillLearned(
            naming.idOf(app, task),
            app,
            task,
            "1.0.0",
            FIRST_CONFIDENCE,
            "none",
            kept,
            trace,
            atMillis);
    return SkillEvents.encodeLearned(skill).build().encode().length > MAX_BODY ? null : skill;
  }

  /** The one that came first, among equals. */
  private static @Nullable String mostFrequent(Map<String, Integer> counts) {
    String most = null;
    int count = 0;
    for (Map.Entry<String, Integer> entry : counts.entrySet()) {
      if (entry.getValue() > count) {
        most = entry.getKey();
        count = entry.getValue();
      }
    }
    return most;
  }
}
