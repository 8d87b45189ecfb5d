package dev.varve.engine.faults;

import static dev.varve.engine.LogFixture.STREAM;
import static dev.varve.engine.LogFixture.note;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.engine.LogFixture;
import dev.varve.engine.VarveException;
import dev.varve.engine.checkpoint.Checkpoint;
import dev.varve.engine.checkpoint.SignatureAlgorithm;
import dev.varve.engine.checkpoint.SignedNote;
import dev.varve.engine.checkpoint.TestSigner;
import dev.varve.engine.command.Command;
import dev.varve.engine.command.Context;
import dev.varve.engine.command.NewEvent;
import dev.varve.engine.entry.ByteString;
import dev.varve.engine.entry.CommandId;
import dev.varve.engine.entry.EntryHeader;
import dev.varve.engine.entry.SubjectId;
import dev.varve.engine.event.EngineEvent;
import dev.varve.engine.faults.FaultPlan.Fault;
import dev.varve.engine.log.CommittedEntry;
import dev.varve.engine.log.LogPorts;
import dev.varve.engine.log.LogReader;
import dev.varve.engine.log.MemoryLog;
import dev.varve.engine.seal.AesGcmKeyWrapper;
import dev.varve.engine.seal.Crypto;
import dev.varve.engine.seal.MemorySubjectKeyStore;
import dev.varve.engine.store.Durability;
import dev.varve.engine.store.memory.MemoryEntryStore;
import dev.varve.engine.verify.Evidence;
import dev.varve.engine.verify.LogVerifier;
import dev.varve.engine.verify.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/**
 * The Nth operation of store or key store fails, for every N of a run: once and from then on,
 * before its effect and after it, as a typed exception and as the error that a lost page is. Every
 * second run also loses, at its end, what was never forced.
 */
final class NthFaultTest {
  private static final int LONG = 4_093;

  /** A medium and what it holds. */
  private record Start(Medium medium, List<String> texts) {}

  private static NewEvent sealed(int subject, String text) {
    return note(STREAM, new SubjectId(9, subject), text, "secret of " + text);
  }

  private static LogPorts ports(Medium medium) {
    return new LogPorts(
        medium.writable(),
        medium.keys(),
        new AesGcmKeyWrapper(Crypto.platform(), new byte[32]),
        Crypto.platform(),
        new LogFixture().clock);
  }

  /** A log that a process has made and closed; its keys are copied, since a run changes them. */
  private static Start start(int notes) {
    Medium medium = new Medium(new MemoryEntryStore());
    List<String> texts = new ArrayList<>();
    MemoryLog log =
        MemoryLog.create(
            ports(medium),
            LogFixture.LOG_ID,
            LogFixture.REGISTRY,
            LogFixture.ACTOR,
            "test",
            Durability.POWER);
    if (notes > 0) {
      List<NewEvent> events = new ArrayList<>();
      for (int i = 0; i < notes; i++) {
        texts.add("before" + i);
        events.add(note("before" + i));
      }
      log.writer().append(Command.of(new CommandId(1, 1), Context.of(LogFixture.ACTOR), events));
    }
    medium.forced(medium.readOnly().size());
    return new Start(medium, texts);
  }

  /** Every way of failing, over every operation from {@code from} on; returns the cases. */
  private static int everyFault(
      Supplier<Start> starts, Set<String> met, Consumer<FaultRun> workload) {
    int cases = 0;
    for (int way = 0; way < 8; way++) {
      cases += everyOperation(1, Integer.MAX_VALUE, way, starts, met, workload);
    }
    return cases;
  }

  static Fault fault(int n, int way) {
    return new Fault(n, (way & 1) != 0, (way & 2) != 0, (way & 4) != 0);
  }

  /** One way of failing, over every operation from {@code from} to {@code to}. */
  private static int everyOperation(
      int from,
      int to,
      int way,
      Supplier<Start> starts,
      Set<String> met,
      Consumer<FaultRun> workload) {
    int cases = 0;
    boolean reached = true;
    for (int n = from; reached && n <= to; n++) {
      Fault fault = fault(n, way);
      Start start = starts.get();
      FaultRun run = new FaultRun(start.medium(), start.texts(), fault);
      workload.accept(run);
      String operation = run.plan().met();
      reached = operation != null;
      if (operation != null) {
        met.add(operation);
        cases++;
      } else {
        assertTrue(!run.isGivenUp(), () -> "without a fault it completes");
      }
      run.assertSound(n % 2 == 1);
    }
    return cases;
  }

  private static void appends(FaultRun run) {
    run.append(Durability.PROCESS, note("a"));
    run.append(Durability.POWER, sealed(1, "b"), sealed(2, "c"), note("d"));
    run.append(Durability.PROCESS, sealed(1, "e"), sealed(1, "f"));
    run.append(Durability.POWER, note("g"));
    run.close();
  }

  @Test
  void appending() {
    Set<String> met = new TreeSet<>();
    int cases = everyFault(() -> start(1), met, NthFaultTest::appends);
    assertTrue(cases > 400, () -> "cases " + cases);
    assertTrue(
        met.containsAll(
            Set.of(
                "append",
                "force",
                "put keys",
                "force keys",
                "read",
                "index command",
                "cursor",
                "find command",
                "read snapshot",
                "read generation",
                "size")),
        met::toString);
  }

  @Test
  void appendingBehindATornCommand() {
    Set<String> met = new TreeSet<>();
    int cases =
        everyFault(
            () -> {
              Start whole = start(3);
              List<byte[]> records = LogFixture.records(whole.medium().readOnly());
              Medium torn = new Medium(LogFixture.storeOf(records.subList(0, records.size() - 1)));
              copyKeys(whole.medium(), torn);
              return new Start(torn, List.of());
            },
            met,
            NthFaultTest::appends);
    assertTrue(cases > 400, () -> "cases " + cases);
  }

  static void copyKeys(Medium from, Medium to) {
    MemorySubjectKeyStore keys = to.keys();
    byte[] wrapping = from.keys().wrappingKey();
    assertNotNull(wrapping);
    keys.putWrappingKey(wrapping);
    keys.put(from.keys().rows());
  }

  @Test
  void takingCheckpoints() {
    Set<String> met = new TreeSet<>();
    int cases =
        everyFault(
            () -> start(1),
            met,
            run -> {
              run.signEvery(5);
              run.append(Durability.PROCESS, note("a"), note("b"));
              run.append(Durability.PROCESS, sealed(1, "c"), note("d"));
              run.attempt(log -> log.writer().checkpoint(run.signer()));
              run.append(Durability.POWER, note("e"));
              run.close();
            });
    assertTrue(cases > 400, () -> "cases " + cases);
    assertTrue(met.containsAll(Set.of("add note", "sign", "notes")), met::toString);
  }

  @Test
  void erasingASubjectAndChangingTheHash() {
    SubjectId subject = new SubjectId(9, 1);
    Set<String> met = new TreeSet<>();
    int cases =
        everyFault(
            () -> start(1),
            met,
            run -> {
              run.append(Durability.PROCESS, note("a"), sealed(1, "b"));
              run.append(Durability.POWER, sealed(2, "c"));
              run.erase(subject);
              run.append(Durability.PROCESS, note("d"));
              run.attempt(NthFaultTest::changeHash);
              run.append(Durability.POWER, sealed(2, "e"));
              run.close();
            });
    assertTrue(cases > 400, () -> "cases " + cases);
    assertTrue(
        met.containsAll(Set.of("replace keys", "read keys", "clear snapshot")), met::toString);
  }

  private static void changeHash(MemoryLog log) {
    if (LogFixture.events(log).stream()
        .noneMatch(event -> event instanceof EngineEvent.AlgorithmsChanged)) {
      log.writer().changeAlgorithms(LogFixture.ACTOR, EntryHeader.HASH_SHA512_256, 1);
    }
  }

  @Test
  void savingASnapshot() {
    Start first = start(LONG);
    List<byte[]> records = LogFixture.records(first.medium().readOnly());
    Supplier<Start> starts =
        () -> {
          Medium medium = new Medium(LogFixture.storeOf(records));
          copyKeys(first.medium(), medium);
          return new Start(medium, first.texts());
        };
    Consumer<FaultRun> workload =
        run -> {
          run.append(Durability.PROCESS, note("a"), note("b"), note("c"));
          run.close();
          run.append(Durability.POWER, sealed(1, "d"));
          run.close();
        };
    Start counted = starts.get();
    FaultRun sound = new FaultRun(counted.medium(), counted.texts(), null);
    int[] opened = {0};
    sound.attempt(log -> opened[0] = sound.plan().operations());
    Set<String> met = new TreeSet<>();
    // Not every way, nor every read: each case reads the log some ten times.
    int cases = 0;
    for (int way : new int[] {0, 3}) {
      cases += everyOperation(opened[0] - 2, opened[0] + 28, way, starts, met, workload);
    }
    int reached = cases;
    assertTrue(reached > 50, () -> "cases " + reached);
    assertTrue(
        met.containsAll(Set.of("flush index", "replace snapshot", "read snapshot")), met::toString);
    // While it is opened, reads are all there is: some of them.
    for (int n = 1; n < opened[0]; n += 1_777) {
      Start start = starts.get();
      FaultRun run = new FaultRun(start.medium(), start.texts(), new Fault(n, false, true, false));
      workload.accept(run);
      assertNotNull(run.plan().met());
      run.assertSound(false);
    }
  }

  @Test
  void creating() {
    int cases = 0;
    for (int way = 0; way < 8; way++) {
      for (int n = 1; ; n++) {
        Fault fault = fault(n, way);
        Medium medium = new Medium(new MemoryEntryStore());
        FaultRun run = new FaultRun(medium, List.of(), fault);
        run.create();
        if (run.plan().met() == null) {
          break;
        }
        cases++;
        if (run.isGivenUp()) {
          assertNoLogOrAWholeOne(medium, fault);
        } else {
          run.append(Durability.POWER, note("a"));
          run.assertSound(true);
        }
      }
    }
    int reached = cases;
    assertTrue(reached > 50, () -> "cases " + reached);
  }

  private static void assertNoLogOrAWholeOne(Medium medium, Fault fault) {
    LogPorts ports = ports(medium);
    if (LogVerifier.verify(medium.readOnly()).verdict() == Verdict.OK) {
      try (MemoryLog log = MemoryLog.open(ports, LogFixture.REGISTRY, Durability.PROCESS)) {
        assertEquals(2, log.lastSequence(), fault::toString);
      }
    } else {
      assertThrows(
          VarveException.class,
          () -> MemoryLog.open(ports, LogFixture.REGISTRY, Durability.PROCESS),
          fault::toString);
    }
  }

  @Test
  void rotatingTheKeyOfCheckpoints() {
    Set<String> met = new TreeSet<>();
    int cases = 0;
    for (int way = 0; way < 8; way++) {
      for (int n = 1; ; n++) {
        Fault fault = fault(n, way);
        Start start = start(1);
        FaultRun run = new FaultRun(start.medium(), start.texts(), fault);
        run.trustSigner();
        TestSigner next = TestSigner.of(LogFixture.LOG_ID, SignatureAlgorithm.ECDSA_P256);
        run.append(Durability.PROCESS, note("a"));
        run.attempt(
            log -> {
              // As the key file does it: what was announced is not announced again.
              if (!isAnnounced(start.medium(), next)) {
                log.writer().handOver(LogFixture.ACTOR, run.signer(), next);
              }
            });
        if (!run.isGivenUp() && isAnnounced(start.medium(), next)) {
          run.attempt(log -> log.writer().checkpoint(next));
        }
        run.append(Durability.POWER, note("b"));
        run.close();
        String operation = run.plan().met();
        run.assertSound(n % 2 == 1);
        assertEquals(
            Verdict.OK,
            LogVerifier.verify(
                    start.medium().readOnly(),
                    new Evidence(List.of(run.signer().verifierKey()), null))
                .verdict(),
            fault::toString);
        if (operation == null) {
          break;
        }
        met.add(operation);
        cases++;
      }
    }
    int reached = cases;
    assertTrue(reached > 300, () -> "cases " + reached);
    assertTrue(met.contains("add note"), met::toString);
  }

  private static boolean isAnnounced(Medium medium, TestSigner next) {
    for (ByteString note : medium.readOnly().notes().all()) {
      String text = SignedNote.parse(note.toBytes()).text();
      if (next.verifierKey().equals(Checkpoint.parse(text).nextKey())) {
        return true;
      }
    }
    return false;
  }

  @Test
  void readingGoesOnWhereAReadFailed() {
    Start start = start(12);
    int reads = 0;
    for (int n = 1; ; n++) {
      FaultPlan plan = FaultPlan.of(new Fault(n, false, false, false));
      plan.pause();
      LogPorts ports = ports(start.medium());
      FaultInjectingStore store =
          new FaultInjectingStore(start.medium(), start.medium().readOnly(), plan);
      try (MemoryLog log =
          MemoryLog.open(
              new LogPorts(store, ports.keys(), ports.wrapper(), ports.crypto(), ports.clock()),
              LogFixture.REGISTRY,
              Durability.PROCESS)) {
        int entries = 0;
        try (LogReader reader = log.reader()) {
          plan.resume();
          List<CommittedEntry> command = List.of();
          while (command != null) {
            try {
              command = reader.next();
              entries += command == null ? 0 : command.size();
            } catch (VarveException e) {
              assertNotNull(plan.met());
            }
          }
        }
        assertEquals(15, entries, "read " + n);
        assertNull(log.damage());
      }
      if (plan.met() == null) {
        break;
      }
      reads++;
    }
    assertEquals(16, reads, "fifteen entries and the end");
  }
}
