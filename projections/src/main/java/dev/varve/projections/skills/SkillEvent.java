package dev.varve.projections.skills;

import dev.varve.engine.event.MemoryEvent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What happens to skills. */
public sealed interface SkillEvent extends MemoryEvent {
  /** Which skill: a keyed digest of its package and trigger, or a name given by hand. */
  String id();

  /**
   * A skill came to be.
   *
   * @param id which
   * @param packageName the app that it is for
   * @param trigger the task that it carries out, in words
   * @param version semantic version
   * @param confidence at the start, in thousandths
   * @param notes what to beware of; "none" when there is nothing
   * @param steps at least one
   * @param origin the task that it was learned from, or null when it was put in by hand
   * @param atMillis event time, ms
   */
  record SkillLearned(
      String id,
      String packageName,
      String trigger,
      String version,
      int confidence,
      String notes,
      List<SkillStep> steps,
      @Nullable String origin,
      long atMillis)
      implements SkillEvent {
    /** Copies the list. */
    public SkillLearned {
      steps = List.copyOf(steps);
    }

    /** Id, app and version: trigger, notes and steps quote what was asked for and typed. */
    @Override
    public String toString() {
      return "skill " + id + " for " + packageName + ", version " + version;
    }
  }

  /**
   * A skill was followed to a known outcome, or the same task succeeded in the same app once more.
   *
   * @param id which
   * @param success whether the task succeeded
   * @param origin the task
   * @param atMillis event time, ms
   */
  record SkillUsed(String id, boolean success, String origin, long atMillis)
      implements SkillEvent {}
}
