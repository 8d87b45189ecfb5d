package dev.varve.projections;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.engine.VarveException;
import dev.varve.projections.Erasable.Kind;
import dev.varve.projections.facts.RememberFact;
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
}
