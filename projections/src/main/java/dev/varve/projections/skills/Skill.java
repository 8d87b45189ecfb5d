package dev.varve.projections.skills;

import dev.varve.projections.skills.SkillEvent.SkillLearned;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A procedure and how it has done so far. Immutable.
 *
 * @param learned what it consists of
 * @param sequence the entry that brought it
 * @param subjectRef the skill's subject in the log
 * @param hits how often it was followed to a known outcome
 * @param successes how often that outcome was a success
 * @param lastUsedMillis event time of the last such outcome, ms, or -1
 */
public record Skill(
    SkillLearned learned,
    long sequence,
    int subjectRef,
    int hits,
    int successes,
    long lastUsedMillis) {
  /** Outcomes that the starting confidence counts for. */
  static final int PRIOR_WEIGHT = 10;

  /** Outcomes before a skill can be put under review. */
  static final int REVIEW_AFTER = 3;

  /** Which skill. */
  public String id() {
    return learned.id();
  }

  /** The app that it is for. */
  public String packageName() {
    return learned.packageName();
  }

  /** The task that it carries out, in words. */
  public String trigger() {
    return learned.trigger();
  }

  /** The steps. */
  public List<SkillStep> steps() {
    return learned.steps();
  }

  /** The task that it was learned from, or null. */
  public @Nullable String origin() {
    return learned.origin();
  }

  /**
   * How likely it is to succeed, in thousandths: the mean of a Beta posterior whose prior is the
   * starting confidence with the weight of ten outcomes. Recalls without an outcome do not count.
   */
  public int confidence() {
    long weighted = (long) learned.confidence() * PRIOR_WEIGHT + 1000L * successes;
    return (int) (weighted / (PRIOR_WEIGHT + (long) hits));
  }

  /** Under review once it has at least three outcomes and most of them were failures. */
  public SkillStatus status() {
    return hits >= REVIEW_AFTER && 2L * successes < hits ? SkillStatus.REVIEW : SkillStatus.ACTIVE;
  }

  Skill used(boolean success, long atMillis) {
    return new Skill(
        learned,
        sequence,
        subjectRef,
        hits + 1,
        successes + (success ? 1 : 0),
        Math.max(lastUsedMillis, atMillis));
  }
}
