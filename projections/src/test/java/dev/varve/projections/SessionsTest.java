package dev.varve.projections;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.projections.sessions.Action;
import dev.varve.projections.sessions.ActionType;
import dev.varve.projections.sessions.Session;
import dev.varve.projections.sessions.SessionEvent.ObservationMade;
import dev.varve.projections.sessions.SessionEvent.SessionEnded;
import dev.varve.projections.sessions.SessionEvent.SessionStarted;
import dev.varve.projections.sessions.SessionEvent.SkillsConsulted;
import dev.varve.projections.sessions.SessionEvent.StepRecorded;
import dev.varve.projections.sessions.Step;
import dev.varve.projections.sessions.StepOutcome;
import dev.varve.projections.sessions.TaskOutcome;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class SessionsTest {
  private final Memories memories = new Memories();
  private final AgentMemory memory = memories.create();
  private final MemoryWriter writer = memory.writer();

  private static Step at(long millis) {
    return Memories.step(Action.of(ActionType.WAIT, null), StepOutcome.OK, Memories.SHOP, millis);
  }

  private Session session(String trace) {
    return requireNonNull(memory.reader().session(trace));
  }

  @Test
  void theLastFiftyStepsOfARunningTaskAreAtHandAndAllAreInTheLog() {
    Memories.start(memory, "t", "task");
    for (int i = 1; i <= 53; i++) {
      Memories.step(memory, "t", at(i), null);
      assertEquals(Math.min(i, 50), session("t").lastSteps().size());
    }
    assertEquals(4, session("t").lastSteps().get(0).atMillis());
    assertEquals(53, session("t").lastSteps().get(49).atMillis());
    assertEquals(53, session("t").stepCount());
    List<StepRecorded> all = memory.reader().steps("t");
    for (int i = 0; i < 53; i++) {
      assertEquals(i + 1, all.get(i).number());
      assertEquals(i + 1, all.get(i).step().atMillis());
    }
  }

  @Test
  void theRingIsDroppedWhenTheTaskEndsAndTheSummaryStays() {
    Memories.start(memory, "t", "task");
    Memories.step(memory, "t", at(5), null);
    assertTrue(session("t").isRunning());
    assertNull(session("t").outcome());
    assertEquals(-1, session("t").endedMillis());
    Memories.end(memory, "t", TaskOutcome.CANCELLED, null);
    Session ended = session("t");
    assertEquals(List.of(), ended.lastSteps());
    assertFalse(ended.isRunning());
    assertEquals(TaskOutcome.CANCELLED, ended.outcome());
    assertEquals("task", ended.task());
    assertEquals("t", ended.trace());
    assertEquals(1_000, ended.startedMillis());
    assertEquals(2_000, ended.endedMillis());
    assertEquals(1, memory.reader().steps("t").size());
  }

  @Test
  void sequencesAreThoseOfTheEntries() {
    Memories.start(memory, "a", "task");
    long first = memory.log().lastSequence();
    Memories.start(memory, "b", "task");
    Memories.step(memory, "a", at(1), null);
    long step = memory.log().lastSequence();
    Memories.step(memory, "b", at(2), null);
    writer.consulted(writer.newOrigin(), "a", new SkillsConsulted(List.of("s"), 3));
    long last = memory.log().lastSequence();
    assertEquals(first, session("a").firstSequence());
    assertEquals(last, session("a").lastSequence());
    assertEquals(List.of(step), session("a").stepSequences());
    assertEquals(
        List.of("a", "b"), memory.reader().sessions().stream().map(Session::trace).toList());
  }

  @Test
  void theLastObservationOfEachKeyStays() {
    Memories.start(memory, "t", "task");
    for (String[] seen : new String[][] {{"x", "1"}, {"y", "2"}, {"x", "3"}}) {
      writer.observe(writer.newOrigin(), "t", new ObservationMade(seen[0], seen[1], 7));
    }
    assertEquals(
        List.of(new ObservationMade("x", "3", 7), new ObservationMade("y", "2", 7)),
        session("t").observations());
  }

  @Test
  void aSnapshotDoesNotFollowTheSession() {
    Memories.start(memory, "t", "task");
    Session before = session("t");
    Memories.step(memory, "t", at(1), null);
    assertEquals(0, before.stepCount());
    assertEquals(before.firstSequence(), before.lastSequence());
  }

  @Test
  void whatDoesNotFitTheStateOfATaskIsRefusedAndWritesNothing() {
    Memories.start(memory, "running", "task");
    Memories.start(memory, "ended", "task");
    Memories.end(memory, "ended", TaskOutcome.UNKNOWN, null);
    List<Executable> refused = new ArrayList<>();
    for (String started : List.of("running", "ended", "")) {
      refused.add(() -> Memories.start(memory, started, "other"));
    }
    for (String trace : List.of("ended", "never", "")) {
      refused.add(() -> Memories.step(memory, trace, at(1), Memories.screen("b", "t")));
      refused.add(() -> Memories.end(memory, trace, TaskOutcome.SUCCESS, null));
      refused.add(
          () -> writer.observe(writer.newOrigin(), trace, new ObservationMade("k", "v", 1)));
      refused.add(
          () -> writer.consulted(writer.newOrigin(), trace, new SkillsConsulted(List.of(), 1)));
    }
    long size = memories.store.size();
    List<LayerState> state = memory.reader().state();
    for (Executable write : refused) {
      assertThrows(TaskStateException.class, write);
      assertEquals(size, memories.store.size());
    }
    assertEquals(state, memory.reader().state());
    assertEquals(size - 1, memory.reader().position());
  }

  @Test
  void aTaskOfANameThatWasNeverHeardOfIsNull() {
    assertNull(memory.reader().session("t"));
    assertEquals(List.of(), memory.reader().steps("t"));
  }

  @Test
  void anEarlierReaderSeesTheTaskAsItWasThen() {
    Memories.start(memory, "t", "task");
    Memories.step(memory, "t", at(1), null);
    long then = memory.log().lastSequence();
    Memories.step(memory, "t", at(2), null);
    Memories.end(memory, "t", TaskOutcome.SUCCESS, null);
    MemoryReader earlier = MemoryReader.at(memories.readOnly(), then);
    assertEquals(then, earlier.position());
    assertTrue(requireNonNull(earlier.session("t")).isRunning());
    assertEquals(1, earlier.steps("t").size());
    assertEquals(0, MemoryReader.at(memories.readOnly(), -1).sessions().size());
  }

  @Test
  void anErasedSessionIsAbsentAndTheOthersAreIntact() {
    Memories.start(memory, "gone", "secret task");
    Memories.step(memory, "gone", at(1), Memories.screen("b", "secret"));
    Memories.start(memory, "stays", "task");
    Memories.step(memory, "stays", at(2), Memories.screen("b", "other text"));
    int ref = session("gone").subjectRef();
    memories.keys.remove(requireNonNull(memory.log().subjectOf(ref)), 0);
    AgentMemory reopened = memories.reopen();
    assertNull(reopened.reader().session("gone"));
    assertEquals(List.of(), reopened.reader().steps("gone"));
    assertEquals(1, reopened.reader().sessions().size());
    assertEquals(1, reopened.reader().steps("stays").size());
    assertEquals(
        List.of(1L, "other text", ""),
        requireNonNull(reopened.reader().steps("stays").get(0).step().screen()).texts());
    Memories.step(reopened, "stays", at(3), Memories.screen("b", "more"));
    assertEquals(1, memories.count(400), "the structure was interned once and is still known");
    assertThrows(TaskStateException.class, () -> Memories.step(reopened, "gone", at(4), null));
    assertEquals(reopened.reader().state(), memories.stateOf(memories.store));
  }

  @Test
  void aTaskMayBeCalledWhateverItsClaimsAre() {
    writer.startTask(
        writer.newOrigin(),
        new SessionStarted("t", "任务", "com.example.agent", "ab".repeat(32), 4_211, 1));
    writer.endTask(
        writer.newOrigin(), "t", new SessionEnded(TaskOutcome.FAILURE, "why", null, "boom", 2));
    assertEquals(TaskOutcome.FAILURE, session("t").outcome());
  }
}
