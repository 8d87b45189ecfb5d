package dev.varve.engine.log;

import static dev.varve.engine.LogFixture.ACTOR;
import static dev.varve.engine.LogFixture.LOG_ID;
import static dev.varve.engine.LogFixture.REGISTRY;
import static dev.varve.engine.LogFixture.STREAM;
import static dev.varve.engine.LogFixture.command;
import static dev.varve.engine.LogFixture.note;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.engine.ForwardingStore;
import dev.varve.engine.LogFixture;
import dev.varve.engine.LogFixture.NoteTaken;
import dev.varve.engine.checkpoint.SignatureAlgorithm;
import dev.varve.engine.checkpoint.TestSigner;
import dev.varve.engine.checkpoint.VerifierKey;
import dev.varve.engine.command.Actor;
import dev.varve.engine.command.Command;
import dev.varve.engine.command.Context;
import dev.varve.engine.entry.ByteString;
import dev.varve.engine.entry.CommandId;
import dev.varve.engine.entry.EntryHeader;
import dev.varve.engine.entry.LogPosition;
import dev.varve.engine.entry.SubjectId;
import dev.varve.engine.entry.TraceId;
import dev.varve.engine.event.EngineEvent;
import dev.varve.engine.event.EngineEvent.CommandSalvaged;
import dev.varve.engine.event.EngineEvent.EpochBegan;
import dev.varve.engine.event.MemoryEvent;
import dev.varve.engine.log.RecoveryOutcome.Lost;
import dev.varve.engine.log.RecoveryOutcome.Reason;
import dev.varve.engine.log.RecoveryPlan.Diagnosis;
import dev.varve.engine.seal.KeyStoreException;
import dev.varve.engine.seal.MemorySubjectKeyStore;
import dev.varve.engine.store.EntryCursor;
import dev.varve.engine.store.EntryStore;
import dev.varve.engine.store.StoreException;
import dev.varve.engine.store.memory.MemoryEntryStore;
import dev.varve.engine.verify.Evidence;
import dev.varve.engine.verify.FindingKind;
import dev.varve.engine.verify.LogVerifier;
import dev.varve.engine.verify.Verdict;
import dev.varve.engine.verify.VerificationReport;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One test a row of the decision table, and what holds for all of them. */
class LogRecoveryTest {
  private static final String ACTIVITY = "com.example.shop/.Main";

  private final LogFixture fixture = new LogFixture();
  private final TestSigner signer = TestSigner.of(LOG_ID, SignatureAlgorithm.ED25519);
  private final MemorySite site = new MemorySite();
  private final SubjectId person = new SubjectId(31, 32);
  private final List<Command> commands = new ArrayList<>();

  /**
   * Genesis takes 0 to 2. Then, a command each: "one" 3; "two" with a new activity and a new person
   * 4 to 6; "three" 7; "four" with a secret 8; "five" and "six" 9 and 10.
   */
  private void fill() {
    try (MemoryLog log = fixture.create()) {
      send(log, "one", Context.of(ACTOR), note("one"));
      send(log, "two", inShop(), note(STREAM, person, "two", "pin 4711"));
      send(log, "three", inShop(), note("three"));
      send(log, "four", Context.of(ACTOR), note(STREAM, person, "four", "pin 0815"));
      send(log, "five", Context.of(ACTOR), note("five"), note("six"));
      assertEquals(10, log.lastSequence());
    }
  }

  private static Context inShop() {
    return Context.of(ACTOR).withTrace(new TraceId(8, 9)).withScreen(ACTIVITY, null);
  }

  private void send(
      MemoryLog log, String id, Context context, dev.varve.engine.command.NewEvent... events) {
    Command command = Command.of(new CommandId(id.hashCode(), 1), context, List.of(events));
    commands.add(command);
    log.writer().append(command);
  }

  private MemoryEntryStore damaged(int sequence) {
    return with(
        records -> {
          byte[] record = records.get(sequence);
          record[record.length - 1] ^= 1;
        });
  }

  private MemoryEntryStore with(Consumer<List<byte[]>> change) {
    List<byte[]> records = LogFixture.records(fixture.store.reader());
    change.accept(records);
    MemoryEntryStore store = LogFixture.storeOf(records);
    fixture.store.reader().notes().all().forEach(store.notes()::add);
    return store;
  }

  private LogRecovery recovery(EntryStore store) {
    return LogRecovery.of(
        fixture.ports(store, new BorrowedKeys(fixture.keys)),
        REGISTRY,
        List.of(signer.verifierKey()));
  }

  private MemoryLog open(EntryStore store) {
    return MemoryLog.open(
        fixture.ports(store, new BorrowedKeys(fixture.keys)),
        REGISTRY,
        dev.varve.engine.store.Durability.PROCESS);
  }

  private RecoveryOutcome recovered(MemoryEntryStore damaged) {
    MemoryEntryStore store = damaged.reader();
    List<String> before = LogFixture.content(store);
    LogRecovery recovery = recovery(store);
    RecoveryOutcome outcome = recovery.carryOut(site, ACTOR);
    assertTrue(site.ready && site.finished);
    List<String> kept = LogFixture.content(site.made).subList(0, (int) outcome.plan().kept());
    assertEquals(before.subList(0, kept.size()), kept, "byte for byte");
    assertEquals(Verdict.OK, verified().verdict(), () -> verified().findings().toString());
    assertEquals(outcome.entries(), site.made.size());
    assertFalse(planOf(site.made).isNeeded(), "a second recovery has nothing to do");
    assertEachPlaceIsUsedOnce(damaged);
    try (MemoryLog log = open(site.made.reopened())) {
      log.writer().append(command(log, note("after")));
    }
    assertEquals(Verdict.OK, verified().verdict());
    return outcome;
  }

  private VerificationReport verified() {
    return LogVerifier.verify(
        site.made.reader(), new Evidence(List.of(signer.verifierKey()), null));
  }

  private RecoveryPlan planOf(MemoryEntryStore store) {
    try (LogRecovery again = recovery(store.reader())) {
      return again.plan();
    }
  }

  /** No sequence of an epoch stands for two entries, in the old store and the new one together. */
  private void assertEachPlaceIsUsedOnce(MemoryEntryStore old) {
    Set<String> hashes = new HashSet<>();
    Set<LogPosition> places = new HashSet<>();
    List<byte[]> all = new ArrayList<>(LogFixture.records(site.made));
    all.addAll(LogFixture.records(old));
    for (byte[] record : all) {
      EntryHeader header = EntryHeader.of(record);
      if (hashes.add(ByteString.of(header.toBytes()).hex())) {
        assertTrue(places.add(header.position()), header.position().toString());
      }
    }
  }

  private List<String> texts() {
    try (MemoryLog log = open(site.made.reader())) {
      List<String> texts = LogFixture.texts(log);
      return texts.subList(0, texts.indexOf("after"));
    }
  }

  private static Diagnosis only(RecoveryPlan plan) {
    assertEquals(1, plan.diagnoses().size(), () -> plan.diagnoses().toString());
    return plan.diagnoses().get(0);
  }

  @Test
  void aHealthyLogNeedsNothingAndNothingIsDone() {
    fill();
    try (LogRecovery recovery = recovery(fixture.store.reader())) {
      assertFalse(recovery.plan().isNeeded());
      assertEquals(List.of(), recovery.plan().diagnoses());
      assertThrows(dev.varve.engine.VarveException.class, () -> recovery.carryOut(site, ACTOR));
    }
    assertEquals(0, site.made.size());
  }

  @Test
  void damageAboveWhatIsSignedBeginsAnEpochAndAppendsWholeCommandsAgain() {
    fill();
    RecoveryOutcome outcome = recovered(damaged(7));
    Diagnosis diagnosis = only(outcome.plan());
    assertEquals(RecoveryDecision.DAMAGE_ABOVE_SIGNED, diagnosis.decision());
    assertEquals(7, diagnosis.sequence());
    assertTrue(diagnosis.detail().contains("its hash was"), diagnosis.detail());
    assertEquals(7, outcome.plan().kept());
    assertEquals(1, outcome.epoch());
    assertEquals(2, outcome.salvagedCommands());
    assertEquals(3, outcome.salvagedEntries());
    assertEquals(List.of(new Lost(0, 7, 7, Reason.NOT_FOUND)), outcome.lost());
    assertEquals(1, verified().epoch());
    assertEquals(List.of("one", "two", "four", "five", "six"), texts());
    try (MemoryLog log = open(site.made.reader())) {
      List<MemoryEvent> events = LogFixture.events(log);
      EpochBegan began =
          (EpochBegan) events.stream().filter(e -> e instanceof EpochBegan).findFirst().get();
      assertEquals(new EpochBegan(1, 0, ByteString.of(new byte[0]), 7, "log.quarantine/1"), began);
      CommandSalvaged first =
          (CommandSalvaged)
              events.stream().filter(e -> e instanceof CommandSalvaged).findFirst().get();
      byte[] eighth = LogFixture.records(fixture.store.reader()).get(8);
      assertEquals(
          new CommandSalvaged(0, 8, 8, ByteString.of(EntryHeader.of(eighth).entryHash())), first);
    }
  }

  @Test
  void aSalvagedCommandKeepsItsIdItsContextAndItsSecrets() {
    fill();
    recovered(damaged(3));
    try (MemoryLog log = open(site.made.reopened())) {
      for (Command sent : commands.subList(1, commands.size())) {
        assertTrue(log.writer().append(sent).repeated());
      }
      assertFalse(log.writer().append(commands.get(0)).repeated());
      NoteTaken two =
          (NoteTaken)
              LogFixture.events(log).stream()
                  .filter(e -> e instanceof NoteTaken note && note.text().equals("two"))
                  .findFirst()
                  .get();
      assertEquals("pin 4711", LogFixture.secret(log, two.secrets().get(0)));
      CommandReceipt receipt = Objects.requireNonNull(log.writer().find(commands.get(1).id()));
      EntryHeader header = log.entry(receipt.lastSequence()).header();
      assertEquals(ACTIVITY, log.name(header.activityRef()));
      assertEquals(new TraceId(8, 9), header.trace());
      assertEquals(person, log.subjectOf(header.subjectRef()));
      assertEquals(1, header.epoch());
    }
  }

  @Test
  void damageBelowWhatIsSignedIsAnchoredAtTheNoteThatIsBorneOutAndSaysSo() {
    try (MemoryLog log = fixture.create()) {
      send(log, "one", Context.of(ACTOR), note("one"));
      log.writer().checkpoint(signer);
      send(log, "two", Context.of(ACTOR), note("two"));
      send(log, "three", Context.of(ACTOR), note("three"));
      log.writer().checkpoint(signer);
    }
    MemoryEntryStore store = damaged(4);
    RecoveryOutcome outcome = recovered(store);
    Diagnosis diagnosis = only(outcome.plan());
    assertEquals(RecoveryDecision.DAMAGE_BELOW_SIGNED, diagnosis.decision());
    assertTrue(diagnosis.detail().contains("covers 6 entries"), diagnosis.detail());
    assertEquals(4, outcome.plan().anchorSize());
    assertEquals(1, site.made.notes().all().size(), "the note of 6 entries is evidence elsewhere");
    assertEquals(4, verified().signedSize());
    assertEquals(List.of("one", "three"), texts());
    assertEquals(List.of(new Lost(0, 4, 4, Reason.NOT_FOUND)), outcome.lost());
  }

  @Test
  void aTailThatWasSignedAndIsGoneEndsTheEpochSoThatNoSequenceIsUsedTwice() {
    fill();
    try (MemoryLog log = open(fixture.store.reopened())) {
      log.writer().checkpoint(signer);
    }
    MemoryEntryStore store = with(records -> records.subList(9, 11).clear());
    try (MemoryLog log = open(store.reopened())) {
      assertEquals(List.of("one", "two", "three", "four"), LogFixture.texts(log));
      RecoveryNeededException e = assertThrows(RecoveryNeededException.class, log::writer);
      assertTrue(String.valueOf(e.getMessage()).contains("covers 11 entries, there are 9"));
    }
    RecoveryOutcome outcome = recovered(store);
    assertEquals(RecoveryDecision.TAIL_LOST, only(outcome.plan()).decision());
    assertEquals(9, outcome.plan().kept());
    assertEquals(List.of(new Lost(0, 9, 10, Reason.NOT_FOUND)), outcome.lost());
    assertEquals(List.of("one", "two", "three", "four"), texts());
  }

  @Test
  void anIncompleteCommandStaysAndNeedsNoRecovery() {
    fill();
    MemoryEntryStore store = with(records -> records.remove(10));
    try (LogRecovery recovery = recovery(store.reader())) {
      assertEquals(RecoveryDecision.INCOMPLETE_COMMAND, only(recovery.plan()).decision());
      assertFalse(recovery.plan().isNeeded());
    }
    try (MemoryLog log = open(store.reopened())) {
      log.writer().append(command(log, note("after")));
      assertTrue(
          LogFixture.events(log).stream().anyMatch(e -> e instanceof EngineEvent.CommandAbandoned));
    }
  }

  /** Yields what it holds up to a record, and then says that the medium is unreadable. */
  private static class BrokenStore extends ForwardingStore {
    private final long below;
    private final boolean obstacleOnly;

    BrokenStore(EntryStore store, long below, boolean obstacleOnly) {
      super(store);
      this.below = below;
      this.obstacleOnly = obstacleOnly;
    }

    @Override
    public long size() {
      return below;
    }

    @Override
    public String obstacle() {
      return "bytes that are no record behind record " + below;
    }

    @Override
    public boolean isWritable() {
      return false;
    }

    @Override
    public EntryCursor cursor(long from) {
      EntryCursor cursor = store.cursor(from);
      return new EntryCursor() {
        private long next = from;

        @Override
        public byte @Nullable [] next() {
          if (next == below && !obstacleOnly) {
            throw new StoreException("record " + below + " cannot be read");
          }
          return next++ < below ? cursor.next() : null;
        }

        @Override
        public void close() {
          cursor.close();
        }
      };
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aTornTailIsSetAsideAndTheLogGoesOnInItsEpoch(boolean obstacleOnly) {
    fill();
    EntryStore store = new BrokenStore(fixture.store.reader(), 11, obstacleOnly);
    LogRecovery recovery = recovery(store);
    assertEquals(RecoveryDecision.TORN_TAIL, only(recovery.plan()).decision());
    RecoveryOutcome outcome = recovery.carryOut(site, ACTOR);
    assertEquals(0, outcome.epoch());
    assertEquals(11, outcome.plan().kept());
    assertEquals(12, site.made.size());
    assertEquals(List.of(), outcome.lost());
    try (MemoryLog log = open(site.made.reader())) {
      List<MemoryEvent> events = LogFixture.events(log);
      assertEquals(
          new EngineEvent.TailTruncated(0, "log.quarantine/1"), events.get(events.size() - 1));
    }
    assertEquals(Verdict.OK, verified().verdict());
  }

  @Test
  void missingRecordsWithWholeOnesBehindThemAreListedAndTheOthersAppendedAgain() {
    fill();
    MemoryEntryStore whole = fixture.store.reader();
    EntryStore store =
        new BrokenStore(whole, 4, false) {
          @Override
          public void carve(Consumer<byte[]> found) {
            whole.carve(
                record -> {
                  long sequence = EntryHeader.of(record).sequence();
                  if (sequence < 4 || sequence > 6) {
                    found.accept(record);
                  }
                });
          }
        };
    LogRecovery recovery = recovery(store);
    assertEquals(RecoveryDecision.RECORDS_MISSING, only(recovery.plan()).decision());
    RecoveryOutcome outcome = recovery.carryOut(site, ACTOR);
    assertEquals(List.of(new Lost(0, 4, 6, Reason.NOT_FOUND)), outcome.lost());
    assertEquals(3, outcome.salvagedCommands());
    try (MemoryLog log = open(site.made.reader())) {
      // Who "four" is about was introduced in what is gone; the key that opens it says it.
      assertEquals(List.of("one", "three", "four", "five", "six"), LogFixture.texts(log));
      // The activity's name is gone with the entry that introduced it.
      assertNull(log.name(2));
    }
  }

  @Test
  void aDamagedNameIsLeftEmptyAndTheCommandsThatUseItAreAppendedAgain() {
    fill();
    RecoveryOutcome outcome = recovered(damaged(4));
    assertEquals(RecoveryDecision.NAMES_DAMAGED, only(outcome.plan()).decision());
    assertEquals(
        List.of(new Lost(0, 4, 4, Reason.NOT_FOUND), new Lost(0, 5, 6, Reason.COMMAND_INCOMPLETE)),
        outcome.lost());
    assertEquals(List.of("one", "three", "four", "five", "six"), texts());
  }

  @Test
  void aSubjectThatNoKeyAnswersForIsListed() {
    fill();
    MemoryEntryStore store = damaged(5);
    fixture.keys.rows();
    try (MemoryLog log = open(fixture.store.reopened())) {
      log.erase(ACTOR, List.of(person));
    }
    RecoveryOutcome outcome = recovered(store);
    assertEquals(
        List.of(
            new Lost(0, 4, 4, Reason.COMMAND_INCOMPLETE),
            new Lost(0, 5, 5, Reason.NOT_FOUND),
            new Lost(0, 6, 6, Reason.COMMAND_INCOMPLETE),
            new Lost(0, 8, 8, Reason.SUBJECT_UNKNOWN)),
        outcome.lost());
    assertEquals(List.of("one", "three", "five", "six"), texts());
  }

  @Test
  void whatWasErasedStaysErasedAndSoDoesItsErasure() {
    fill();
    try (MemoryLog log = open(fixture.store.reopened())) {
      log.erase(ACTOR, List.of(person));
    }
    RecoveryOutcome outcome = recovered(damaged(7));
    assertEquals(
        List.of(new Lost(0, 7, 7, Reason.NOT_FOUND), new Lost(0, 8, 8, Reason.ERASED)),
        outcome.lost());
    try (MemoryLog log = open(site.made.reopened())) {
      assertTrue(log.isErased(person));
      assertThrows(
          InvalidCommandException.class,
          () -> log.writer().append(command(log, note(STREAM, person, "again"))));
    }
  }

  @Test
  void whatABrokenKeySealedIsGoneAndTheRestIsRecovered() {
    fill();
    fixture.keys.damage(person, 0);
    RecoveryOutcome outcome = recovered(damaged(7));
    assertEquals(
        List.of(new Lost(0, 7, 7, Reason.NOT_FOUND), new Lost(0, 8, 8, Reason.ERASED)),
        outcome.lost());
  }

  @Test
  void aPayloadThatNoKeyOpensIsNotCarriedOn() {
    fill();
    // Whoever can write the file and has no key makes hashes that fit.
    MemoryEntryStore store = with(records -> ForgedRecords.replacePayload(records, 7));
    assertEquals(Verdict.OK, LogVerifier.verify(store.reader()).verdict());
    RecoveryOutcome outcome = recovered(store);
    Diagnosis diagnosis = only(outcome.plan());
    assertEquals(RecoveryDecision.NOT_AUTHENTIC, diagnosis.decision());
    assertEquals(7, outcome.plan().kept());
    assertEquals(new Lost(0, 7, 7, Reason.NOT_AUTHENTIC), outcome.lost().get(0));
    assertEquals(List.of("one", "two", "four", "five", "six"), texts());
  }

  @Test
  void aForeignPayloadThatWasSignedUnreadIsNotCarriedOnEither() {
    fill();
    MemoryEntryStore store = with(records -> ForgedRecords.replacePayload(records, 7));
    try (MemoryLog log = open(store.reopened())) {
      log.writer().checkpoint(signer);
    }
    RecoveryOutcome outcome = recovered(store);
    assertEquals(RecoveryDecision.NOT_AUTHENTIC, only(outcome.plan()).decision());
    assertEquals(7, outcome.plan().kept());
    assertEquals(List.of("one", "two", "four", "five", "six"), texts());
  }

  @Test
  void aNoteOfAStrangerOnMoreThanThereIsEndsNoEpoch() {
    fill();
    TestSigner stranger = TestSigner.of(LOG_ID, SignatureAlgorithm.ED25519);
    MemoryEntryStore store = with(records -> {});
    store
        .notes()
        .add(
            ByteString.of(
                dev.varve.engine.checkpoint.Checkpoint.of(LOG_ID, 900, ByteString.of(new byte[32]))
                    .signedBy(stranger)
                    .toBytes()));
    try (MemoryLog log = open(store.reopened())) {
      assertThrows(RecoveryNeededException.class, log::writer);
    }
    RecoveryOutcome outcome = recovered(store);
    assertEquals(RecoveryDecision.NOTES_DAMAGED, only(outcome.plan()).decision());
    assertEquals(0, outcome.epoch());
    assertEquals(List.of("one", "two", "three", "four", "five", "six"), texts());
  }

  @Test
  void entriesThatContradictANoteAreAppendedAgainBehindTheNoteThatIsBorneOut() {
    try (MemoryLog log = fixture.create()) {
      send(log, "one", Context.of(ACTOR), note("one"));
      log.writer().checkpoint(signer);
      send(log, "two", Context.of(ACTOR), note("two"));
      log.writer().checkpoint(signer);
    }
    // Another history behind the first note, by somebody with the keys.
    MemoryEntryStore store =
        LogFixture.storeOf(LogFixture.records(fixture.store.reader()).subList(0, 4));
    try (MemoryLog log = open(store.reopened())) {
      log.writer().append(command(log, note("other")));
    }
    fixture.store.reader().notes().all().forEach(store.notes()::add);
    assertEquals(
        Verdict.CONTRADICTS_CHECKPOINT,
        LogVerifier.verify(store.reader(), new Evidence(List.of(signer.verifierKey()), null))
            .verdict());
    RecoveryOutcome outcome = recovered(store);
    assertEquals(RecoveryDecision.CONTRADICTED, only(outcome.plan()).decision());
    assertEquals(4, outcome.plan().kept());
    assertEquals(4, outcome.plan().anchorSize());
    assertEquals(List.of("one", "other"), texts());
  }

  @Test
  void aNoteOfAKeyThatNobodyTrustsIsNoReasonForARecovery() {
    fill();
    TestSigner stranger = TestSigner.of(LOG_ID, SignatureAlgorithm.ED25519);
    fixture
        .store
        .reopened()
        .notes()
        .add(
            ByteString.of(
                dev.varve.engine.checkpoint.Checkpoint.of(LOG_ID, 5, ByteString.of(new byte[32]))
                    .signedBy(stranger)
                    .toBytes()));
    assertFalse(planOf(fixture.store.reopened()).isNeeded());
  }

  @Test
  void withoutTheLogsKeysNothingIsOpenedAndItStillVerifies() {
    fill();
    assertThrows(
        KeyStoreException.class,
        () ->
            LogRecovery.of(
                fixture.ports(fixture.store.reader(), new MemorySubjectKeyStore()),
                REGISTRY,
                List.<VerifierKey>of()));
    assertEquals(Verdict.OK, LogVerifier.verify(fixture.store.reader()).verdict());
  }

  @Test
  void aMissingSubjectKeyReadsAsErasedAndNeedsNoRecovery() {
    fill();
    try (MemoryLog log = open(fixture.store.reopened())) {
      log.erase(ACTOR, List.of(person));
    }
    assertFalse(planOf(fixture.store.reopened()).isNeeded());
    try (MemoryLog log = open(fixture.store.reader())) {
      assertEquals(OpenedEvent.Availability.ERASED, log.opener().open(log.entry(8)).availability());
    }
  }

  @Test
  void aDamagedSnapshotIsPassedOver() {
    fill();
    fixture.store.reopened().snapshots().replace(new byte[] {1, 2, 3});
    assertFalse(planOf(fixture.store.reopened()).isNeeded());
    try (MemoryLog log = open(fixture.store.reopened())) {
      assertEquals(10, log.lastSequence());
      assertTrue(log.isWritable());
    }
  }

  @Test
  void aLostIndexIsMadeAnew() {
    fill();
    fixture.store.reopened().commandIndex().clear();
    assertFalse(planOf(fixture.store.reopened()).isNeeded());
    try (MemoryLog log = open(fixture.store.reopened())) {
      assertTrue(log.writer().append(commands.get(0)).repeated());
    }
  }

  @Test
  void withoutAWholeFirstCommandNothingCanBeRecovered() {
    fill();
    assertThrows(DamagedLogException.class, () -> recovery(damaged(1).reader()));
  }

  @Test
  void damageBeforeASnapshotIsFoundAllTheSame() {
    fill();
    MemoryEntryStore store = damaged(3);
    fixture.store.reopened().snapshots().replace(new byte[0]);
    assertEquals(3, planOf(store).kept());
  }

  @Test
  void anActorThatIsNotRegisteredRecoversNothing() {
    fill();
    MemoryEntryStore store = damaged(7);
    List<String> before = LogFixture.content(store);
    try (LogRecovery recovery = recovery(store.reader())) {
      assertThrows(
          ActorNotRegisteredException.class,
          () -> recovery.carryOut(site, Actor.unsigned("com.stranger", 1)));
    }
    assertFalse(site.ready);
    assertEquals(before, LogFixture.content(store));
  }

  @ParameterizedTest
  @ValueSource(strings = {"begin", "ready", "finish"})
  void killedBeforeAnyStepTheOldStoreIsUntouchedAndANextRecoveryComesToTheSameEnd(String step) {
    fill();
    MemoryEntryStore store = damaged(7);
    List<String> before = LogFixture.content(store);
    MemorySite dying = new MemorySite();
    dying.dieBefore = step;
    LogRecovery killed = recovery(store.reader());
    assertThrows(IllegalStateException.class, () -> killed.carryOut(dying, ACTOR));
    killed.close();
    assertEquals(before, LogFixture.content(store));
    assertEquals(2, recovered(store).salvagedCommands());
    assertEquals(List.of("one", "two", "four", "five", "six"), texts());
  }

  @Test
  void aLogThatWasRecoveredIsRecoveredAgain() {
    fill();
    recovered(damaged(7));
    MemoryEntryStore first = site.made;
    // Damage before the first recovery's epoch: what it appended again is appended once more.
    List<byte[]> records = LogFixture.records(first);
    records.get(3)[EntryHeader.SIZE] ^= 1;
    MemoryEntryStore store = LogFixture.storeOf(records);
    MemorySite second = new MemorySite();
    RecoveryOutcome outcome = recovery(store.reader()).carryOut(second, ACTOR);
    assertEquals(2, outcome.epoch(), "epoch 1 has entries, so that 2 is the next free one");
    VerificationReport report = LogVerifier.verify(second.made.reader());
    assertEquals(Verdict.OK, report.verdict(), () -> report.findings().toString());
    try (MemoryLog log = open(second.made.reader())) {
      assertEquals(List.of("two", "four", "five", "six", "after"), LogFixture.texts(log));
    }
  }

  @Test
  void anEpochThatGrowsWithoutSayingSoIsDamage() {
    fill();
    recovered(damaged(7));
    List<byte[]> records = LogFixture.records(site.made);
    records.remove(7);
    VerificationReport report = LogVerifier.verify(LogFixture.storeOf(records));
    assertTrue(
        report.findings().stream().anyMatch(each -> each.kind() == FindingKind.EPOCH),
        () -> report.findings().toString());
  }
}
