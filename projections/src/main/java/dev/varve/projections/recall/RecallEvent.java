package dev.varve.projections.recall;

import dev.varve.engine.event.MemoryEvent;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What happens when an agent recalls. */
public sealed interface RecallEvent extends MemoryEvent {
  /**
   * A skill with its score.
   *
   * @param id which
   * @param score in thousandths
   */
  record Scored(String id, int score) {}

  /**
   * A candidate that was passed over.
   *
   * @param id which
   * @param gate by which gate
   */
  record PassedOver(String id, String gate) {}

  /**
   * An agent asked, and this was the answer.
   *
   * @param task what was to be done, in words
   * @param packageName the app in front or wanted, or null
   * @param activity the activity in front, or null
   * @param nowMillis the time that the answer was for, ms
   * @param position sequence of the last entry that it rested on
   * @param skills what was recalled, best first
   * @param dropped what was passed over
   * @param facts keys of the facts that went with it
   * @param screenAnswer what was known of the screen
   */
  record RecallAnswered(
      String task,
      @Nullable String packageName,
      @Nullable String activity,
      long nowMillis,
      long position,
      List<Scored> skills,
      List<PassedOver> dropped,
      List<String> facts,
      String screenAnswer)
      implements RecallEvent {
    /** Most candidates passed over that an entry names, so that its size is bounded. */
    public static final int MAX_DROPPED = 100;

    /** Copies the lists. */
    public RecallAnswered {
      skills = List.copyOf(skills);
      dropped = List.copyOf(dropped);
      facts = List.copyOf(facts);
    }

    /** The event of an answer. */
    public static RecallAnswered of(RecallAnswer answer) {
      List<Scored> skills = new ArrayList<>();
      for (RecallAnswer.RecalledSkill skill : answer.skills()) {
        skills.add(new Scored(skill.id(), skill.score()));
      }
      List<PassedOver> dropped = new ArrayList<>();
      for (RecallAnswer.Dropped candidate : answer.dropped()) {
        if (dropped.size() < MAX_DROPPED) {
          dropped.add(new PassedOver(candidate.id(), candidate.gate()));
        }
      }
      List<String> facts = new ArrayList<>();
      for (RecallAnswer.RecalledFact fact : answer.facts()) {
        if (facts.size() < MAX_DROPPED) {
          facts.add(fact.key());
        }
      }
      RecallQuery query = answer.query();
      return new RecallAnswered(
          query.task(),
          query.packageName(),
          query.activity(),
          query.nowMillis(),
          answer.position(),
          skills,
          dropped,
          facts,
          answer.screen().answer());
    }

    /** Only the app: a task's words may be private. */
    @Override
    public String toString() {
      return "recall in " + packageName;
    }
  }
}
