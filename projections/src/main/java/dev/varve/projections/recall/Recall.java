package dev.varve.projections.recall;

import dev.varve.engine.entry.ByteString;
import dev.varve.projections.facts.Fact;
import dev.varve.projections.facts.FactProjection;
import dev.varve.projections.facts.FactState;
import dev.varve.projections.recall.RecallAnswer.Dropped;
import dev.varve.projections.recall.RecallAnswer.RecalledFact;
import dev.varve.projections.recall.RecallAnswer.RecalledSkill;
import dev.varve.projections.recall.RecallAnswer.ScreenAnswer;
import dev.varve.projections.screens.CaptureMark;
import dev.varve.projections.screens.ScreenHashes;
import dev.varve.projections.screens.ScreenProjection;
import dev.varve.projections.screens.ViewTree;
import dev.varve.projections.sessions.ActionType;
import dev.varve.projections.skills.Skill;
import dev.varve.projections.skills.SkillProjection;
import dev.varve.projections.skills.SkillStatus;
import dev.varve.projections.skills.SkillStep;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the skills that fit a question, in this order:
 *
 * <pre>
 *  status   ── a skill under review is passed over
 *  package  ── the app in front is another one, and the skill does not open its own
 *  wording  ── task and trigger share too little: under 300, or under 150 on a screen of the skill
 *  score    ── 6 parts wording, 2 parts screen, 2 parts confidence
 *  rank     ── the best three stay
 * </pre>
 *
 * <p>When nothing fits the answer is empty: no memory is better than a wrong one. Pure, and in
 * integers, so that the same question to the same state has the same answer everywhere.
 */
public final class Recall {
  /** Most skills of an answer. */
  public static final int MAX_SKILLS = 3;

  private static final int WORDING_NEEDED = 300;
  private static final int WORDING_NEEDED_ON_SCREEN = 150;
  private static final double DECAY_PER_DAY = 0.95;
  private static final long MILLIS_PER_DAY = 86_400_000L;

  private final FactProjection facts;
  private final SkillProjection skills;
  private final ScreenProjection screens;

  /** Over the layers as they are whenever {@link #answer} is called. */
  public Recall(FactProjection facts, SkillProjection skills, ScreenProjection screens) {
    this.facts = facts;
    this.skills = skills;
    this.screens = screens;
  }

  /** Answers; {@code position} is the sequence that the layers have reached. */
  public RecallAnswer answer(RecallQuery query, long position) {
    ByteString main = mainHash(query.screen());
    Wording task = new Wording(query.task());
    List<RecalledSkill> fitting = new ArrayList<>();
    List<Dropped> dropped = new ArrayList<>();
    for (Skill skill : skills.list()) {
      judge(query, task, main, skill, fitting, dropped);
    }
    fitting.sort(
        Comparator.comparingInt(RecalledSkill::score).reversed().thenComparing(RecalledSkill::id));
    for (RecalledSkill late :
        fitting.subList(Math.min(MAX_SKILLS, fitting.size()), fitting.size())) {
      dropped.add(
          new Dropped(late.id(), "rank", "score " + late.score() + ", not among the best three"));
    }
    List<RecalledSkill> best = fitting.subList(0, Math.min(MAX_SKILLS, fitting.size()));
    return new RecallAnswer(
        query, screenAnswer(query.screen(), main), best, factsFor(query, best), dropped, position);
  }

  private static @Nullable ByteString mainHash(@Nullable ViewTree screen) {
    return screen == null || screen.has(CaptureMark.UNREADABLE)
        ? null
        : ScreenProjection.mainKey(ScreenHashes.of(screen));
  }

  private ScreenAnswer screenAnswer(@Nullable ViewTree screen, @Nullable ByteString main) {
    if (screen == null || main == null) {
      return new ScreenAnswer("UNKNOWN", null, 0);
    }
    return screens.isKnown(main)
        ? new ScreenAnswer("SAME", "MAIN", 1000)
        : new ScreenAnswer("UNKNOWN", null, 0);
  }

  private void judge(
      RecallQuery query,
      Wording task,
      @Nullable ByteString main,
      Skill skill,
      List<RecalledSkill> fitting,
      List<Dropped> dropped) {
    if (skill.status() != SkillStatus.ACTIVE) {
      dropped.add(
          new Dropped(
              skill.id(),
              "status",
              skill.status()
                  + " after "
                  + skill.successes()
                  + " of "
                  + skill.hits()
                  + " uses succeeded"));
      return;
    }
    String wanted = query.packageName();
    if (wanted != null && !wanted.equals(skill.packageName()) && !opensItsApp(skill)) {
      dropped.add(
          new Dropped(
              skill.id(), "package", "it is for " + skill.packageName() + ", not " + wanted));
      return;
    }
    int wording = task.similarity(new Wording(skill.trigger()));
    int screen = main == null ? 0 : screenScore(skill, main);
    int needed = screen > 0 ? WORDING_NEEDED_ON_SCREEN : WORDING_NEEDED;
    if (wording < needed) {
      dropped.add(new Dropped(skill.id(), "wording", "wording " + wording + " is under " + needed));
      return;
    }
    int score = (6 * wording + 2 * screen + 2 * skill.confidence()) / 10;
    fitting.add(
        new RecalledSkill(
            skill.id(),
            score,
            wording,
            screen,
            skill.confidence(),
            "wording "
                + wording
                + ", screen "
                + screen
                + ", confidence "
                + skill.confidence()
                + (skill.origin() == null ? "" : ", learned from " + skill.origin())));
  }

  private static boolean opensItsApp(Skill skill) {
    for (SkillStep step : skill.steps()) {
      String argument = step.action().argument();
      if (step.action().type() == ActionType.OPEN_APP
          && argument != null
          && (argument.equals(skill.packageName())
              || argument.startsWith(skill.packageName() + "/"))) {
        return true;
      }
    }
    return false;
  }

  /** 1000 on the screen of its first step, 700 on that of a later one, 0 elsewhere. */
  private int screenScore(Skill skill, ByteString main) {
    int score = 0;
    for (int i = 0; i < skill.steps().size(); i++) {
      ByteString id = skill.steps().get(i).screen();
      if (id != null && main.equals(screens.mainKeyOf(id))) {
        score = Math.max(score, i == 0 ? 1000 : 700);
      }
    }
    return score;
  }

  /** Facts of the apps in question, aged; sensitive ones never come unasked. */
  private List<RecalledFact> factsFor(RecallQuery query, List<RecalledSkill> best) {
    Set<String> packages = new HashSet<>();
    String wanted = query.packageName();
    if (wanted != null) {
      packages.add(wanted);
    }
    for (RecalledSkill recalled : best) {
      Skill skill = skills.get(recalled.id());
      if (skill != null) {
        packages.add(skill.packageName());
      }
    }
    List<RecalledFact> found = new ArrayList<>();
    for (Fact fact : facts.list(false)) {
      String app = appOf(fact.key().text());
      if (app != null
          && packages.contains(app)
          && fact.state() == FactState.CURRENT
          && !fact.sensitive()) {
        long days = Math.max(0, query.nowMillis() - fact.reaffirmedMillis()) / MILLIS_PER_DAY;
        int score = (int) (fact.confidence() * StrictMath.pow(DECAY_PER_DAY, (double) days));
        found.add(
            new RecalledFact(
                fact.key().text(),
                score,
                "of " + app + ", confidence " + fact.confidence() + ", met " + days + " days ago"));
      }
    }
    found.sort(
        Comparator.comparingInt(RecalledFact::score).reversed().thenComparing(RecalledFact::key));
    return found;
  }

  private static @Nullable String appOf(String key) {
    if (!key.startsWith("app/")) {
      return null;
    }
    int end = key.indexOf('/', 4);
    return end < 0 ? null : key.substring(4, end);
  }
}
