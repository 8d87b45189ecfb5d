package dev.varve.engine.faults;

import static dev.varve.engine.LogFixture.ACTOR;
import static dev.varve.engine.LogFixture.LOG_ID;
import static dev.varve.engine.LogFixture.STREAM;
import static dev.varve.engine.LogFixture.note;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.engine.LogFixture;
import dev.varve.engine.VarveException;
import dev.varve.engine.checkpoint.SignatureAlgorithm;
import dev.varve.engine.checkpoint.TestSigner;
import dev.varve.engine.command.Command;
import dev.varve.engine.command.Context;
import dev.varve.engine.entry.ByteString;
import dev.varve.engine.entry.CommandId;
import dev.varve.engine.entry.SubjectId;
import dev.varve.engine.faults.FaultPlan.Fault;
import dev.varve.engine.log.LogPorts;
import dev.varve.engine.log.LogRecovery;
import dev.varve.engine.log.MemoryLog;
import dev.varve.engine.log.RecoverySite;
import dev.varve.engine.seal.AesGcmKeyWrapper;
import dev.varve.engine.seal.Crypto;
import dev.varve.engine.seal.SubjectKeyStore;
import dev.varve.engine.store.Durability;
import dev.varve.engine.store.EntryStore;
import dev.varve.engine.store.memory.MemoryEntryStore;
import dev.varve.engine.verify.Evidence;
import dev.varve.engine.verify.LogVerifier;
import dev.varve.engine.verify.Verdict;
import dev.varve.engine.verify.VerificationReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The Nth operation of a recovery fails, on the old store, the new one or the keys: either the
 * recovery says so, or what it calls complete is, also after the power was cut; the old store is as
 * it was, and the next recovery comes to the same end.
 */
final class RecoveryFaultTest {
  private static final SubjectId PERSON = new SubjectId(31, 32);

  private final TestSigner signer = TestSigner.of(LOG_ID, SignatureAlgorithm.ED25519);

  /** What a recovery makes, and how far it came. */
  private static final class Site implements RecoverySite {
    final Medium made = new Medium(new MemoryEntryStore());
    private final FaultPlan plan;
    boolean ready;
    boolean finished;

    Site(FaultPlan plan) {
      this.plan = plan;
    }

    @Override
    public String setAside() {
      return "log.quarantine/1";
    }

    @Override
    public EntryStore begin() {
      return new FaultInjectingStore(made, made.writable(), plan);
    }

    @Override
    public void ready() {
      plan.store("ready", () -> ready = true);
    }

    @Override
    public void finish() {
      plan.store("finish", () -> finished = true);
    }
  }

  private static LogPorts ports(EntryStore store, SubjectKeyStore keys) {
    return new LogPorts(
        store,
        keys,
        new AesGcmKeyWrapper(Crypto.platform(), new byte[32]),
        Crypto.platform(),
        new LogFixture().clock);
  }

  /**
   * Genesis 0 to 2; six commands, the last of two entries; a note signs the first seven entries.
   */
  private Medium written() {
    Medium medium = new Medium(new MemoryEntryStore());
    try (MemoryLog log =
        MemoryLog.create(
            ports(medium.writable(), medium.keys()),
            LOG_ID,
            LogFixture.REGISTRY,
            ACTOR,
            "test",
            Durability.POWER)) {
      append(log, 1, note("one"));
      append(log, 2, note(STREAM, PERSON, "two", "pin 4711"));
      append(log, 3, note("three"));
      log.writer().checkpoint(signer);
      append(log, 4, note(STREAM, PERSON, "four", "pin 0815"));
      append(log, 5, note("five"), note("six"));
    }
    return medium;
  }

  private static void append(
      MemoryLog log, int number, dev.varve.engine.command.NewEvent... events) {
    log.writer().append(Command.of(new CommandId(number, 1), Context.of(ACTOR), List.of(events)));
  }

  /**
   * The medium with one entry's payload damaged; keys are shared, since a recovery changes none.
   */
  private static Medium damaged(Medium whole, int sequence) {
    List<byte[]> records = LogFixture.records(whole.readOnly());
    byte[] record = records.get(sequence);
    record[record.length - 1] ^= 1;
    MemoryEntryStore store = LogFixture.storeOf(records);
    for (ByteString note : whole.readOnly().notes().all()) {
      store.notes().add(note);
    }
    return new Medium(store);
  }

  private void recover(Medium old, Medium keys, FaultPlan plan, Site site) {
    plan.pause();
    LogPorts ports =
        ports(
            new FaultInjectingStore(old, old.readOnly(), plan),
            new FaultInjectingKeyStore(keys, plan));
    plan.resume();
    try (LogRecovery recovery =
        LogRecovery.of(ports, LogFixture.REGISTRY, List.of(signer.verifierKey()))) {
      recovery.carryOut(site, ACTOR);
    }
  }

  private List<String> texts(Medium medium, Medium keys) {
    VerificationReport report =
        LogVerifier.verify(medium.readOnly(), new Evidence(List.of(signer.verifierKey()), null));
    assertEquals(Verdict.OK, report.verdict(), () -> report.findings().toString());
    try (MemoryLog log =
        MemoryLog.open(
            ports(medium.readOnly(), keys.keys()), LogFixture.REGISTRY, Durability.PROCESS)) {
      return LogFixture.texts(log);
    }
  }

  @ParameterizedTest
  @CsvSource({
    // Entry 7 is above the signed size, 3 below it; both commands are lost, the others are kept.
    "7, one two three five six",
    "3, two three four five six"
  })
  void whicheverOperationFailsTheOldLogIsKeptAndTheNextRecoveryCompletes(
      int sequence, String expected) {
    Medium whole = written();
    List<String> texts = List.of(expected.split(" ", -1));
    Set<String> met = new TreeSet<>();
    int cases = 0;
    for (int way = 0; way < 8; way++) {
      boolean reached = true;
      for (int n = 1; reached; n++) {
        Fault fault = new Fault(n, (way & 1) != 0, (way & 2) != 0, (way & 4) != 0);
        FaultPlan plan = FaultPlan.of(fault);
        Medium old = damaged(whole, sequence);
        List<String> before = LogFixture.content(old.readOnly());
        Site site = new Site(plan);
        boolean completed = false;
        try {
          recover(old, whole, plan, site);
          completed = true;
        } catch (VarveException | InternalError e) {
          assertTrue(plan.met() != null, () -> fault + ": failed by itself, " + e);
        }
        assertEquals(before, LogFixture.content(old.readOnly()), fault::toString);
        if (completed) {
          assertTrue(site.finished, fault::toString);
        }
        if (site.ready) {
          site.made.cutPower();
          assertEquals(texts, texts(site.made, whole), fault::toString);
        } else {
          assertFalse(site.finished, fault::toString);
          Site again = new Site(FaultPlan.none());
          recover(old, whole, FaultPlan.none(), again);
          assertEquals(texts, texts(again.made, whole), fault::toString);
        }
        String operation = plan.met();
        reached = operation != null;
        if (operation != null) {
          met.add(operation);
          cases++;
        }
      }
    }
    int reached = cases;
    assertTrue(reached > 300, () -> "cases " + reached);
    assertTrue(
        met.containsAll(
            Set.of("append", "force", "read", "cursor", "notes", "ready", "finish", "read key")),
        met::toString);
  }

  @ParameterizedTest
  @CsvSource({"7", "3"})
  void withoutAFaultItCompletes(int sequence) {
    Medium whole = written();
    Site site = new Site(FaultPlan.none());
    recover(damaged(whole, sequence), whole, FaultPlan.none(), site);
    assertTrue(site.ready && site.finished);
    List<byte[]> kept = new ArrayList<>(LogFixture.records(site.made.readOnly()));
    assertTrue(kept.size() > sequence);
  }
}
