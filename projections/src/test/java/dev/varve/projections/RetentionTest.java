package dev.varve.projections;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.engine.VarveException;
import dev.varve.engine.entry.SubjectId;
import dev.varve.engine.event.EngineEvent;
import dev.varve.engine.event.EngineEvents;
import dev.varve.engine.log.MemoryLog;
import dev.varve.engine.store.Durability;
import dev.varve.engine.verify.LogVerifier;
import dev.varve.engine.verify.Verdict;
import dev.varve.projections.facts.Fact;
import dev.varve.projections.facts.FactKey;
import dev.varve.projections.facts.FactSource;
import dev.varve.projections.facts.FactState;
import dev.varve.projections.facts.RememberFact;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Values of deprecated versions are destroyed once they were kept long enough. */
final class RetentionTest {
  private static final long DAY = 86_400_000L;

  private final Memories memories = new Memories();

  /** Three versions of a city: on day 0, day 10, day 100. */
  private AgentMemory filled() {
    AgentMemory memory = memories.create();
    memory.writer().remember(RememberFact.byUser("city", "Aa", 0));
    memory.writer().remember(RememberFact.byUser("city", "Bb", 10 * DAY));
    memory.writer().remember(RememberFact.byUser("city", "Cc", 100 * DAY));
    memory.writer().remember(RememberFact.byUser("street", "Dd", 0));
    return memory;
  }

  private static @Nullable String value(MemoryReader reader, Fact fact) {
    try (FactValue value = reader.openIfThere(fact)) {
      return value == null ? null : value.asString();
    }
  }

  private static List<String> history(MemoryReader reader, String key) {
    List<String> history = new ArrayList<>();
    for (Fact fact : reader.factHistory(key)) {
      history.add(fact.state() + " " + value(reader, fact));
    }
    return history;
  }

  private static List<Integer> versions(List<Fact> facts) {
    List<Integer> versions = new ArrayList<>();
    facts.forEach(fact -> versions.add(fact.version()));
    return versions;
  }

  @Test
  void aVersionIsKept180DaysFromTheEventThatSupersededIt() {
    AgentMemory memory = filled();
    assertEquals(180, memory.reader().retentionDays());
    assertEquals(10 * DAY, memory.reader().factHistory("city").get(0).supersededMillis());
    assertEquals(-1, memory.reader().factHistory("city").get(2).supersededMillis());
    assertEquals(List.of(), memory.writer().purgeDeprecated(190 * DAY - 1));
    assertEquals(
        List.of("DEPRECATED Aa", "DEPRECATED Bb", "CURRENT Cc"), history(memory.reader(), "city"));
    assertEquals(0, memories.count(EngineEvents.GENERATIONS_PURGED.number()));
    assertEquals(List.of(1), versions(memory.writer().purgeDeprecated(190 * DAY)));
    assertEquals(
        List.of("EXPIRED null", "DEPRECATED Bb", "CURRENT Cc"), history(memory.reader(), "city"));
    assertEquals(1, memories.count(EngineEvents.GENERATIONS_PURGED.number()));
    assertEquals(List.of(), memory.writer().purgeDeprecated(190 * DAY));
    assertEquals(List.of(2), versions(memory.writer().purgeDeprecated(5000 * DAY)));
    assertEquals(
        List.of("EXPIRED null", "EXPIRED null", "CURRENT Cc"), history(memory.reader(), "city"));
    assertEquals(List.of("CURRENT Dd"), history(memory.reader(), "street"));
    assertThrows(
        VarveException.class,
        () -> memory.reader().open(memory.reader().factHistory("city").get(0)));
  }

  @Test
  void aRestartedMemoryIsInTheSameStateAndTheLogVerifies() {
    AgentMemory memory = filled();
    long before = memory.log().lastSequence();
    List<LayerState> earlier = memory.reader().state();
    assertEquals(2, memory.writer().purgeDeprecated(5000 * DAY).size());
    List<LayerState> running = memory.reader().state();
    memory.close();
    AgentMemory reopened = memories.reopen();
    assertEquals(running, reopened.reader().state());
    assertEquals(
        List.of("EXPIRED null", "EXPIRED null", "CURRENT Cc"), history(reopened.reader(), "city"));
    assertEquals(Verdict.OK, LogVerifier.verify(memories.store.reader()).verdict());
    // Before the purge was recorded the versions are as they were, without their values.
    MemoryReader then = MemoryReader.at(reopened.log(), before);
    assertEquals(
        List.of("DEPRECATED null", "DEPRECATED null", "CURRENT Cc"), history(then, "city"));
    assertEquals(earlier, then.state());
  }

  @Test
  void writingGoesOnWithNumbersThatWereNeverUsed() {
    AgentMemory memory = filled();
    assertEquals(2, memory.writer().purgeDeprecated(5000 * DAY).size());
    memory.close();
    AgentMemory reopened = memories.reopen();
    reopened.writer().remember(RememberFact.byUser("city", "Aa", 200 * DAY));
    assertEquals(
        List.of("EXPIRED null", "EXPIRED null", "DEPRECATED Cc", "CURRENT Aa"),
        history(reopened.reader(), "city"));
    List<Integer> generations = new ArrayList<>();
    for (Fact fact : reopened.reader().factHistory("city")) {
      generations.add(fact.sealed().generation());
    }
    assertEquals(List.of(1, 2, 3, 4), generations);
  }

  @Test
  void theRetentionIsSetUpAndDownByARecordAndHoldsAfterARestart() {
    AgentMemory memory = filled();
    memory.writer().setRetention(365);
    assertEquals(1, memories.count(EngineEvents.RETENTION_SET.number()));
    assertEquals(List.of(), memory.writer().purgeDeprecated(200 * DAY));
    assertThrows(VarveException.class, () -> memory.writer().purgeDeprecated(5000 * DAY, 364));
    memory.close();
    AgentMemory reopened = memories.reopen();
    assertEquals(365, reopened.reader().retentionDays());
    reopened.writer().setRetention(5);
    assertEquals(List.of(), reopened.writer().purgeDeprecated(100 * DAY, 91));
    assertEquals(List.of(1), versions(reopened.writer().purgeDeprecated(100 * DAY, 90)));
    assertEquals(List.of(2), versions(reopened.writer().purgeDeprecated(105 * DAY)));
    for (int days : new int[] {-1, 36_501}) {
      assertThrows(VarveException.class, () -> reopened.writer().setRetention(days));
    }
    assertEquals(5, reopened.reader().retentionDays());
  }

  @Test
  void whatWaitedAndWasSettledIsKeptAsLongAndThenGone() {
    AgentMemory memory = filled();
    memory
        .writer()
        .remember(
            new RememberFact(
                FactKey.of("street"),
                "Ee",
                FactSource.OBSERVATION,
                900,
                false,
                false,
                null,
                10 * DAY));
    assertEquals(List.of("CURRENT Dd", "PENDING Ee"), history(memory.reader(), "street"));
    memory.writer().remember(RememberFact.byUser("street", "Ff", 20 * DAY));
    assertEquals(
        List.of("city 1", "street 1", "street 2"),
        memory.writer().purgeDeprecated(200 * DAY).stream()
            .map(fact -> fact.key().text() + " " + fact.version())
            .toList());
    assertEquals(
        List.of("EXPIRED null", "EXPIRED null", "CURRENT Ff"), history(memory.reader(), "street"));
  }

  @Test
  void erasingOnRequestGoesFirst() {
    AgentMemory memory = filled();
    memory.writer().setRetention(36_500);
    memory.erase(List.of(new Erasable(Erasable.Kind.FACT, "city")));
    assertEquals(List.of(), memory.reader().factHistory("city"));
    assertEquals(
        2, memories.keys.rows().stream().filter(row -> isOf(memory, row.subject())).count());
    assertEquals(List.of(), memory.writer().purgeDeprecated(50_000 * DAY));
  }

  private static boolean isOf(AgentMemory memory, SubjectId subject) {
    return subject.equals(memory.reader().factHistory("street").get(0).sealed().subject());
  }

  @Test
  void aPurgeThatWasRecordedAndCutShortIsBroughtToItsEndByTheNextOpening() {
    AgentMemory memory = filled();
    Fact first = memory.reader().factHistory("city").get(0);
    // What the log says, as a process leaves it that is killed before the keys are destroyed.
    memory
        .log()
        .writer()
        .record(
            Memories.ACTOR,
            List.of(
                new EngineEvent.GenerationsPurged(
                    first.sealed().subject(), List.of(first.sealed().generation()))));
    memory.close();
    MemoryLog reading =
        MemoryLog.open(
            memories.ports(memories.store.reader()), MemoryReader.registry(), Durability.PROCESS);
    assertEquals(
        FactState.EXPIRED,
        MemoryReader.at(reading, Long.MAX_VALUE).factHistory("city").get(0).state());
    assertNotNull(memories.keys.get(first.sealed().subject(), first.sealed().generation()));
    AgentMemory reopened = memories.reopen();
    assertNull(memories.keys.get(first.sealed().subject(), first.sealed().generation()));
    assertTrue(history(reopened.reader(), "city").get(0).startsWith("EXPIRED null"));
    assertEquals("DEPRECATED Bb", history(reopened.reader(), "city").get(1));
  }
}
