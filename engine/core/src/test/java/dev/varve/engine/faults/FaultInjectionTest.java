package dev.varve.engine.faults;

import static dev.varve.engine.LogFixture.ACTOR;
import static dev.varve.engine.LogFixture.LOG_ID;
import static dev.varve.engine.LogFixture.STREAM;
import static dev.varve.engine.LogFixture.note;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.engine.LogFixture;
import dev.varve.engine.VarveException;
import dev.varve.engine.checkpoint.CheckpointPolicy;
import dev.varve.engine.checkpoint.SignatureAlgorithm;
import dev.varve.engine.checkpoint.TestSigner;
import dev.varve.engine.command.Command;
import dev.varve.engine.command.Context;
import dev.varve.engine.command.NewEvent;
import dev.varve.engine.entry.CommandId;
import dev.varve.engine.entry.SubjectId;
import dev.varve.engine.event.EngineEvent;
import dev.varve.engine.event.MemoryEvent;
import dev.varve.engine.faults.FaultPlan.Fault;
import dev.varve.engine.log.MemoryLog;
import dev.varve.engine.store.Durability;
import dev.varve.engine.store.memory.MemoryEntryStore;
import dev.varve.engine.verify.Evidence;
import dev.varve.engine.verify.LogVerifier;
import dev.varve.engine.verify.Verdict;
import dev.varve.engine.verify.VerificationReport;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Every operation on store and key store fails, one after the other, until a run completes without
 * reaching the one that was to fail: once and from then on, before and after it took effect. After
 * each, nothing that was acknowledged is lost, nothing is there twice, and the log verifies.
 */
final class FaultInjectionTest {
  private static final SubjectId KEPT = new SubjectId(11, 11);
  private static final SubjectId ERASED = new SubjectId(12, 12);

  /** One run over a log of its own: what was acknowledged, and what was tried. */
  private static final class Run {
    final LogFixture fixture = new LogFixture();
    final Medium medium = new Medium(new MemoryEntryStore());
    final TestSigner first = TestSigner.of(LOG_ID, SignatureAlgorithm.ED25519);
    final TestSigner second = TestSigner.of(LOG_ID, SignatureAlgorithm.ED25519);
    final Map<CommandId, String> tried = new LinkedHashMap<>();
    final Set<CommandId> acknowledged = new HashSet<>();
    boolean erasureTried;

    void create() {
      MemoryLog.create(
              fixture.ports(medium.writable(), medium.keys()),
              LOG_ID,
              LogFixture.REGISTRY,
              ACTOR,
              "test",
              Durability.PROCESS)
          .close();
    }

    Command command(int number) {
      CommandId id = new CommandId(number + 1L, 7);
      String text = "command " + number;
      tried.put(id, text);
      SubjectId subject = number % 3 == 0 ? SubjectId.LOG : number % 3 == 1 ? KEPT : ERASED;
      List<NewEvent> events = new ArrayList<>();
      events.add(note(STREAM, subject, text, "secret"));
      if (number % 2 == 1) {
        events.add(note(STREAM, SubjectId.LOG, text + ", second"));
      }
      return Command.of(id, Context.of(ACTOR).withScreen("Activity" + number, null), events);
    }

    void append(MemoryLog log, int number, Durability durability) {
      Command command = command(number);
      log.writer().append(command, durability);
      acknowledged.add(command.id());
    }

    /** Appends of every kind, checkpoints, a change of keys, an erasure, a close, a reopening. */
    void work(FaultPlan faults) {
      MemoryLog log = open(faults);
      for (int number = 0; number < 6; number++) {
        append(log, number, number % 2 == 0 ? Durability.POWER : Durability.PROCESS);
      }
      log.writer().checkpoint(first);
      log.writer().handOver(ACTOR, first, second);
      append(log, 6, Durability.POWER);
      erasureTried = true;
      log.erase(ACTOR, List.of(ERASED));
      log.writer().changeAlgorithms(ACTOR, 2, 1);
      append(log, 7, Durability.PROCESS);
      log.close();
      MemoryLog again = open(faults);
      append(again, 9, Durability.POWER);
      again.close();
    }

    private MemoryLog open(FaultPlan faults) {
      return MemoryLog.open(
          fixture
              .ports(
                  new FaultInjectingStore(medium, medium.writable(), faults),
                  new FaultInjectingKeyStore(medium, faults))
              .signing(new CheckpointPolicy(erasureTried ? second : first, 4, true)),
          LogFixture.REGISTRY,
          Durability.PROCESS);
    }

    /** As a process finds it that starts after all this. */
    void check(String what) {
      VerificationReport report =
          LogVerifier.verify(medium.readOnly(), new Evidence(List.of(first.verifierKey()), null));
      assertTrue(
          report.verdict() == Verdict.OK || report.verdict() == Verdict.TORN_TAIL,
          () -> what + ": " + report);
      MemoryLog log =
          MemoryLog.open(
              fixture.ports(medium.writable(), medium.keys()),
              LogFixture.REGISTRY,
              Durability.PROCESS);
      assertNull(log.damage(), what);
      for (CommandId id : acknowledged) {
        assertTrue(log.writer().find(id) != null, what + ": lost " + tried.get(id));
      }
      boolean erased =
          LogFixture.events(log).stream().anyMatch(e -> e instanceof EngineEvent.SubjectErased);
      retry(log, erased);
      assertEachOnce(log, erased, what);
      assertEquals(
          erased ? 0 : 1,
          medium.keys().rows().stream()
              .filter(row -> row.subject().equals(ERASED) && row.generation() == 0)
              .count(),
          what);
      assertEquals(Verdict.OK, LogVerifier.verify(medium.readOnly()).verdict(), what);
    }

    /** Whoever had no answer asks again. */
    private void retry(MemoryLog log, boolean erased) {
      for (int number = 0; number < 10; number++) {
        if (number != 8 && !(erased && number % 3 == 2)) {
          log.writer().append(command(number));
        }
      }
    }

    private void assertEachOnce(MemoryLog log, boolean erased, String what) {
      Map<String, Integer> times = new LinkedHashMap<>();
      for (MemoryEvent event : LogFixture.events(log)) {
        if (event instanceof LogFixture.NoteTaken note) {
          times.merge(note.text(), 1, Integer::sum);
        }
      }
      for (int number = 0; number < 10; number++) {
        if (number != 8) {
          boolean gone = erased && number % 3 == 2;
          assertEquals(
              gone ? 0 : 1, times.getOrDefault("command " + number, 0), what + ", " + number);
        }
      }
      assertTrue(times.values().stream().allMatch(count -> count == 1), what + ": " + times);
    }
  }

  @ParameterizedTest
  @CsvSource({"false,false", "false,true", "true,false", "true,true"})
  void whicheverOperationFailsNothingAcknowledgedIsLost(boolean sticky, boolean afterEffect) {
    boolean reached = true;
    int cases = 0;
    for (int failAt = 1; reached; failAt++) {
      Run run = new Run();
      run.create();
      FaultPlan faults = FaultPlan.of(new Fault(failAt, afterEffect, sticky, false));
      String what = "operation " + failAt + (sticky ? " and all after it" : "");
      try {
        run.work(faults);
      } catch (VarveException e) {
        assertTrue(faults.met() != null, () -> what + ": failed by itself, " + e);
      }
      reached = faults.met() != null;
      run.check(what);
      cases++;
    }
    assertTrue(cases > 60, "only " + cases + " operations");
  }

  @Test
  void withoutAFaultEverythingIsAcknowledged() {
    Run run = new Run();
    run.create();
    run.work(FaultPlan.none());
    assertEquals(run.tried.keySet(), run.acknowledged);
    run.check("no fault");
    assertFalse(run.acknowledged.isEmpty());
  }
}
