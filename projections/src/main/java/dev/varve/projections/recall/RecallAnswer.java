package dev.varve.projections.recall;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is recalled, best first, and why everything else is not.
 *
 * @param query the question
 * @param screen what is known of the screen
 * @param skills at most {@link Recall#MAX_SKILLS}
 * @param facts facts of the app in question and of the apps of these skills, without values
 * @param dropped candidates that were passed over
 * @param position sequence of the last entry that the answer rests on
 */
public record RecallAnswer(
    RecallQuery query,
    ScreenAnswer screen,
    List<RecalledSkill> skills,
    List<RecalledFact> facts,
    List<Dropped> dropped,
    long position) {
  /** Copies the lists. */
  public RecallAnswer {
    skills = List.copyOf(skills);
    facts = List.copyOf(facts);
    dropped = List.copyOf(dropped);
  }

  /**
   * Whether the screen was seen before.
   *
   * @param answer SAME, DIFFERENT or UNKNOWN
   * @param tier which comparison said so, or null
   * @param score in thousandths
   */
  public record ScreenAnswer(String answer, @Nullable String tier, int score) {}

  /**
   * A skill that fits.
   *
   * @param id which
   * @param score in thousandths
   * @param wording part of the score: likeness of task and trigger, in thousandths
   * @param screen part of the score: whether its screens are in front, in thousandths
   * @param confidence part of the score, in thousandths
   * @param reason in words
   */
  public record RecalledSkill(
      String id, int score, int wording, int screen, int confidence, String reason) {}

  /**
   * A fact that goes with the skills.
   *
   * @param key which
   * @param score in thousandths
   * @param reason in words
   */
  public record RecalledFact(String key, int score, String reason) {}

  /**
   * A candidate that was passed over.
   *
   * @param id which skill
   * @param gate which gate dropped it: status, package, wording or rank
   * @param reason in words
   */
  public record Dropped(String id, String gate, String reason) {}
}
