package dev.varve.projections;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.engine.command.Actor;
import dev.varve.engine.command.Context.Device;
import dev.varve.engine.entry.CommandId;
import dev.varve.engine.entry.DeviceState;
import dev.varve.engine.log.ActorNotRegisteredException;
import dev.varve.engine.log.CommandConflictException;
import dev.varve.engine.log.CommandReceipt;
import dev.varve.engine.log.InvalidCommandException;
import dev.varve.engine.log.PayloadTooLargeException;
import dev.varve.engine.store.Durability;
import dev.varve.projections.facts.RememberFact;
import dev.varve.projections.recall.RecallQuery;
import dev.varve.projections.sessions.Action;
import dev.varve.projections.sessions.ActionType;
import dev.varve.projections.sessions.SessionEvent.ObservationMade;
import dev.varve.projections.sessions.SessionEvent.SessionEnded;
import dev.varve.projections.sessions.SessionEvent.SessionStarted;
import dev.varve.projections.sessions.SessionEvent.SkillsConsulted;
import dev.varve.projections.sessions.StepOutcome;
import dev.varve.projections.sessions.TaskOutcome;
import dev.varve.projections.skills.SkillEvent.SkillLearned;
import dev.varve.projections.skills.SkillStep;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** The same origin is written once, whatever happened in between. */
class IdempotencyTest {
  private final Memories memories = new Memories();

  /** Every write there is, in an order in which each finds the state that it needs. */
  private static List<BiFunction<MemoryWriter, Origin, CommandReceipt>> writes() {
    Actor other = Actor.unsigned("com.example.other", 1);
    SkillLearned skill =
        new SkillLearned(
            "s",
            Memories.SHOP,
            "trigger",
            "1.0.0",
            500,
            "none",
            List.of(new SkillStep(Action.of(ActionType.BACK, null), null, null)),
            null,
            1);
    return List.of(
        (w, o) -> w.registerActor(o, other),
        (w, o) -> w.remember(o, List.of(RememberFact.byUser("k", "v", 1))),
        (w, o) -> w.startTask(o, new SessionStarted("t", "task", null, null, 0, 1)),
        (w, o) ->
            w.recordStep(
                o, "t", Memories.tap(StepOutcome.OK, 9_000, 9_500), Memories.screen("b", "x")),
        (w, o) -> w.observe(o, "t", new ObservationMade("k", "v", 1)),
        (w, o) -> w.consulted(o, "t", new SkillsConsulted(List.of("s"), 1)),
        (w, o) -> w.addSkill(o, skill),
        (w, o) -> w.endTask(o, "t", new SessionEnded(TaskOutcome.SUCCESS, null, null, null, 2)));
  }

  private static CommandId slot(int place, String content) {
    byte[] slot = ("place" + (char) ('a' + place) + "xx").getBytes(StandardCharsets.UTF_8);
    return CommandId.ofSlot(slot, content.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void everyWriteIsWrittenOnceAlsoWhenTheStateHasMovedOnAndAfterAReopening() {
    AgentMemory memory = memories.create();
    MemoryWriter writer = memory.writer();
    List<Origin> origins = new ArrayList<>();
    List<CommandReceipt> receipts = new ArrayList<>();
    for (int i = 0; i < writes().size(); i++) {
      Origin origin = i % 2 == 0 ? writer.newOrigin() : Origin.inSlot(slot(i, "content1"));
      assertFalse(writer.isKnown(origin));
      CommandReceipt first = writes().get(i).apply(writer, origin);
      assertFalse(first.repeated());
      assertTrue(writer.isKnown(origin));
      assertRepeats(first, writes().get(i).apply(writer, origin));
      origins.add(origin);
      receipts.add(first);
    }
    long size = memories.store.size();
    List<LayerState> state = memory.reader().state();
    AgentMemory reopened = memories.reopen();
    for (AgentMemory each : List.of(memory, reopened)) {
      for (int i = 0; i < origins.size(); i++) {
        assertRepeats(receipts.get(i), writes().get(i).apply(each.writer(), origins.get(i)));
      }
      assertEquals(size, memories.store.size());
      assertEquals(state, each.reader().state());
      assertEquals(size - 1, each.reader().position());
    }
  }

  private static void assertRepeats(CommandReceipt first, CommandReceipt again) {
    assertTrue(again.repeated());
    assertEquals(first.firstSequence(), again.firstSequence());
    assertEquals(first.lastSequence(), again.lastSequence());
    assertEquals(List.of(), again.entries());
  }

  @Test
  void anotherCommandInATakenSlotIsAConflict() {
    AgentMemory memory = memories.create();
    MemoryWriter writer = memory.writer();
    Origin first = Origin.inSlot(slot(0, "content1"));
    Origin second = Origin.inSlot(slot(0, "content2"));
    assertFalse(writer.conflicts(first));
    writer.remember(first, List.of(RememberFact.byUser("k", "v", 1)));
    assertFalse(writer.conflicts(first));
    assertTrue(writer.conflicts(second));
    assertFalse(writer.conflicts(Origin.of(second.id())), "its id claims no slot");
    long size = memories.store.size();
    assertThrows(
        CommandConflictException.class,
        () -> writer.remember(second, List.of(RememberFact.byUser("k", "w", 1))));
    assertTrue(memories.reopen().writer().conflicts(second));
    assertEquals(size, memories.store.size());
    assertEquals(1, memory.reader().factHistory("k").size());
  }

  @Test
  void aRefusedWriteLeavesLogAndLayersAsTheyWere() {
    AgentMemory memory = memories.create();
    MemoryWriter writer = memory.writer();
    Memories.start(memory, "t", "task");
    List<LayerState> state = memory.reader().state();
    long size = memories.store.size();
    String huge = "x".repeat(600_000);
    List<Executable> tooLarge =
        List.of(
            () -> Memories.start(memory, "u", huge),
            () ->
                Memories.step(
                    memory,
                    "t",
                    Memories.step(Action.of(ActionType.INPUT_TEXT, huge), StepOutcome.OK, "p", 1),
                    Memories.screen("new", "x")),
            () -> writer.observe(writer.newOrigin(), "t", new ObservationMade("k", huge, 1)),
            () ->
                writer.endTask(
                    writer.newOrigin(),
                    "t",
                    new SessionEnded(TaskOutcome.SUCCESS, huge, null, null, 1)),
            () -> memory.recall(new RecallQuery(huge, null, null, null, 1), "t"));
    for (Executable write : tooLarge) {
      assertThrows(PayloadTooLargeException.class, write);
      assertEquals(size, memories.store.size());
      assertEquals(state, memory.reader().state());
    }
    assertThrows(
        InvalidCommandException.class, () -> writer.remember(writer.newOrigin(), List.of()));
    assertThrows(InvalidCommandException.class, () -> Memories.start(memory, "u", "half \ud83d"));
    assertEquals(size, memories.store.size());
    assertTrue(requireNonNull(memory.reader().session("t")).isRunning());
    assertNull(memory.reader().session("u"));
    Memories.step(memory, "t", Memories.tap(StepOutcome.OK, 1, 1), Memories.screen("new", "x"));
    assertEquals(1, memories.count(400), "the refused step had interned nothing");
    assertEquals(memory.reader().state(), memories.stateOf(memories.store));
  }

  @Test
  void theLongestValueThereIsStillFitsAnEntry() {
    AgentMemory memory = memories.create();
    memory.writer().remember(RememberFact.byUser("k", "好".repeat(100_000), 1));
    try (FactValue value = requireNonNull(memory.reader().value("k"))) {
      assertEquals(100_000, value.toCharArray().length);
    }
  }

  @Test
  void anActorThatIsNotRegisteredWritesNothing() {
    AgentMemory memory = memories.create();
    Actor other = Actor.unsigned("com.example.other", 1);
    AgentMemory theirs =
        AgentMemory.open(memories.ports(memories.store.reopened()), other, Durability.PROCESS);
    assertThrows(
        ActorNotRegisteredException.class,
        () -> theirs.writer().remember(RememberFact.byUser("k", "v", 1)));
    assertEquals(List.of(), theirs.reader().facts(true));
    memory.writer().registerActor(memory.writer().newOrigin(), other);
    AgentMemory now =
        AgentMemory.open(memories.ports(memories.store.reopened()), other, Durability.PROCESS);
    now.writer().remember(RememberFact.byUser("k", "v", 1));
    assertEquals(1, now.reader().facts(true).size());
  }

  @Test
  void whatTheDeviceWasLikeStandsInTheHeaders() {
    AgentMemory memory = memories.create();
    Origin origin =
        memory
            .writer()
            .newOrigin()
            .withDevice(new Device(81, 1, 2, Memories.SHOP), new Device(80, 1, 2, null));
    CommandReceipt receipt =
        memory.writer().remember(origin, List.of(RememberFact.byUser("k", "v", 1)));
    DeviceState before = memory.log().entry(receipt.lastSequence()).header().deviceBefore();
    assertEquals(81, before.battery());
    assertEquals(Memories.SHOP, memory.log().name(before.foregroundRef()));
    DeviceState after = memory.log().entry(receipt.lastSequence()).header().deviceAfter();
    assertEquals(80, after.battery());
    assertEquals(0, after.foregroundRef());
  }
}
