package dev.varve.engine.checkpoint;

import static dev.varve.engine.LogFixture.LOG_ID;
import static dev.varve.engine.LogFixture.STREAM;
import static dev.varve.engine.LogFixture.command;
import static dev.varve.engine.LogFixture.note;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.engine.LogFixture;
import dev.varve.engine.cbor.CborMap;
import dev.varve.engine.entry.ByteString;
import dev.varve.engine.entry.SubjectId;
import dev.varve.engine.log.CommittedEntry;
import dev.varve.engine.log.LogTree;
import dev.varve.engine.log.MemoryLog;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class EntryProofTest {
  private final LogFixture fixture = new LogFixture();
  private final TestSigner signer = TestSigner.of(LOG_ID, SignatureAlgorithm.ED25519);
  private final MemoryLog log = fixture.create();
  private SubjectId subject = SubjectId.LOG;

  @BeforeEach
  void writeAndSign() {
    subject = log.newSubject();
    for (int i = 0; i < 40; i++) {
      log.writer().append(command(log, note(STREAM, subject, "note " + i, "secret")));
    }
    log.writer().checkpoint(signer);
  }

  private EntryProof proof(long sequence, boolean open) {
    SignedNote note = Objects.requireNonNull(LogTree.newestNote(fixture.store, log.id(), sequence));
    CommittedEntry entry = log.entry(sequence);
    return new EntryProof(
        entry.header(),
        sequence,
        log.tree().inclusion(sequence, Checkpoint.parse(note.text()).size()).path(),
        open ? log.opener().reveal(entry) : null,
        note);
  }

  @Test
  void everyEntryIsProvenAndReadBackFromItsFile() {
    for (long sequence = 0; sequence <= log.lastSequence(); sequence++) {
      EntryProof read = EntryProof.parse(proof(sequence, true).toBytes());
      assertEquals(log.lastSequence() + 1, read.check().size());
      assertTrue(read.note().isSignedBy(signer.verifierKey()));
      assertEquals(log.entry(sequence).header(), read.header());
    }
  }

  @Test
  void anOpenedProofSaysWhatTheEntrySaysAndNoSecretOfIt() {
    EntryProof proof = EntryProof.parse(proof(20, true).toBytes());
    CborMap payload = CborMap.decode(Objects.requireNonNull(proof.opening()).cbor().toBytes());
    assertEquals("note " + (20 - 4), payload.getString(1));
    assertFalse(new String(proof.toBytes(), StandardCharsets.ISO_8859_1).contains("secret"));
  }

  @Test
  void anotherContentIsNotWhatTheCommitmentIsTo() {
    EntryProof proof = proof(20, true);
    EntryProof.Opening opening = Objects.requireNonNull(proof.opening());
    byte[] cbor = opening.cbor().toBytes();
    cbor[cbor.length - 1] ^= 1;
    EntryProof forged =
        new EntryProof(
            proof.header(),
            20,
            proof.path(),
            new EntryProof.Opening(opening.stored(), opening.r(), ByteString.of(cbor)),
            proof.note());
    assertThrows(NoteException.class, () -> EntryProof.parse(forged.toBytes()).check());
  }

  @Test
  void noFlippedBitAndNoCutHolds() {
    byte[] file = proof(20, true).toBytes();
    Random random = new Random(3);
    for (int i = 0; i < 4_000; i++) {
      byte[] changed = file.clone();
      changed[random.nextInt(file.length)] ^= (byte) (1 << random.nextInt(8));
      assertFalse(holds(changed));
    }
    for (int length = 0; length < file.length; length += 7) {
      assertFalse(holds(java.util.Arrays.copyOf(file, length)));
    }
    assertTrue(holds(file));
  }

  private boolean holds(byte[] file) {
    try {
      EntryProof proof = EntryProof.parse(file);
      proof.check();
      return proof.note().isSignedBy(signer.verifierKey());
    } catch (NoteException e) {
      return false;
    } catch (dev.varve.engine.VarveException e) {
      // An envelope that is none says so itself.
      return false;
    }
  }

  @Test
  void anErasedEntryIsProvenAndOpensForNobody() {
    fixture.keys.remove(subject, 0);
    MemoryLog reopened = fixture.open(fixture.store.reader());
    CommittedEntry entry = reopened.entry(20);
    assertNull(reopened.opener().reveal(entry));
    proof(20, false).check();
  }

  @Test
  void aLogThatHasGrownProvesItAndAnotherCannot() {
    SignedNote older = Objects.requireNonNull(LogTree.newestNote(fixture.store, log.id(), 0));
    long from = Checkpoint.parse(older.text()).size();
    log.writer().append(command(log, note("more"), note("and more")));
    SignedNote newer = log.writer().checkpoint(signer);
    long to = Checkpoint.parse(newer.text()).size();
    GrowthProof proof = new GrowthProof(log.tree().consistency(from, to).path(), older, newer);
    assertEquals(to, GrowthProof.parse(proof.toBytes()).check().size());
    GrowthProof backwards = new GrowthProof(proof.path(), newer, older);
    assertThrows(NoteException.class, backwards::check);
    byte[] file = proof.toBytes();
    Random random = new Random(4);
    for (int i = 0; i < 2_000; i++) {
      byte[] changed = file.clone();
      changed[random.nextInt(file.length)] ^= (byte) (1 << random.nextInt(8));
      assertFalse(growthHolds(changed));
    }
  }

  private boolean growthHolds(byte[] file) {
    try {
      GrowthProof proof = GrowthProof.parse(file);
      proof.check();
      return proof.newer().isSignedBy(signer.verifierKey())
          && proof.older().isSignedBy(signer.verifierKey());
    } catch (NoteException e) {
      return false;
    }
  }
}
