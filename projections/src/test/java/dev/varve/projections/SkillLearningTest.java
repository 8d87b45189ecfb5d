package dev.varve.projections;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.engine.VarveException;
import dev.varve.engine.entry.EntryHeader;
import dev.varve.projections.recall.RecallAnswer;
import dev.varve.projections.recall.RecallQuery;
import dev.varve.projections.sessions.Action;
import dev.varve.projections.sessions.ActionType;
import dev.varve.projections.sessions.TaskOutcome;
import dev.varve.projections.skills.Skill;
import dev.varve.projections.skills.SkillEvent.SkillLearned;
import dev.varve.projections.skills.SkillStatus;
import dev.varve.projections.skills.SkillStep;
import java.util.List;
import org.junit.jupiter.api.Test;

class SkillLearningTest {
  private final Memories memories = new Memories();
  private final AgentMemory memory = memories.create();
  private final MemoryWriter writer = memory.writer();

  private Skill only() {
    assertEquals(1, memory.reader().skills().size());
    return memory.reader().skills().get(0);
  }

  private void follow(String trace, TaskOutcome outcome, String skill) {
    Memories.start(memory, trace, "another wording");
    Memories.end(memory, trace, outcome, skill);
  }

  private static SkillLearned byHand(String id, String version, int confidence) {
    return new SkillLearned(
        id,
        Memories.SHOP,
        "trigger",
        version,
        confidence,
        "none",
        List.of(new SkillStep(Action.of(ActionType.BACK, null), null, null)),
        null,
        1);
  }

  @Test
  void nothingIsLearnedUnlessTheTaskSucceeded() {
    for (TaskOutcome outcome : TaskOutcome.values()) {
      if (outcome != TaskOutcome.SUCCESS) {
        Memories.run(memory, "t-" + outcome, "task", outcome);
        assertEquals(List.of(), memory.reader().skills());
      }
    }
    Memories.run(memory, "t", "task", TaskOutcome.SUCCESS);
    assertEquals("task", only().trigger());
    assertEquals("t", only().origin());
  }

  @Test
  void theLessonAndTheEndAreOneCommand() {
    Memories.start(memory, "t", "task");
    Memories.step(
        memory,
        "t",
        Memories.tap(dev.varve.projections.sessions.StepOutcome.OK, 1, 1),
        Memories.screen("b", "x"));
    Memories.end(memory, "t", TaskOutcome.SUCCESS, null);
    long last = memory.log().lastSequence();
    EntryHeader learned = memory.log().entry(last).header();
    EntryHeader ended = memory.log().entry(last - 1).header();
    assertEquals(200, learned.eventType());
    assertEquals(304, ended.eventType());
    assertEquals(ended.command(), learned.command());
    assertNotEquals(ended.subjectRef(), learned.subjectRef());
  }

  @Test
  void theSameTaskAgainCountsAUseAndMakesNoSecondSkill() {
    Memories.run(memory, "a", "task", TaskOutcome.SUCCESS);
    Memories.run(memory, "b", "task", TaskOutcome.SUCCESS);
    assertEquals(1, only().hits());
    assertEquals(1, only().successes());
    assertEquals(727, only().confidence());
    assertEquals("a", only().origin());
    Memories.run(memory, "c", "another task", TaskOutcome.SUCCESS);
    assertEquals(2, memory.reader().skills().size());
  }

  @Test
  void aFollowedSkillCountsSuccessAndFailureAndNothingElse() {
    Memories.run(memory, "t", "task", TaskOutcome.SUCCESS);
    String id = only().id();
    follow("a", TaskOutcome.SUCCESS, id);
    follow("b", TaskOutcome.FAILURE, id);
    follow("c", TaskOutcome.CANCELLED, id);
    follow("d", TaskOutcome.UNKNOWN, id);
    assertEquals(2, only().hits());
    assertEquals(1, only().successes());
    assertEquals(666, only().confidence()); // 8000 / 12
    assertEquals(2_000, only().lastUsedMillis());
  }

  @Test
  void aFollowedSkillThatIsNotHereLearnsFromTheSuccess() {
    Memories.start(memory, "t", "task");
    Memories.step(
        memory, "t", Memories.tap(dev.varve.projections.sessions.StepOutcome.OK, 1, 1), null);
    Memories.end(memory, "t", TaskOutcome.SUCCESS, "no-such-skill");
    assertEquals("task", only().trigger());
  }

  @Test
  void aSkillThatFailsTooOftenIsUnderReviewAndNotRecalled() {
    Memories.run(memory, "t", "task", TaskOutcome.SUCCESS);
    String id = only().id();
    RecallQuery query = new RecallQuery("task", null, null, null, 1);
    for (int i = 0; i < 3; i++) {
      assertEquals(1, memory.reader().recall(query).skills().size());
      follow("f" + i, TaskOutcome.FAILURE, id);
    }
    assertEquals(SkillStatus.REVIEW, only().status());
    RecallAnswer answer = memory.reader().recall(query);
    assertEquals(List.of(), answer.skills());
    assertEquals("status", answer.dropped().get(0).gate());
    assertEquals("REVIEW after 0 of 3 uses succeeded", answer.dropped().get(0).reason());
    for (int i = 0; i < 3; i++) {
      follow("s" + i, TaskOutcome.SUCCESS, id);
    }
    assertEquals(SkillStatus.ACTIVE, only().status());
  }

  @Test
  void aNewVersionByHandKeepsTheRecordOfUseAndTheSubject() {
    writer.addSkill(writer.newOrigin(), byHand("s", "1.0.0", 500));
    follow("a", TaskOutcome.SUCCESS, "s");
    int subject = only().subjectRef();
    writer.addSkill(writer.newOrigin(), byHand("s", "1.1.0", 900));
    assertEquals("1.1.0", only().learned().version());
    assertEquals(1, only().hits());
    assertEquals(909, only().confidence()); // 10000 / 11
    assertEquals(subject, only().subjectRef());
    assertEquals(memory.log().lastSequence(), only().sequence());
  }

  @Test
  void aSkillByHandThatCannotBeOneIsRefused() {
    long size = memories.store.size();
    SkillLearned good = byHand("s", "1.0.0", 500);
    for (SkillLearned bad :
        List.of(
            new SkillLearned("s", "p", "t", "1", 500, "none", List.of(), null, 1),
            new SkillLearned("", "p", "t", "1", 500, "none", good.steps(), null, 1),
            new SkillLearned("s", "", "t", "1", 500, "none", good.steps(), null, 1),
            new SkillLearned("s", "p", "", "1", 500, "none", good.steps(), null, 1),
            byHand("s", "1.0.0", -1),
            byHand("s", "1.0.0", 1_001))) {
      assertThrows(VarveException.class, () -> writer.addSkill(writer.newOrigin(), bad));
    }
    assertEquals(size, memories.store.size());
  }

  @Test
  void theIdOfASkillIsKeyedAndKeepsPackageAndTriggerApart() {
    String id = writer.skillId("p", "t");
    assertTrue(id.matches("skill-[0-9a-f]{16}"), id);
    assertEquals(id, writer.skillId("p", "t"));
    assertNotEquals(writer.skillId("pt", ""), id);
    assertNotEquals(writer.skillId("p", "t "), id);
    assertNotEquals(new Memories().create().writer().skillId("p", "t"), id);
    Memories.run(memory, "t", "task", TaskOutcome.SUCCESS);
    assertEquals(writer.skillId(Memories.SHOP, "task"), only().id());
    assertEquals(only(), requireNonNull(memory.reader().skill(only().id())));
  }
}
