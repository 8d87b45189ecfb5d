package dev.varve.projections;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.engine.VarveException;
import dev.varve.projections.Erasable.Kind;
import dev.varve.projections.facts.RememberFact;
import dev.varve.projections.recall.RecallAnswer;
import dev.varve.projections.recall.RecallQuery;
import dev.varve.projections.sessions.SessionEvent.ObservationMade;
import dev.varve.projections.sessions.SessionEvent.SessionEnded;
import dev.varve.projections.sessions.SessionEvent.SessionStarted;
import dev.varve.projections.sessions.TaskOutcome;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Erasing in a running memory leaves what a fresh replay finds. */
final class ErasureTest {
  private final Memories memories = new Memories();

  private static List<LayerState> digests(AgentMemory memory) {
    return memory.reader().state();
  }

  @Test
  void theLayersOfARunningMemoryAreThoseOfARestartedOne() {
    AgentMemory memory = memories.create();
    Memories.run(memory, "first", "task one", TaskOutcome.SUCCESS);
    Memories.run(memory, "second", "task two", TaskOutcome.SUCCESS);
    memory.writer().remember(RememberFact.byUser("address_home", "Nowhere Lane", 9));
    memory.writer().remember(RememberFact.byUser("address_home", "Elsewhere", 9));
    Erasable session = new Erasable(Kind.SESSION, "first");
    List<Erasable> derived = memory.reader().derivedFrom(session);
    memory.erase(List.of(session, new Erasable(Kind.FACT, "address_home")));
    assertNull(memory.reader().fact("address_home"));
    assertEquals(List.of(), memory.reader().factHistory("address_home"));
    assertTrue(memory.reader().erasable("first").isEmpty());
    assertEquals(derived, memory.reader().derivedFrom(session), "it is still there");
    List<LayerState> running = digests(memory);
    memory.writer().remember(RememberFact.byUser("city", "Here", 9));
    memory.writer().remember(RememberFact.byUser("address_home", "A new life", 9));
    memory.close();
    AgentMemory reopened = memories.reopen();
    assertEquals(1, reopened.reader().factHistory("address_home").size());
    reopened.erase(
        List.of(new Erasable(Kind.FACT, "city"), new Erasable(Kind.FACT, "address_home")));
    assertEquals(running, digests(reopened));
  }

  @Test
  void whatIsNotThereErasesNothing() {
    AgentMemory memory = memories.create();
    memory.writer().remember(RememberFact.byUser("city", "Here", 9));
    long last = memory.log().lastSequence();
    assertThrows(
        VarveException.class,
        () ->
            memory.erase(
                List.of(new Erasable(Kind.FACT, "city"), new Erasable(Kind.SKILL, "none"))));
    assertThrows(VarveException.class, () -> memory.erase(List.of()));
    assertEquals(last, memory.log().lastSequence());
    assertTrue(memory.reader().fact("city") != null);
  }

  @Test
  void whatQuotesAFactOrASkillIsFoundInTheLogAlsoOfTasksThatHaveEnded() {
    AgentMemory memory = memories.create();
    MemoryWriter writer = memory.writer();
    writer.startTask(
        writer.newOrigin(), new SessionStarted("t-1", "look around", null, null, 0, 1));
    writer.observe(
        writer.newOrigin(),
        "t-1",
        new ObservationMade("app/" + Memories.SHOP + "/color", "red", 2));
    writer.endTask(
        writer.newOrigin(), "t-1", new SessionEnded(TaskOutcome.SUCCESS, null, null, null, 3));
    Memories.run(memory, "t-2", "open the shop", TaskOutcome.SUCCESS);
    String key = "app/" + Memories.SHOP + "/color";
    writer.remember(RememberFact.byUser(key, "green", 9));
    RecallQuery query = new RecallQuery("open the shop", null, Memories.SHOP, null, 10);
    RecallAnswer alone = memory.recall(query, null);
    assertEquals(1, alone.skills().size());
    assertEquals(1, alone.facts().size());
    String sequence = Long.toString(memory.log().lastSequence());
    memory.recall(query, "t-2");

    Erasable answer = new Erasable(Kind.RECALL, sequence);
    Erasable skill = new Erasable(Kind.SKILL, alone.skills().get(0).id());
    assertEquals(
        List.of(new Erasable(Kind.SESSION, "t-1"), answer),
        memory.reader().derivedFrom(new Erasable(Kind.FACT, key)));
    assertEquals(List.of(answer), memory.reader().derivedFrom(skill));
    assertTrue(memory.reader().isThere(answer));
    String inSession = Long.toString(memory.log().lastSequence());
    for (String name : List.of(inSession, "0", "x", "", "999999", "-1")) {
      assertTrue(!memory.reader().isThere(new Erasable(Kind.RECALL, name)), name);
    }

    memory.erase(List.of(answer, skill));
    assertTrue(!memory.reader().isThere(answer));
    assertEquals(
        List.of(new Erasable(Kind.SESSION, "t-1")),
        memory.reader().derivedFrom(new Erasable(Kind.FACT, key)));
    List<LayerState> running = digests(memory);
    memory.close();
    assertEquals(running, digests(memories.reopen()));
  }
}
