package dev.varve.projections.skills;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.varve.engine.entry.ByteString;
import dev.varve.projections.screens.RelativeBounds;
import dev.varve.projections.screens.RelativePoint;
import dev.varve.projections.screens.Target;
import dev.varve.projections.sessions.Action;
import dev.varve.projections.sessions.ActionType;
import dev.varve.projections.sessions.Step;
import dev.varve.projections.sessions.Step.SeenScreen;
import dev.varve.projections.sessions.StepOutcome;
import dev.varve.projections.skills.SkillEvent.SkillLearned;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TaskReviewTest {
  private static final ByteString SCREEN = ByteString.of(new byte[16]);

  private static Step step(String argument, StepOutcome outcome, @Nullable String packageName) {
    return new Step(
        1,
        packageName,
        ".Main",
        new SeenScreen(SCREEN, ByteString.of(new byte[32]), List.of(1L, "on the screen", "")),
        Action.of(ActionType.KEY, argument),
        outcome,
        null,
        -1,
        null,
        null,
        List.of(),
        null);
  }

  private static @Nullable SkillLearned distil(List<Step> steps) {
    return TaskReview.distil("task", "t-1", steps, 9, (p, t) -> p + "|" + t);
  }

  private static String app(String... packages) {
    List<Step> steps = new ArrayList<>();
    for (String packageName : packages) {
      steps.add(step("x", StepOutcome.OK, packageName.isEmpty() ? null : packageName));
    }
    SkillLearned skill = distil(steps);
    return skill == null ? "none" : skill.packageName();
  }

  @Test
  void onlySuccessfulStepsAreKeptInTheirOrder() {
    SkillLearned skill =
        requireNonNull(
            distil(
                List.of(
                    step("1", StepOutcome.OK, "p"),
                    step("2", StepOutcome.FAILED, "p"),
                    step("3", StepOutcome.EXCEPTION, "p"),
                    step("4", StepOutcome.UNKNOWN, "p"),
                    step("5", StepOutcome.OK, null),
                    step("6", StepOutcome.OK, "q"))));
    assertEquals(
        List.of("1", "5", "6"), skill.steps().stream().map(s -> s.action().argument()).toList());
    assertEquals(
        new SkillStep(step("1", StepOutcome.OK, "p").action(), ".Main", SCREEN),
        skill.steps().get(0));
    assertEquals("p|task", skill.id());
    assertEquals("task", skill.trigger());
    assertEquals("1.0.0", skill.version());
    assertEquals(700, skill.confidence());
    assertEquals("none", skill.notes());
    assertEquals("t-1", skill.origin());
    assertEquals(9, skill.atMillis());
  }

  @Test
  void whatWasTypedBecomesAParameterAndTextsOfTheFieldAreLeftOut() {
    Action typed =
        Action.on(ActionType.INPUT_TEXT, "Elm Road 12", "p:id/street", "Oak Lane 3", null, 1, 1)
            .located(
                new Target(
                    "p:id/street",
                    "Oak Lane 3",
                    "Street",
                    "android.widget.EditText",
                    0,
                    "",
                    "",
                    new RelativeBounds(0, 0, 1, 1),
                    new RelativePoint(0, 0)));
    Step step = step("x", StepOutcome.OK, "p");
    Step typing =
        new Step(
            1,
            "p",
            ".Main",
            step.screen(),
            typed,
            StepOutcome.OK,
            null,
            -1,
            null,
            null,
            List.of(),
            null);
    SkillLearned skill = requireNonNull(distil(List.of(typing, step, typing)));
    assertEquals(
        Arrays.asList("${param:1}", "x", "${param:2}"),
        skill.steps().stream().map(s -> s.action().argument()).toList());
    Action kept = skill.steps().get(0).action();
    assertNull(kept.text());
    assertEquals("p:id/street", kept.resourceId());
    assertEquals("", requireNonNull(kept.target()).text());
    assertEquals("Street", requireNonNull(kept.target()).contentDescription());
  }

  @Test
  void theAppIsTheOneOfMostStepsAndTheFirstAmongEquals() {
    assertEquals("p", app("p"));
    assertEquals("q", app("p", "q", "q"));
    assertEquals("p", app("p", "q", "q", "p"));
    assertEquals("q", app("q", "p"));
    assertEquals("p", app("", "", "", "p"));
    List<Step> failedOnes = new ArrayList<>(List.of(step("x", StepOutcome.OK, "p")));
    failedOnes.add(step("x", StepOutcome.FAILED, "q"));
    failedOnes.add(step("x", StepOutcome.FAILED, "q"));
    assertEquals("p", requireNonNull(distil(failedOnes)).packageName());
  }

  @Test
  void nothingIsLearnedFromNothing() {
    assertNull(distil(List.of()));
    assertNull(distil(List.of(step("1", StepOutcome.FAILED, "p"))));
    assertEquals("none", app(""));
  }

  @Test
  void aTaskWhoseEncodingIsOver128KibIsNoProcedure() {
    // Arguments of 32,000 characters: four fit into 131,072 bytes, five do not.
    List<Step> steps = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      steps.add(step("x".repeat(32_000), StepOutcome.OK, "p"));
    }
    assertNotNull(distil(steps));
    steps.add(step("x".repeat(32_000), StepOutcome.OK, "p"));
    assertNull(distil(steps));
  }

  private static Skill skill(int confidence, int successes, int failures) {
    SkillLearned learned =
        new SkillLearned("s", "p", "t", "1.0.0", confidence, "none", List.of(), null, 0);
    Skill skill = new Skill(learned, 1, 1, 0, 0, -1);
    for (int i = 0; i < successes + failures; i++) {
      skill = skill.used(i < successes, 100 - i);
    }
    return skill;
  }

  @Test
  void confidenceIsThePosteriorMeanInThousandthsRoundedDown() {
    assertEquals(700, skill(700, 0, 0).confidence());
    assertEquals(727, skill(700, 1, 0).confidence()); // 8000 / 11
    assertEquals(636, skill(700, 0, 1).confidence()); // 7000 / 11
    assertEquals(538, skill(700, 0, 3).confidence()); // 7000 / 13
    assertEquals(850, skill(700, 10, 0).confidence()); // 17000 / 20
    assertEquals(750, skill(1000, 5, 5).confidence()); // 15000 / 20
    assertEquals(0, skill(0, 0, 7).confidence());
    assertEquals(1000, skill(1000, 7, 0).confidence());
    Skill busy = new Skill(skill(700, 0, 0).learned(), 1, 1, 5_000_000, 5_000_000, -1);
    assertEquals(999, busy.confidence()); // 5,000,007,000 / 5,000,010
  }

  @Test
  void reviewComesWithTheThirdOutcomeWhenMostWereFailures() {
    assertEquals(SkillStatus.ACTIVE, skill(700, 0, 2).status());
    assertEquals(SkillStatus.REVIEW, skill(700, 0, 3).status());
    assertEquals(SkillStatus.REVIEW, skill(700, 1, 2).status());
    assertEquals(SkillStatus.ACTIVE, skill(700, 2, 1).status());
    assertEquals(SkillStatus.ACTIVE, skill(700, 2, 2).status());
    assertEquals(SkillStatus.REVIEW, skill(700, 2, 3).status());
  }

  @Test
  void theTimeOfTheLastUseDoesNotGoBack() {
    assertEquals(-1, skill(700, 0, 0).lastUsedMillis());
    assertEquals(100, skill(700, 2, 1).lastUsedMillis());
  }
}
