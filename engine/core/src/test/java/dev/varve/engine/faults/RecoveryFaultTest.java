package dev.varve.engine.faults;

import static dev.varve.engine.LogFixture.ACTOR;
import static dev.varve.engine.LogFixture.LOG_ID;
import static dev.varve.engine.LogFixture.REGISTRY;
import static dev.varve.engine.LogFixture.STREAM;
import static dev.varve.engine.LogFixture.note;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.engine.ForwardingStore;
import dev.varve.engine.LogFixture;
import dev.varve.engine.LogFixture.NoteTaken;
import dev.varve.engine.VarveException;
import dev.varve.engine.checkpoint.SignatureAlgorithm;
import dev.varve.engine.checkpoint.TestSigner;
import dev.varve.engine.checkpoint.VerifierKey;
import dev.varve.engine.command.Command;
import dev.varve.engine.command.Context;
import dev.varve.engine.command.NewEvent;
import dev.varve.engine.entry.CommandId;
import dev.varve.engine.entry.SubjectId;
import dev.varve.engine.event.MemoryEvent;
import dev.varve.engine.faults.FaultPlan.Fault;
import dev.varve.engine.log.ForgedRecords;
import dev.varve.engine.log.LogPorts;
import dev.varve.engine.log.LogRecovery;
import dev.varve.engine.log.MemoryLog;
import dev.varve.engine.log.RecoveryDecision;
import dev.varve.engine.log.RecoveryPlan;
import dev.varve.engine.log.RecoveryPlan.Diagnosis;
import dev.varve.engine.log.RecoverySite;
import dev.varve.engine.seal.AesGcmKeyWrapper;
import dev.varve.engine.seal.Crypto;
import dev.varve.engine.seal.SealedValue;
import dev.varve.engine.store.Durability;
import dev.varve.engine.store.EntryStore;
import dev.varve.engine.store.memory.MemoryEntryStore;
import dev.varve.engine.verify.Evidence;
import dev.varve.engine.verify.LogVerifier;
import dev.varve.engine.verify.Verdict;
import dev.varve.engine.verify.VerificationReport;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The Nth operation of a recovery fails, on the old store, the new one, the key store or the place
 * where they are exchanged. Then the old log is as it was and the next recovery completes, or the
 * new one is complete and on the disk.
 */
final class RecoveryFaultTest {
  /**
   * What is wrong with a log of which genesis takes 0 to 2, "one" 3, "two" with a new subject 4 and
   * 5, "three" 6, "four" 7, "five" and "six" 8 and 9.
   */
  private enum Harm {
    /** A bit, with a checkpoint of 4 entries. */
    ABOVE_SIGNED(RecoveryDecision.DAMAGE_ABOVE_SIGNED, 6, "one two four five six"),
    /** A bit, with checkpoints of 4 and 10 entries. */
    BELOW_SIGNED(RecoveryDecision.DAMAGE_BELOW_SIGNED, 6, "one two four five six"),
    /** A bit of the entry that introduces the subject. */
    NAMES(RecoveryDecision.NAMES_DAMAGED, 4, "one three four five six"),
    /** A payload by somebody without keys, every hash made anew. */
    FORGED(RecoveryDecision.NOT_AUTHENTIC, 6, "one two four five six"),
    /** A checkpoint of 10 entries, of which 8 are there. */
    TAIL(RecoveryDecision.TAIL_LOST, 8, "one two three four"),
    /** Bytes behind the last record. */
    TORN(RecoveryDecision.TORN_TAIL, 10, "one two three four five six");

    private final RecoveryDecision decision;
    private final int kept;
    private final String texts;

    Harm(RecoveryDecision decision, int kept, String texts) {
      this.decision = decision;
      this.kept = kept;
      this.texts = texts;
    }

    private List<String> texts() {
      return List.of(texts.split(" "));
    }

    private boolean isSignedToItsEnd() {
      return this == BELOW_SIGNED || this == TAIL;
    }

    private void strike(List<byte[]> records) {
      switch (this) {
        case ABOVE_SIGNED, BELOW_SIGNED, NAMES -> {
          byte[] record = records.get(kept);
          record[record.length - 1] ^= 1;
        }
        case FORGED -> ForgedRecords.replacePayload(records, kept);
        case TAIL -> records.subList(kept, records.size()).clear();
        case TORN -> {}
      }
    }

    private EntryStore handle(MemoryEntryStore records) {
      return this != TORN
          ? records
          : new ForwardingStore(records) {
            @Override
            public String obstacle() {
              return "bytes that are no record";
            }
          };
    }
  }

  /** Once, before the effect and after it; from then on, before it, and after it as an error. */
  private static final int[] WAYS = {0, 1, 2, 7};

  private final LogFixture clock = new LogFixture();
  private final TestSigner signer = TestSigner.of(LOG_ID, SignatureAlgorithm.ED25519);
  private final Map<String, Command> commands = new LinkedHashMap<>();

  private LogPorts ports(EntryStore store, dev.varve.engine.seal.SubjectKeyStore keys) {
    return new LogPorts(
        store,
        keys,
        new AesGcmKeyWrapper(Crypto.platform(), new byte[32]),
        Crypto.platform(),
        clock.clock);
  }

  private void send(MemoryLog log, NewEvent... events) {
    String first = ((NoteTaken) events[0].event()).text();
    Command command =
        commands.computeIfAbsent(
            first,
            text ->
                Command.of(new CommandId(text.hashCode(), 1), Context.of(ACTOR), List.of(events)));
    log.writer().append(command);
  }

  private Medium whole(boolean signedToItsEnd) {
    Medium medium = new Medium(new MemoryEntryStore());
    SubjectId person = new SubjectId(31, 32);
    try (MemoryLog log =
        MemoryLog.create(
            ports(medium.writable(), medium.keys()),
            LOG_ID,
            REGISTRY,
            ACTOR,
            "test",
            Durability.PROCESS)) {
      send(log, note("one"));
      log.writer().checkpoint(signer);
      send(log, note(STREAM, person, "two", "secret of two"));
      send(log, note("three"));
      send(log, note(STREAM, person, "four", "secret of four"));
      send(log, note("five"), note("six"));
      if (signedToItsEnd) {
        log.writer().checkpoint(signer);
      }
    }
    return medium;
  }

  private static Medium harmed(Medium whole, Harm harm) {
    List<byte[]> records = LogFixture.records(whole.readOnly());
    assertEquals(10, records.size());
    harm.strike(records);
    Medium harmed = new Medium(LogFixture.storeOf(records));
    whole.readOnly().notes().all().forEach(harmed.writable().notes()::add);
    NthFaultTest.copyKeys(whole, harmed);
    return harmed;
  }

  /** Where the new log is made; each of its steps can fail. */
  private static final class Site implements RecoverySite {
    private final FaultPlan plan;
    private Medium made = new Medium(new MemoryEntryStore());
    private @Nullable FaultInjectingStore handle;
    private boolean ready;
    private boolean finished;

    Site(FaultPlan plan) {
      this.plan = plan;
    }

    @Override
    public String setAside() {
      return "log.quarantine/1";
    }

    @Override
    public EntryStore begin() {
      plan.store("begin", () -> {});
      made = new Medium(new MemoryEntryStore());
      handle = new FaultInjectingStore(made, made.writable(), plan);
      return handle;
    }

    @Override
    public void ready() {
      plan.store("ready", () -> ready = true);
    }

    @Override
    public void finish() {
      assertTrue(ready);
      plan.store("finish", () -> finished = true);
    }
  }

  /** With a key and without one. */
  private List<VerifierKey> trusted(Harm harm) {
    return harm.isSignedToItsEnd() ? List.of(signer.verifierKey()) : List.of();
  }

  /** Recovers as a process does; throws what it fails with, and leaves no handle. */
  private RecoveryPlan recover(Harm harm, Medium old, Site site, FaultPlan plan) {
    FaultInjectingStore store = new FaultInjectingStore(old, harm.handle(old.readOnly()), plan);
    FaultInjectingKeyStore keys = new FaultInjectingKeyStore(old, plan);
    try (LogRecovery recovery = LogRecovery.of(ports(store, keys), REGISTRY, trusted(harm))) {
      recovery.carryOut(site, ACTOR);
      return recovery.plan();
    } finally {
      assertTrue(store.isClosed() && keys.isClosed(), "the old store stays open");
      assertTrue(site.handle == null || site.handle.isClosed(), "the new store stays open");
    }
  }

  @ParameterizedTest
  @EnumSource
  void recovering(Harm harm) {
    Medium whole = whole(harm.isSignedToItsEnd());
    Set<String> met = new TreeSet<>();
    int cases = 0;
    for (int way : WAYS) {
      boolean reached = true;
      for (int n = 1; reached; n++) {
        Fault fault = NthFaultTest.fault(n, way);
        String operation = recoverUnder(harm, harmed(whole, harm), fault);
        reached = operation != null;
        if (operation != null) {
          met.add(operation);
          cases++;
        }
      }
    }
    int all = cases;

    assertTrue(all > 350, () -> "cases " + all);
    assertTrue(
        met.containsAll(
            Set.of(
                "append",
                "force",
                "force keys",
                "read",
                "cursor",
                "carve",
                "notes",
                "begin",
                "ready",
                "finish")),
        met::toString);
  }

  /** Returns the operation that failed, or null where the recovery completed before it. */
  private @Nullable String recoverUnder(Harm harm, Medium old, Fault fault) {
    List<String> before = LogFixture.content(old.readOnly());
    FaultPlan plan = FaultPlan.of(fault);
    String where = harm + ", " + fault;
    Site site = new Site(plan);
    try {
      recover(harm, old, site, plan);
      assertTrue(site.finished, where);
    } catch (VarveException | InternalError e) {
      assertNotNull(plan.met(), () -> where + ": " + e);
    }
    assertEquals(before, LogFixture.content(old.readOnly()), where);
    plan.heal();
    old.cutPower();
    if (site.ready) {
      site.made.cutPower();
    } else {
      // Nothing came of it, so it is run again.
      site = new Site(FaultPlan.none());
      RecoveryPlan made = recover(harm, old, site, FaultPlan.none());
      assertEquals(
          List.of(harm.decision),
          made.diagnoses().stream().map(Diagnosis::decision).toList(),
          where);
    }
    assertRecovered(harm, old, site.made, where);
    return plan.met();
  }

  private void assertRecovered(Harm harm, Medium old, Medium made, String where) {
    assertEquals(
        LogFixture.content(old.readOnly()).subList(0, harm.kept),
        LogFixture.content(made.readOnly()).subList(0, harm.kept),
        where);
    assertEquals(old.readOnly().notes().all().subList(0, 1), made.readOnly().notes().all(), where);
    assertVerifies(made, where);
    try (LogRecovery again =
        LogRecovery.of(ports(made.readOnly(), old.keys()), REGISTRY, List.of())) {
      assertFalse(again.plan().isNeeded(), () -> where + ": " + again.plan());
    }
    try (MemoryLog log =
        MemoryLog.open(ports(made.writable(), old.keys()), REGISTRY, Durability.PROCESS)) {
      assertEquals(harm.texts(), LogFixture.texts(log), where);
      for (MemoryEvent event : LogFixture.events(log)) {
        if (event instanceof NoteTaken note) {
          for (SealedValue secret : note.secrets()) {
            assertEquals("secret of " + note.text(), LogFixture.secret(log, secret), where);
          }
        }
      }
      commands.forEach(
          (text, command) ->
              assertEquals(
                  harm.texts().contains(text), log.writer().append(command).repeated(), where));
    }
    assertEquals(Verdict.OK, LogVerifier.verify(made.readOnly()).verdict(), where);
  }

  private void assertVerifies(Medium made, String where) {
    VerificationReport report =
        LogVerifier.verify(made.readOnly(), new Evidence(List.of(signer.verifierKey()), null));
    assertEquals(Verdict.OK, report.verdict(), () -> where + ": " + report.findings());
  }
}
