package dev.varve.engine.verify;

import static dev.varve.engine.LogFixture.ACTOR;
import static dev.varve.engine.LogFixture.LOG_ID;
import static dev.varve.engine.LogFixture.command;
import static dev.varve.engine.LogFixture.note;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.engine.LogFixture;
import dev.varve.engine.checkpoint.Checkpoint;
import dev.varve.engine.checkpoint.CheckpointPolicy;
import dev.varve.engine.checkpoint.SignatureAlgorithm;
import dev.varve.engine.checkpoint.SignedNote;
import dev.varve.engine.checkpoint.TestSigner;
import dev.varve.engine.checkpoint.VerifierKey;
import dev.varve.engine.entry.ByteString;
import dev.varve.engine.entry.EntryHash;
import dev.varve.engine.entry.LogId;
import dev.varve.engine.log.MemoryLog;
import dev.varve.engine.store.Durability;
import dev.varve.engine.store.EntryStore;
import dev.varve.engine.store.memory.MemoryEntryStore;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A log held against checkpoints: what they detect, and what cannot be known without one. */
final class EvidenceTest {
  private final LogFixture fixture = new LogFixture();
  private final TestSigner signer = TestSigner.of(LOG_ID, SignatureAlgorithm.ED25519);
  private ByteString kept = ByteString.of(new byte[0]);
  private List<byte[]> records = List.of();

  /** Genesis is 0 to 2, the notes are 3 to 9; the checkpoint that is kept is taken at the end. */
  @BeforeEach
  void writeTenEntriesAndKeepACheckpoint() {
    MemoryLog log = fixture.create();
    for (int i = 0; i < 7; i++) {
      log.writer().append(command(log, note("note " + i)));
    }
    kept = ByteString.of(log.writer().checkpoint(signer).toBytes());
    records = LogFixture.records(fixture.store.reader());
    assertEquals(10, records.size());
  }

  private VerificationReport verify(List<byte[]> changed) {
    return LogVerifier.verify(
        LogFixture.storeOf(changed), new Evidence(List.of(signer.verifierKey()), kept));
  }

  private static Verdict without(List<byte[]> changed) {
    return LogVerifier.verify(LogFixture.storeOf(changed)).verdict();
  }

  /** What anybody can do who may write the file: link and hash everything anew. */
  private static List<byte[]> rehashed(List<byte[]> changed) {
    List<byte[]> result = new ArrayList<>();
    byte[] previous = new byte[32];
    EntryHash hash = new EntryHash();
    for (int i = 0; i < changed.size(); i++) {
      byte[] record = changed.get(i).clone();
      java.nio.ByteBuffer.wrap(record).putLong(8, i);
      System.arraycopy(previous, 0, record, 216, 32);
      previous = hash.ofHeader(record, 0);
      System.arraycopy(previous, 0, record, 248, 32);
      result.add(record);
    }
    return result;
  }

  private void assertContradiction(List<byte[]> changed) {
    assertEquals(Verdict.OK, without(changed), "it is whole in itself");
    VerificationReport report = verify(changed);
    assertEquals(Verdict.CONTRADICTS_CHECKPOINT, report.verdict());
    assertEquals(0, report.signedSize());
    assertTrue(report.findings().stream().anyMatch(f -> f.kind() == FindingKind.CHECKPOINT));
  }

  @Test
  void theLogItWasTakenOfIsOkAndSoIsOneThatHasGrown() {
    assertEquals(Verdict.OK, verify(records).verdict());
    assertEquals(10, verify(records).signedSize());
    MemoryEntryStore store = LogFixture.storeOf(records);
    MemoryLog log = fixture.open(store);
    log.writer().append(command(log, note("more")));
    VerificationReport report = verify(LogFixture.records(store.reader()));
    assertEquals(Verdict.OK, report.verdict());
    assertEquals(10, report.signedSize());
    assertEquals(11, report.entries());
  }

  @Test
  void aDroppedTailOrAnOlderCopyIsDetected() {
    for (int left = 3; left < 10; left++) {
      assertContradiction(records.subList(0, left));
    }
  }

  @Test
  void aRewrittenAndRehashedLogIsDetected() {
    List<byte[]> changed = new ArrayList<>(records);
    byte[] record = changed.get(4).clone();
    record[95] ^= 1; // its clock
    changed.set(4, record);
    assertContradiction(rehashed(changed));
  }

  @Test
  void anInsertedARemovedAndAReorderedEntryAreDetected() {
    List<byte[]> inserted = new ArrayList<>(records);
    byte[] extra = records.get(5).clone();
    extra[60] ^= 1; // another command
    inserted.add(6, extra);
    assertContradiction(rehashed(inserted));

    List<byte[]> removed = new ArrayList<>(records);
    removed.remove(5);
    removed.add(records.get(9).clone());
    assertContradiction(rehashed(removed));

    List<byte[]> reordered = new ArrayList<>(records);
    reordered.set(5, records.get(6));
    reordered.set(6, records.get(5));
    assertContradiction(rehashed(reordered));
  }

  @Test
  void aForkIsDetected() {
    MemoryEntryStore other = LogFixture.storeOf(records.subList(0, 6));
    MemoryLog log = fixture.open(other);
    for (int i = 0; i < 9; i++) {
      log.writer().append(command(log, note("otherwise " + i)));
    }
    assertContradiction(LogFixture.records(other.reader()));
  }

  @Test
  void damageIsReportedAsDamageWhereItIs() {
    List<byte[]> changed = new ArrayList<>(records);
    byte[] record = changed.get(4).clone();
    record[95] ^= 1;
    changed.set(4, record);
    VerificationReport report = verify(changed);
    assertEquals(Verdict.DAMAGED, report.verdict());
    assertEquals(4, report.findings().get(0).sequence());
    assertEquals(FindingKind.ENTRY_HASH, report.findings().get(0).kind());
  }

  @Test
  void aCheckpointOfAnotherLogContradicts() {
    TestSigner other = TestSigner.of(new LogId(9, 9), SignatureAlgorithm.ED25519);
    SignedNote foreign =
        Checkpoint.of(new LogId(9, 9), 10, Checkpoint.parse(text()).root()).signedBy(other);
    VerificationReport report =
        LogVerifier.verify(
            LogFixture.storeOf(records),
            new Evidence(List.of(other.verifierKey()), ByteString.of(foreign.toBytes())));
    assertEquals(Verdict.CONTRADICTS_CHECKPOINT, report.verdict());
  }

  private String text() {
    return SignedNote.parse(kept.toBytes()).text();
  }

  @Test
  void aCheckpointOfAnUnknownSignerOrABrokenOneSaysNothing() {
    VerifierKey stranger = TestSigner.of(LOG_ID, SignatureAlgorithm.ED25519).verifierKey();
    EntryStore store = LogFixture.storeOf(records);
    for (Evidence evidence :
        List.of(
            new Evidence(List.of(stranger), kept),
            new Evidence(List.of(), kept),
            new Evidence(List.of(signer.verifierKey()), ByteString.of(new byte[] {'x', '\n'})))) {
      VerificationReport report = LogVerifier.verify(store, evidence);
      assertEquals(Verdict.UNVERIFIABLE, report.verdict());
      assertEquals(FindingKind.SIGNATURE, report.findings().get(0).kind());
    }
  }

  @Test
  void theNotesOfTheLogItselfAreHeldAgainstItToo() {
    MemoryEntryStore shorter = LogFixture.storeOf(records.subList(0, 7));
    shorter.notes().add(kept);
    assertEquals(Verdict.CONTRADICTS_CHECKPOINT, LogVerifier.verify(shorter).verdict());

    MemoryEntryStore whole = LogFixture.storeOf(records);
    whole.notes().add(kept);
    assertEquals(Verdict.OK, LogVerifier.verify(whole).verdict());
    assertEquals(0, LogVerifier.verify(whole).signedSize(), "no key is trusted");
    Evidence trusted = new Evidence(List.of(signer.verifierKey()), null);
    assertEquals(10, LogVerifier.verify(whole, trusted).signedSize());

    whole.notes().add(ByteString.of(new byte[] {1, 2, 3}));
    assertEquals(Verdict.DAMAGED, LogVerifier.verify(whole, trusted).verdict());
  }

  @Test
  void aNoteWithAnyBitFlippedIsFound() {
    Evidence trusted = new Evidence(List.of(signer.verifierKey()), null);
    for (int bit = 0; bit < kept.length() * 8; bit++) {
      byte[] flipped = kept.toBytes();
      flipped[bit / 8] ^= (byte) (1 << bit % 8);
      MemoryEntryStore store = LogFixture.storeOf(records);
      store.notes().add(ByteString.of(flipped));
      assertEquals(Verdict.DAMAGED, LogVerifier.verify(store, trusted).verdict(), "bit " + bit);
    }
  }

  @Test
  void anEmptyLogContradictsEveryCheckpoint() {
    assertEquals(Verdict.CONTRADICTS_CHECKPOINT, verify(List.of()).verdict());
  }

  @Test
  void keysAreFollowedFromTheFirstOneOnAndARetiredOneSignsNoMore() {
    MemoryLog log = fixture.open(fixture.store.reopened());
    TestSigner second = TestSigner.of(LOG_ID, SignatureAlgorithm.ECDSA_P256);
    log.writer().handOver(ACTOR, signer, second);
    log.writer().append(command(log, note("after")));
    log.writer().checkpoint(second);
    Evidence first = new Evidence(List.of(signer.verifierKey()), null);
    VerificationReport report = LogVerifier.verify(fixture.store.reader(), first);
    assertEquals(Verdict.OK, report.verdict());
    assertEquals(log.lastSequence() + 1, report.signedSize());

    log.writer().append(command(log, note("later")));
    log.writer().checkpoint(signer);
    report = LogVerifier.verify(fixture.store.reader(), first);
    assertEquals(Verdict.DAMAGED, report.verdict());
    assertEquals(FindingKind.SIGNATURE, report.findings().get(0).kind());
  }

  @Test
  void thePolicySignsEverySoManyEntriesAndOnClose() {
    MemoryEntryStore store = new MemoryEntryStore();
    LogFixture other = new LogFixture();
    MemoryLog log =
        MemoryLog.create(
            other.ports(store).signing(new CheckpointPolicy(signer, 5, true)),
            LOG_ID,
            LogFixture.REGISTRY,
            ACTOR,
            "test",
            Durability.PROCESS);
    for (int i = 0; i < 9; i++) {
      log.writer().append(command(log, note("note " + i)));
    }
    log.close();
    List<Long> sizes = new ArrayList<>();
    for (ByteString note : store.reopened().notes().all()) {
      sizes.add(Checkpoint.parse(SignedNote.parse(note.toBytes()).text()).size());
    }
    assertEquals(List.of(5L, 10L, 12L), sizes);
    Evidence trusted = new Evidence(List.of(signer.verifierKey()), null);
    assertEquals(12, LogVerifier.verify(store.reopened(), trusted).signedSize());
  }

  @Test
  void onlyWhatIsOnTheDiskIsSigned() {
    dev.varve.engine.FaultyStore store = new dev.varve.engine.FaultyStore(new MemoryEntryStore());
    LogFixture other = new LogFixture();
    MemoryLog log = other.create(store);
    log.writer().append(command(log, note("not forced yet")));
    int forces = store.forces;
    log.writer().checkpoint(signer);
    assertEquals(forces + 1, store.forces);
    store.failAt = store.operations + 1;
    log.writer().append(command(log, note("never forced")));
    org.junit.jupiter.api.Assertions.assertThrows(
        dev.varve.engine.log.WriterFailedException.class, () -> log.writer().checkpoint(signer));
    assertEquals(1, store.notes().all().size());
  }
}
