package dev.varve.engine.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.engine.LogFixture;
import dev.varve.engine.LogFixture.NoteTaken;
import dev.varve.engine.VarveException;
import dev.varve.engine.checkpoint.CheckpointPolicy;
import dev.varve.engine.checkpoint.CheckpointSigner;
import dev.varve.engine.checkpoint.SignatureAlgorithm;
import dev.varve.engine.checkpoint.TestSigner;
import dev.varve.engine.checkpoint.VerifierKey;
import dev.varve.engine.command.Command;
import dev.varve.engine.command.Context;
import dev.varve.engine.command.NewEvent;
import dev.varve.engine.entry.CommandId;
import dev.varve.engine.entry.SubjectId;
import dev.varve.engine.event.EngineEvent;
import dev.varve.engine.event.MemoryEvent;
import dev.varve.engine.faults.FaultPlan.Fault;
import dev.varve.engine.log.CommandReceipt;
import dev.varve.engine.log.CommittedEntry;
import dev.varve.engine.log.EventOpener;
import dev.varve.engine.log.LogPorts;
import dev.varve.engine.log.LogReader;
import dev.varve.engine.log.MemoryLog;
import dev.varve.engine.log.RecoveryNeededException;
import dev.varve.engine.log.WriterFailedException;
import dev.varve.engine.seal.AesGcmKeyWrapper;
import dev.varve.engine.seal.Crypto;
import dev.varve.engine.seal.SealedValue;
import dev.varve.engine.store.Durability;
import dev.varve.engine.store.memory.MemoryEntryStore;
import dev.varve.engine.verify.Evidence;
import dev.varve.engine.verify.LogVerifier;
import dev.varve.engine.verify.Verdict;
import dev.varve.engine.verify.VerificationReport;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One run of a workload over a medium on which one operation fails, and what has to hold after it:
 * what was acknowledged is there, what was refused is not, the log verifies, a new process goes on,
 * and the same commands sent again complete without a duplicate.
 */
final class FaultRun {
  /** How often a command is sent before the medium is given up. */
  private static final int ATTEMPTS = 3;

  /** What the sender of a command knows. */
  private enum Known {
    /** It was acknowledged. */
    THERE,
    /** It was refused. */
    NOT_THERE,
    /** The writer failed while it was sent. */
    NOTHING
  }

  private static final class Sent {
    private final Command command;
    private final Durability durability;
    private Known known = Known.NOT_THERE;

    Sent(Command command, Durability durability) {
      this.command = command;
      this.durability = durability;
    }

    /** Its texts, but for those about {@code gone}. */
    List<String> texts(@Nullable SubjectId gone) {
      List<String> texts = new ArrayList<>();
      for (NewEvent event : command.events()) {
        if (!event.subject().equals(gone)) {
          texts.add(((NoteTaken) event.event()).text());
        }
      }
      return texts;
    }
  }

  private final Medium medium;
  private final FaultPlan plan;
  private final String where;
  private final LogFixture clock = new LogFixture();
  private final List<String> before;
  private final List<Sent> sent = new ArrayList<>();
  private final TestSigner signer = TestSigner.of(LogFixture.LOG_ID, SignatureAlgorithm.ED25519);
  private final List<FaultInjectingStore> handles = new ArrayList<>();
  private @Nullable CheckpointPolicy policy;
  private @Nullable MemoryLog log;
  private @Nullable SubjectId toErase;
  private boolean trusted;
  private boolean givenUp;

  /**
   * Over an existing medium.
   *
   * @param before texts that it holds
   */
  FaultRun(Medium medium, List<String> before, @Nullable Fault fault) {
    this.medium = medium;
    this.before = before;
    this.plan = fault == null ? FaultPlan.none() : FaultPlan.of(fault);
    this.where = String.valueOf(fault);
  }

  FaultPlan plan() {
    return plan;
  }

  /** Lets the log sign what it is, every so many entries and when it is closed. */
  void signEvery(int entries) {
    trustSigner();
    policy = new CheckpointPolicy(signer, entries, true);
  }

  /** Verifies with the key of {@link #signer}. */
  void trustSigner() {
    trusted = true;
  }

  CheckpointSigner signer() {
    return signer;
  }

  private static LogPorts ports(
      FaultInjectingStore store, FaultInjectingKeyStore keys, LogFixture fixture) {
    return new LogPorts(
        store,
        keys,
        new AesGcmKeyWrapper(Crypto.platform(), new byte[32]),
        Crypto.platform(),
        fixture.clock);
  }

  private MemoryLog openThrough(FaultPlan faults, MemoryEntryStore handle) {
    FaultInjectingStore store = new FaultInjectingStore(medium, handle, faults);
    handles.add(store);
    FaultInjectingKeyStore keys = new FaultInjectingKeyStore(medium, faults);
    try {
      return MemoryLog.open(
          ports(store, keys, clock).signing(faults == plan ? signing() : null),
          LogFixture.REGISTRY,
          Durability.PROCESS);
    } catch (VarveException | InternalError e) {
      assertTrue(store.isClosed() && keys.isClosed(), () -> where + " leaves a handle: " + e);
      throw e;
    }
  }

  private @Nullable CheckpointPolicy signing() {
    CheckpointPolicy wanted = policy;
    return wanted == null
        ? null
        : new CheckpointPolicy(
            new FaultInjectingSigner(wanted.signer(), plan),
            wanted.everyEntries(),
            wanted.onClose());
  }

  /** Makes the log; after a failure in an empty place again. */
  void create() {
    FaultInjectingStore store = new FaultInjectingStore(medium, medium.writable(), plan);
    handles.add(store);
    FaultInjectingKeyStore keys = new FaultInjectingKeyStore(medium, plan);
    try {
      log =
          MemoryLog.create(
              ports(store, keys, clock).signing(signing()),
              LogFixture.LOG_ID,
              LogFixture.REGISTRY,
              LogFixture.ACTOR,
              "test",
              Durability.PROCESS);
    } catch (VarveException | InternalError e) {
      assertTrue(store.isClosed() && keys.isClosed(), () -> where + " leaves a handle: " + e);
      givenUp = true;
    }
  }

  /** Whether the log was never made, or the medium fails for good. */
  boolean isGivenUp() {
    return givenUp;
  }

  /** Opens the log if it is not open. */
  private MemoryLog opened() {
    MemoryLog open = log;
    if (open == null) {
      open = openThrough(plan, medium.writable());
      log = open;
    }
    return open;
  }

  /** Sends a command until it is acknowledged, as often as makes sense. */
  void append(Durability durability, NewEvent... events) {
    Command command =
        Command.of(new CommandId(77, sent.size()), Context.of(LogFixture.ACTOR), List.of(events));
    Sent sending = new Sent(command, durability);
    if (givenUp) {
      return;
    }
    sent.add(sending);
    attempt(
        sending,
        open -> {
          CommandReceipt receipt = open.writer().append(command, durability);
          assertTrue(!receipt.repeated() || sending.known != Known.NOT_THERE, where);
          sending.known = Known.THERE;
        });
  }

  /** Erases a subject; every command about it has first a note that is about another one. */
  void erase(SubjectId subject) {
    toErase = subject;
    attempt(
        open -> {
          if (!isErased(open)) {
            open.erase(LogFixture.ACTOR, List.of(subject));
          }
        });
  }

  private boolean isErased(MemoryLog open) {
    return LogFixture.events(open).stream()
        .anyMatch(
            event ->
                event instanceof EngineEvent.SubjectErased erased
                    && erased.subject().equals(toErase));
  }

  private boolean hasKeysToErase() {
    return medium.keys().rows().stream().anyMatch(row -> row.subject().equals(toErase));
  }

  /** The subject that is erased, or null; with keys left it is not, the next writer does it. */
  private @Nullable SubjectId gone(MemoryLog open) {
    return isErased(open) && !hasKeysToErase() ? toErase : null;
  }

  /** Does something else with the log, as often as makes sense. */
  void attempt(Consumer<MemoryLog> step) {
    attempt(null, step);
  }

  private void attempt(@Nullable Sent sending, Consumer<MemoryLog> step) {
    for (int i = 0; i < ATTEMPTS && !givenUp; i++) {
      try {
        step.accept(opened());
        return;
      } catch (WriterFailedException | InternalError e) {
        assertTrue(
            e instanceof WriterFailedException || where.endsWith("error"), () -> where + ": " + e);
        if (sending != null) {
          sending.known = Known.NOTHING;
        }
        close();
      } catch (RecoveryNeededException e) {
        // A read failed while it was opened: for this process the log ends there.
        close();
      } catch (VarveException e) {
        assertNotNull(e.getMessage(), where);
      }
    }
    givenUp = true;
  }

  /** Closes the log, whatever the medium does. */
  void close() {
    MemoryLog open = log;
    log = null;
    if (open == null) {
      return;
    }
    try {
      open.close();
    } catch (VarveException | InternalError e) {
      assertNotNull(plan.met(), where);
    }
    assertTrue(
        handles.stream().allMatch(FaultInjectingStore::isClosed), () -> where + " leaves a handle");
  }

  /** What has to hold now, the medium being in order again. */
  void assertSound(boolean powerCut) {
    close();
    plan.heal();
    if (powerCut) {
      medium.cutPower();
      for (Sent each : sent) {
        if (each.durability != Durability.POWER && each.known == Known.THERE) {
          each.known = Known.NOTHING;
        }
      }
    }
    assertVerifies(medium.readOnly(), Verdict.TORN_TAIL);
    Set<Sent> there;
    try (MemoryLog reader = openThrough(FaultPlan.none(), medium.readOnly())) {
      there = assertHolds(texts(reader), gone(reader));
    }
    try (MemoryLog next = openThrough(FaultPlan.none(), medium.writable())) {
      for (Sent each : sent) {
        CommandReceipt receipt = next.writer().append(each.command, each.durability);
        assertEquals(there.contains(each), receipt.repeated(), where);
      }
      assertTrue(!isErased(next) || !hasKeysToErase(), () -> where + " leaves keys of the erased");
      assertAll(next);
    }
    try (MemoryLog reader = openThrough(FaultPlan.none(), medium.readOnly())) {
      assertAll(reader);
    }
    assertVerifies(medium.readOnly(), Verdict.OK);
  }

  private void assertVerifies(MemoryEntryStore store, Verdict alsoAllowed) {
    List<VerifierKey> keys = trusted ? List.of(signer.verifierKey()) : List.of();
    VerificationReport report = LogVerifier.verify(store, new Evidence(keys, null));
    assertTrue(
        report.verdict() == Verdict.OK || report.verdict() == alsoAllowed,
        () -> where + ": " + report.verdict() + " " + report.findings());
  }

  /** Returns the commands that are there: each whole, in the order in which they were sent. */
  private Set<Sent> assertHolds(List<String> texts, @Nullable SubjectId gone) {
    Set<Sent> there = new HashSet<>();
    List<String> expected = new ArrayList<>(before);
    for (Sent each : sent) {
      List<String> own = each.texts(gone);
      boolean found = texts.contains(own.get(0));
      assertTrue(found || each.known != Known.THERE, () -> where + " lost " + own);
      assertTrue(!found || each.known != Known.NOT_THERE, () -> where + " has " + own);
      if (found) {
        there.add(each);
        expected.addAll(own);
      }
    }
    assertEquals(expected, texts, where);
    return there;
  }

  private void assertAll(MemoryLog open) {
    List<String> expected = new ArrayList<>(before);
    SubjectId gone = gone(open);
    sent.forEach(each -> expected.addAll(each.texts(gone)));
    assertEquals(expected, texts(open), where);
    for (MemoryEvent event : events(open)) {
      if (event instanceof NoteTaken note) {
        for (SealedValue secret : note.secrets()) {
          assertEquals("secret of " + note.text(), LogFixture.secret(open, secret), where);
        }
      }
    }
  }

  /** Of a long log only what came behind its beginning is opened. */
  private List<MemoryEvent> events(MemoryLog open) {
    if (before.size() < 100) {
      return LogFixture.events(open);
    }
    List<MemoryEvent> events = new ArrayList<>();
    EventOpener opener = open.opener();
    try (LogReader reader = open.reader()) {
      List<CommittedEntry> command;
      while ((command = reader.next()) != null) {
        if (command.get(0).sequence() > before.size()) {
          for (CommittedEntry entry : command) {
            MemoryEvent event = opener.open(entry).event();
            if (event != null) {
              events.add(event);
            }
          }
        }
      }
    }
    return events;
  }

  private List<String> texts(MemoryLog open) {
    List<String> texts = new ArrayList<>(before.size() < 100 ? List.of() : before);
    for (MemoryEvent event : events(open)) {
      if (event instanceof NoteTaken note) {
        texts.add(note.text());
      }
    }
    return texts;
  }
}
