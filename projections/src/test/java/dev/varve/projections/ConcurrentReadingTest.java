package dev.varve.projections;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.engine.log.MemoryLog;
import dev.varve.projections.facts.Fact;
import dev.varve.projections.facts.FactState;
import dev.varve.projections.facts.RememberFact;
import dev.varve.projections.recall.RecallQuery;
import dev.varve.projections.sessions.Session;
import dev.varve.projections.sessions.StepOutcome;
import dev.varve.projections.sessions.TaskOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class ConcurrentReadingTest {
  private static final int ROUNDS = 30;

  /** Two facts of one command always have the same value; each round raises it by one. */
  private static void write(AgentMemory memory) {
    MemoryWriter writer = memory.writer();
    for (int i = 0; i < ROUNDS; i++) {
      writer.remember(
          writer.newOrigin(),
          List.of(RememberFact.byUser("left", "" + i, i), RememberFact.byUser("right", "" + i, i)));
      String trace = "t" + i;
      Memories.start(memory, trace, "task " + i % 5);
      Memories.step(
          memory, trace, Memories.tap(StepOutcome.OK, 1, 1), Memories.screen("b" + i % 7, "x"));
      Memories.step(memory, trace, Memories.tap(StepOutcome.FAILED, 1, 1), null);
      Memories.end(memory, trace, TaskOutcome.SUCCESS, null);
      memory.recall(new RecallQuery("task 1", null, null, null, 1), trace);
    }
  }

  private static void read(AgentMemory memory, AtomicBoolean done) {
    MemoryReader reader = memory.reader();
    long position = -1;
    int value = -1;
    do {
      long now = reader.position();
      assertTrue(now >= position);
      position = now;
      value = checkFacts(reader, value);
      for (Session session : reader.sessions()) {
        assertEquals(session.stepSequences().size(), session.stepCount());
        assertEquals(session.isRunning() ? session.stepCount() : 0, session.lastSteps().size());
        assertTrue(reader.steps(session.trace()).size() >= session.stepCount());
      }
      reader.skills().forEach(skill -> assertTrue(skill.successes() <= skill.hits()));
      assertTrue(
          reader.recall(new RecallQuery("task 1", null, null, null, 1)).position() >= position);
      assertEquals(4, reader.state().size());
    } while (!done.get());
  }

  private static int checkFacts(MemoryReader reader, int least) {
    List<Fact> facts = reader.facts(false);
    assertTrue(facts.isEmpty() || facts.size() == 2, "both facts of a command or none");
    if (facts.isEmpty()) {
      return least;
    }
    assertEquals(facts.get(0).version(), facts.get(1).version());
    assertEquals(FactState.CURRENT, facts.get(0).state());
    try (FactValue left = reader.open(facts.get(0));
        FactValue right = reader.open(facts.get(1));
        FactValue later = requireNonNull(reader.value("left"))) {
      assertEquals(left.asString(), right.asString());
      int value = Integer.parseInt(left.asString());
      assertTrue(value >= least);
      assertTrue(Integer.parseInt(later.asString()) >= value);
      return value;
    }
  }

  @Test
  void readersSeeWholeCommandsWhileAWriterWorks() throws Exception {
    Memories memories = new Memories();
    AgentMemory memory = memories.create();
    AtomicBoolean done = new AtomicBoolean();
    ExecutorService threads = Executors.newFixedThreadPool(5);
    try {
      List<Future<Boolean>> readers = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        readers.add(
            threads.submit(
                () -> {
                  read(memory, done);
                  return true;
                }));
      }
      readers.add(
          threads.submit(
              () -> {
                do {
                  MemoryLog log = memory.log();
                  long now = log.lastSequence();
                  MemoryReader then = MemoryReader.at(log, now);
                  assertTrue(then.position() <= now);
                  checkFacts(then, -1);
                } while (!done.get());
                return true;
              }));
      Callable<Boolean> writing =
          () -> {
            write(memory);
            return true;
          };
      try {
        assertTrue(threads.submit(writing).get());
      } finally {
        done.set(true);
      }
      for (Future<Boolean> reader : readers) {
        assertTrue(reader.get());
      }
    } finally {
      threads.shutdownNow();
    }
    assertEquals(memory.reader().state(), memories.stateOf(memories.store));
    assertEquals(ROUNDS, memory.reader().factHistory("left").size());
  }

  @Test
  void writersInSeveralThreadsTakeTurns() throws Exception {
    Memories memories = new Memories();
    AgentMemory memory = memories.create();
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Future<Boolean>> writers = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        String name = "w" + i;
        writers.add(
            threads.submit(
                () -> {
                  for (int n = 0; n < 40; n++) {
                    memory.writer().remember(RememberFact.byUser("shared", name + n, n));
                    memory.writer().remember(RememberFact.byUser(name, "" + n, n));
                  }
                  return true;
                }));
      }
      for (Future<Boolean> writer : writers) {
        assertTrue(writer.get());
      }
    } finally {
      threads.shutdownNow();
    }
    List<Fact> shared = memory.reader().factHistory("shared");
    for (int i = 0; i < 160; i++) {
      assertEquals(i + 1, shared.get(i).version());
    }
    assertEquals(160, shared.size());
    assertEquals(memory.reader().state(), memories.stateOf(memories.store));
  }
}
