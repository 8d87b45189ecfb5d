package dev.varve.projections;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.engine.clock.EngineClock;
import dev.varve.engine.command.Actor;
import dev.varve.engine.log.LogPorts;
import dev.varve.engine.log.MemoryLog;
import dev.varve.engine.seal.AesGcmKeyWrapper;
import dev.varve.engine.seal.Crypto;
import dev.varve.engine.seal.MemorySubjectKeyStore;
import dev.varve.engine.store.Durability;
import dev.varve.engine.store.memory.MemoryEntryStore;
import dev.varve.engine.verify.LogVerifier;
import dev.varve.engine.verify.Verdict;
import dev.varve.projections.facts.FactState;
import dev.varve.projections.facts.RememberFact;
import dev.varve.projections.recall.RecallAnswer;
import dev.varve.projections.recall.RecallQuery;
import dev.varve.projections.screens.CaptureFailedException;
import dev.varve.projections.screens.UiAutomatorDump;
import dev.varve.projections.screens.ViewTree;
import dev.varve.projections.sessions.Action;
import dev.varve.projections.sessions.ActionType;
import dev.varve.projections.sessions.SessionEvent.SessionEnded;
import dev.varve.projections.sessions.SessionEvent.SessionStarted;
import dev.varve.projections.sessions.Step;
import dev.varve.projections.sessions.StepOutcome;
import dev.varve.projections.sessions.TaskOutcome;
import dev.varve.projections.skills.Skill;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class AgentMemoryTest {
  private static final Actor ACTOR = Actor.unsigned("dev.varve.test", 7);
  private static final String DUMP =
      "<?xml version='1.0' encoding='UTF-8'?><hierarchy rotation=\"0\">"
          + "<node index=\"0\" text=\"\" resource-id=\"\" class=\"android.widget.FrameLayout\""
          + " package=\"com.example.shop\" content-desc=\"\" bounds=\"[0,0][1000,2000]\">"
          + "<node index=\"0\" text=\"我的\" resource-id=\"com.example.shop:id/tab_me\""
          + " class=\"android.widget.TextView\" package=\"com.example.shop\" content-desc=\"\""
          + " bounds=\"[800,1800][1000,2000]\"/></node></hierarchy>";

  private final MemoryEntryStore store = new MemoryEntryStore();
  private final MemorySubjectKeyStore keys = new MemorySubjectKeyStore();

  private LogPorts ports(MemoryEntryStore entries) {
    return new LogPorts(
        entries,
        keys,
        new AesGcmKeyWrapper(Crypto.platform(), new byte[32]),
        Crypto.platform(),
        EngineClock.system());
  }

  private AgentMemory create() {
    return AgentMemory.create(
        ports(store), MemoryLog.newId(Crypto.platform()), ACTOR, "test", Durability.PROCESS);
  }

  private static ViewTree screen() {
    try {
      return UiAutomatorDump.parse(DUMP.getBytes(StandardCharsets.UTF_8), "dump");
    } catch (CaptureFailedException e) {
      throw new AssertionError(e);
    }
  }

  private static Step step(StepOutcome outcome, int x, int y) {
    return new Step(
        1_000,
        "com.example.shop",
        ".MainActivity",
        null,
        Action.on(ActionType.TAP, null, null, null, null, x, y),
        outcome,
        null,
        -1,
        null,
        null,
        List.of(),
        null);
  }

  private static void runTask(AgentMemory memory, String trace) {
    MemoryWriter writer = memory.writer();
    writer.startTask(writer.newOrigin(), new SessionStarted(trace, "领优惠券", null, null, 0, 1_000));
    writer.recordStep(writer.newOrigin(), trace, step(StepOutcome.FAILED, 100, 100), screen());
    writer.recordStep(writer.newOrigin(), trace, step(StepOutcome.OK, 9_000, 9_500), screen());
    writer.endTask(
        writer.newOrigin(), trace, new SessionEnded(TaskOutcome.SUCCESS, null, null, null, 2_000));
  }

  @Test
  void aSupersededFactIsKeptAndNoLongerCurrent() {
    AgentMemory memory = create();
    memory.writer().remember(RememberFact.byUser("address_home", "old street", 1));
    memory.writer().remember(RememberFact.byUser("address_home", "new street", 2));
    memory.writer().remember(RememberFact.byUser("address_home", "new street", 3));
    try (FactValue value = requireNonNull(memory.reader().value("address_home"))) {
      assertEquals("new street", value.asString());
    }
    assertEquals(
        List.of(FactState.DEPRECATED, FactState.CURRENT),
        memory.reader().factHistory("address_home").stream().map(f -> f.state()).toList());
    assertNull(memory.reader().value("address"));
  }

  @Test
  void aSuccessfulTaskBecomesASkillThatIsRecalledWithItsReason() {
    AgentMemory memory = create();
    runTask(memory, "t-001");
    Skill skill = memory.reader().skills().get(0);
    assertEquals("com.example.shop", skill.packageName());
    assertEquals(1, skill.steps().size());
    assertEquals(
        "com.example.shop:id/tab_me",
        requireNonNull(skill.steps().get(0).action().target()).resourceId());
    RecallAnswer answer =
        memory.recall(new RecallQuery("帮我领优惠券", screen(), "com.example.shop", null, 5_000), null);
    assertEquals(skill.id(), answer.skills().get(0).id());
    assertEquals("SAME", answer.screen().answer());
    assertEquals(1000, answer.skills().get(0).screen());
    assertFalse(answer.skills().get(0).reason().isEmpty());
    RecallAnswer none =
        memory.recall(new RecallQuery("set an alarm", null, null, null, 5_000), null);
    assertTrue(none.skills().isEmpty());
    assertEquals("wording", none.dropped().get(0).gate());
    runTask(memory, "t-002");
    assertEquals(1, memory.reader().skills().size());
    assertEquals(1, memory.reader().skills().get(0).hits());
    assertThrows(TaskStateException.class, () -> runTask(memory, "t-001"));
  }

  @Test
  void layersRebuiltFromNothingEqualThoseKeptUpWhileWriting() {
    AgentMemory memory = create();
    memory.writer().remember(RememberFact.byUser("address_home", "old street", 1));
    runTask(memory, "t-001");
    memory.writer().remember(RememberFact.byUser("address_home", "new street", 2));
    List<LayerState> kept = memory.reader().state();
    AgentMemory reopened = AgentMemory.open(ports(store.reopened()), ACTOR, Durability.PROCESS);
    assertEquals(kept, reopened.reader().state());
    assertEquals(2, reopened.reader().steps("t-001").size());
    assertNotNull(reopened.reader().session("t-001"));
    assertEquals(Verdict.OK, LogVerifier.verify(store.reader()).verdict());
  }
}
