package dev.varve.projections;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.engine.entry.TraceId;
import dev.varve.engine.log.CommittedEntry;
import dev.varve.projections.facts.FactKey;
import dev.varve.projections.facts.FactSource;
import dev.varve.projections.facts.RememberFact;
import dev.varve.projections.recall.RecallAnswer;
import dev.varve.projections.recall.RecallAnswer.Dropped;
import dev.varve.projections.recall.RecallAnswer.RecalledFact;
import dev.varve.projections.recall.RecallAnswer.RecalledSkill;
import dev.varve.projections.recall.RecallAnswer.ScreenAnswer;
import dev.varve.projections.recall.RecallEvent.RecallAnswered;
import dev.varve.projections.recall.RecallQuery;
import dev.varve.projections.screens.ViewTree;
import dev.varve.projections.sessions.Action;
import dev.varve.projections.sessions.ActionType;
import dev.varve.projections.sessions.StepOutcome;
import dev.varve.projections.sessions.TaskOutcome;
import dev.varve.projections.skills.SkillEvent.SkillLearned;
import dev.varve.projections.skills.SkillStep;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RecallTest {
  private static final long DAY = 86_400_000L;

  private final Memories memories = new Memories();
  private final AgentMemory memory = memories.create();
  private final MemoryWriter writer = memory.writer();

  private void skill(String id, String packageName, String trigger, int confidence) {
    skill(id, packageName, trigger, confidence, Action.of(ActionType.BACK, null));
  }

  private void skill(String id, String packageName, String trigger, int confidence, Action action) {
    writer.addSkill(
        writer.newOrigin(),
        new SkillLearned(
            id,
            packageName,
            trigger,
            "1.0.0",
            confidence,
            "none",
            List.of(new SkillStep(action, null, null)),
            null,
            1));
  }

  private RecallAnswer ask(String task, @Nullable ViewTree screen, @Nullable String packageName) {
    return memory.reader().recall(new RecallQuery(task, screen, packageName, null, 0));
  }

  private static List<String> ids(RecallAnswer answer) {
    return answer.skills().stream().map(RecalledSkill::id).toList();
  }

  /** Likeness of a task to the trigger of the only skill, or -1 when it was under the gate. */
  private static int wording(String task, String trigger) {
    AgentMemory memory = new Memories().create();
    memory
        .writer()
        .addSkill(
            memory.writer().newOrigin(),
            new SkillLearned(
                "s",
                "p",
                trigger,
                "1.0.0",
                500,
                "none",
                List.of(new SkillStep(Action.of(ActionType.BACK, null), null, null)),
                null,
                1));
    RecallAnswer answer = memory.reader().recall(new RecallQuery(task, null, null, null, 0));
    return answer.skills().isEmpty() ? -1 : answer.skills().get(0).wording();
  }

  @Test
  void wordingsAreComparedByWordsAndByCharactersAndPairs() {
    assertEquals(1000, wording("set an alarm", "Set an ALARM!"));
    assertEquals(800, wording("set alarm", "set an alarm")); // 2 of 2 and 3: 4000 / 5
    assertEquals(-1, wording("set", "open the camera now"));
    // 领 优 惠 券 with 3 pairs are 7; 帮 我 领 优 惠 券 with 5 pairs are 11; 7 shared: 14000 / 18
    assertEquals(777, wording("帮我领优惠券", "领优惠券"));
    // 4 characters and 3 pairs; 2 characters and 1 pair; all 3 shared: 6000 / 10
    assertEquals(600, wording("领优惠券", "优惠"));
    // {打 开 打开 wifi} and {关 闭 关闭 wifi}: 1 shared: 2000 / 8, under the gate
    assertEquals(-1, wording("打开 WiFi", "关闭WiFi"));
    // {open 优 惠 优惠} and {优 惠 优惠}: 6000 / 7
    assertEquals(857, wording("open 优惠", "优惠"));
    assertEquals(1000, wording("ＡＢＣ１２", "abc12"), "full width is folded");
    // Neighbours across a space are no pair: {优 惠} and {优 惠 优惠}: 4000 / 5
    assertEquals(800, wording("优 惠", "优惠"));
  }

  @Test
  void anEmptyTaskFitsNothing() {
    skill("s", "p", "task", 1_000);
    for (String empty : List.of("", "   ", "?!…")) {
      RecallAnswer answer = ask(empty, null, null);
      assertEquals(List.of(), answer.skills());
      assertEquals(
          List.of(new Dropped("s", "wording", "wording 0 is under 300")), answer.dropped());
    }
    assertEquals(
        List.of(),
        new Memories()
            .create()
            .reader()
            .recall(new RecallQuery("task", null, null, null, 0))
            .dropped());
  }

  @Test
  void aSkillOfAnotherAppIsDroppedUnlessItOpensItsOwn() {
    skill("other", "com.other", "task", 500);
    skill("opens", "com.other", "task", 500, Action.of(ActionType.OPEN_APP, "com.other/.Main"));
    skill("opens-a-third", "com.other", "task", 500, Action.of(ActionType.OPEN_APP, "com.otherx"));
    skill("own", Memories.SHOP, "task", 500);
    RecallAnswer answer = ask("task", null, Memories.SHOP);
    assertEquals(List.of("opens", "own"), ids(answer));
    assertEquals(
        List.of(
            new Dropped("opens-a-third", "package", "it is for com.other, not com.example.shop"),
            new Dropped("other", "package", "it is for com.other, not com.example.shop")),
        answer.dropped());
    assertEquals(3, ask("task", null, null).skills().size());
  }

  @Test
  void theBestThreeStayAndTiesAreOrderedById() {
    for (String id : List.of("d", "a", "c", "b")) {
      skill(id, "p", "task", 500);
    }
    skill("z", "p", "task", 600);
    RecallAnswer answer = ask("task", null, null);
    assertEquals(List.of("z", "a", "b"), ids(answer));
    // (6 * 1000 + 2 * 0 + 2 * 500) / 10
    assertEquals(
        List.of(
            new Dropped("c", "rank", "score 700, not among the best three"),
            new Dropped("d", "rank", "score 700, not among the best three")),
        answer.dropped());
    assertEquals(720, answer.skills().get(0).score());
    assertEquals("wording 1000, screen 0, confidence 600", answer.skills().get(0).reason());
    assertEquals(answer, ask("task", null, null));
  }

  private void learn(String trace, String task, ViewTree... screens) {
    Memories.start(memory, trace, task);
    for (ViewTree screen : screens) {
      Memories.step(memory, trace, Memories.tap(StepOutcome.OK, 9_000, 9_500), screen);
    }
    Memories.end(memory, trace, TaskOutcome.SUCCESS, null);
  }

  @Test
  void theScreenOfTheFirstStepCountsMoreThanThatOfALaterOne() {
    learn("t", "task", Memories.screen("first", "x"), Memories.screen("second", "x"));
    RecalledSkill first = ask("task", Memories.screen("first", "y"), null).skills().get(0);
    RecalledSkill second = ask("task", Memories.screen("second", "y"), null).skills().get(0);
    RecalledSkill elsewhere = ask("task", Memories.screen("third", "y"), null).skills().get(0);
    assertEquals(1000, first.screen());
    assertEquals(940, first.score()); // (6000 + 2000 + 1400) / 10
    assertEquals(700, second.screen());
    assertEquals(880, second.score()); // (6000 + 1400 + 1400) / 10
    assertEquals(0, elsewhere.screen());
    assertEquals(740, elsewhere.score());
    assertEquals("wording 1000, screen 1000, confidence 700, learned from t", first.reason());
  }

  @Test
  void onAScreenOfTheSkillLessLikenessIsEnough() {
    learn("t", "one two three four five six seven", Memories.screen("b", "x"));
    // 1 word of 1 and 7: 2000 / 8 = 250
    assertEquals(1, ask("one", Memories.screen("b", "x"), null).skills().size());
    RecallAnswer elsewhere = ask("one", null, null);
    assertEquals("wording 250 is under 300", elsewhere.dropped().get(0).reason());
    RecallAnswer nothing = ask("eight", Memories.screen("b", "x"), null);
    assertEquals("wording 0 is under 150", nothing.dropped().get(0).reason());
  }

  @Test
  void aKnownScreenIsTheSameAndAnUnknownOneIsUnknown() {
    learn("t", "task", Memories.screen("b", "x"));
    assertEquals(
        new ScreenAnswer("SAME", "MAIN", 1000), ask("x", Memories.screen("b", "y"), null).screen());
    ScreenAnswer unknown = new ScreenAnswer("UNKNOWN", null, 0);
    assertEquals(unknown, ask("x", Memories.screen("c", "x"), null).screen());
    assertEquals(unknown, ask("x", null, null).screen());
  }

  @Test
  void anUnreadableScreenIsNeverTheSameAsAnother() {
    ViewTree hidden =
        Memories.dump(
            Memories.node("android.widget.FrameLayout", "p:id/root", "", "[0,0][1000,2000]"));
    learn("t", "task", hidden);
    RecallAnswer answer = ask("task", hidden, null);
    assertEquals(new ScreenAnswer("UNKNOWN", null, 0), answer.screen());
    assertEquals(0, answer.skills().get(0).screen());
  }

  @Test
  void aScreenWithoutIdsIsNotTheSameByItsSkeletonAlone() {
    ViewTree drawn =
        Memories.dump(
            Memories.node(
                "android.view.View",
                "",
                "",
                "[0,0][1000,2000]",
                Memories.node("android.view.View", "", "pay", "[0,0][1000,1000]")));
    learn("t", "task", drawn);
    RecallAnswer answer = ask("task", drawn, null);
    assertEquals(new ScreenAnswer("UNKNOWN", null, 0), answer.screen());
    assertEquals(0, answer.skills().get(0).screen());
  }

  private void fact(String key, FactSource source, int confidence, boolean sensitive, long at) {
    writer.remember(
        new RememberFact(FactKey.of(key), "v", source, confidence, sensitive, true, null, at));
  }

  private List<String> facts(@Nullable String packageName, long now) {
    return memory
        .reader()
        .recall(new RecallQuery("nothing", null, packageName, null, now))
        .facts()
        .stream()
        .map(f -> f.key() + " " + f.score())
        .toList();
  }

  @Test
  void factsAgeByAFactorOf095ADayInWholeThousandths() {
    fact("app/p/a", FactSource.SEED, 1_000, false, 0);
    fact("app/p/b", FactSource.SEED, 900, false, 0);
    fact("app/p/c", FactSource.SEED, 333, false, 0);
    // Worked out with decimal arithmetic, rounded down.
    int[][] expected = {
      {0, 1000, 900, 333},
      {1, 950, 855, 316},
      {2, 902, 812, 300},
      {3, 857, 771, 285},
      {7, 698, 628, 232},
      {14, 487, 438, 162},
      {30, 214, 193, 71},
      {90, 9, 8, 3},
      {365, 0, 0, 0}
    };
    for (int[] row : expected) {
      assertEquals(
          List.of("app/p/a " + row[1], "app/p/b " + row[2], "app/p/c " + row[3]),
          facts("p", row[0] * DAY + DAY - 1));
    }
    assertEquals(List.of("app/p/a 1000", "app/p/b 900", "app/p/c 333"), facts("p", -5));
    writer.remember(
        new RememberFact(
            FactKey.of("app/p/a"), "v", FactSource.SEED, 1_000, false, false, null, 7 * DAY));
    assertEquals("app/p/a 1000", facts("p", 7 * DAY).get(0));
  }

  @Test
  void onlyCurrentFactsOfTheAppThatAreNotSensitiveGoWithAnAnswer() {
    fact("app/p/kept", FactSource.USER, 500, false, 0);
    fact("app/p/secret", FactSource.USER, 500, true, 0);
    fact("app/p", FactSource.USER, 500, false, 0);
    fact("app/px/other", FactSource.USER, 500, false, 0);
    fact("address_home", FactSource.USER, 500, false, 0);
    writer.remember(
        new RememberFact(
            FactKey.of("app/p/waits"), "v", FactSource.USER, 500, true, false, null, 0));
    writer.remember(
        new RememberFact(
            FactKey.of("app/p/kept"), "w", FactSource.OBSERVATION, 900, false, false, null, 0));
    assertEquals(List.of("app/p/kept 500"), facts("p", 0));
    assertEquals(List.of(), facts(null, 0));
    skill("s", "p", "task", 500);
    assertEquals(
        List.of(new RecalledFact("app/p/kept", 500, "of p, confidence 500, met 0 days ago")),
        ask("task", null, null).facts());
    assertEquals(List.of(), ask("no such thing", null, null).facts());
  }

  @Test
  void aRecordedRecallIsOneEntryWithinItsTaskAndTheReadersLeaveNone() {
    Memories.run(memory, "t", "task", TaskOutcome.SUCCESS);
    Memories.start(memory, "now", "task");
    long before = memories.store.size();
    RecallQuery query = new RecallQuery("task", null, Memories.SHOP, null, 77);
    RecallAnswer read = memory.reader().recall(query);
    assertEquals(before, memories.store.size());
    RecallAnswer answer = memory.recall(query, "now");
    assertEquals(read, answer);
    assertEquals(before - 1, answer.position());
    assertEquals(before + 1, memories.store.size());
    CommittedEntry entry = memory.log().entry(before);
    assertEquals(410, entry.header().eventType());
    assertEquals(memory.log().traceId("now"), entry.header().trace());
    assertEquals(
        requireNonNull(memory.reader().session("now")).subjectRef(), entry.header().subjectRef());
    RecallAnswered recorded =
        (RecallAnswered) requireNonNull(memory.log().opener().open(entry).event());
    assertEquals("task", recorded.task());
    assertEquals(77, recorded.nowMillis());
    assertEquals(before - 1, recorded.position());
    assertEquals(answer.skills().get(0).id(), recorded.skills().get(0).id());
    assertEquals(answer.skills().get(0).score(), recorded.skills().get(0).score());
  }

  @Test
  void aRecallOutsideOfAnyTaskHasASubjectOfItsOwn() {
    long answered = memories.count(410);
    memory.recall(new RecallQuery("task", Memories.screen("b", "x"), null, ".Main", 1), null);
    memory.recall(new RecallQuery("task", null, null, ".Main", 1), "never started");
    assertEquals(answered + 2, memories.count(410));
    CommittedEntry last = memory.log().entry(memory.log().lastSequence());
    assertTrue(last.header().subjectRef() > 0);
    CommittedEntry first = null;
    for (long i = memory.log().lastSequence() - 1; first == null; i--) {
      first = memory.log().entry(i).header().eventType() == 410 ? memory.log().entry(i) : null;
    }
    assertEquals(TraceId.NONE, first.header().trace());
    assertTrue(first.header().subjectRef() != last.header().subjectRef());
  }

  @Test
  void anAnswerNamesAtMostAHundredOfThoseItPassedOver() {
    for (int i = 0; i < 120; i++) {
      skill("s" + i, "p", "something else", 500);
    }
    RecallAnswer answer = memory.recall(new RecallQuery("task", null, null, null, 1), null);
    assertEquals(120, answer.dropped().size());
    CommittedEntry entry = memory.log().entry(memory.log().lastSequence());
    RecallAnswered recorded =
        (RecallAnswered) requireNonNull(memory.log().opener().open(entry).event());
    assertEquals(100, recorded.dropped().size());
  }
}
