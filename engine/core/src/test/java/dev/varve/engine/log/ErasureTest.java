package dev.varve.engine.log;

import static dev.varve.engine.LogFixture.ACTOR;
import static dev.varve.engine.LogFixture.STREAM;
import static dev.varve.engine.LogFixture.command;
import static dev.varve.engine.LogFixture.note;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.engine.LogFixture;
import dev.varve.engine.LogFixture.NoteTaken;
import dev.varve.engine.VarveException;
import dev.varve.engine.checkpoint.SignatureAlgorithm;
import dev.varve.engine.checkpoint.TestSigner;
import dev.varve.engine.entry.ByteString;
import dev.varve.engine.entry.SubjectId;
import dev.varve.engine.event.EngineEvent;
import dev.varve.engine.seal.KeyStoreException;
import dev.varve.engine.seal.SealedValue;
import dev.varve.engine.seal.SubjectKeyStore.Row;
import dev.varve.engine.verify.Evidence;
import dev.varve.engine.verify.LogVerifier;
import dev.varve.engine.verify.Verdict;
import dev.varve.engine.verify.VerificationReport;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class ErasureTest {
  private final LogFixture fixture = new LogFixture();
  private final TestSigner signer = TestSigner.of(LogFixture.LOG_ID, SignatureAlgorithm.ED25519);
  private MemoryLog log = fixture.create();
  private SubjectId gone = SubjectId.LOG;
  private SubjectId stays = SubjectId.LOG;

  @BeforeEach
  void write() {
    gone = log.newSubject();
    stays = log.newSubject();
    log.writer().append(command(log, note(STREAM, gone, "gone 1", "secret 1")));
    log.writer().append(command(log, note(STREAM, stays, "stays", "secret 2")));
    log.writer().append(command(log, note(STREAM, gone, "gone 2", "secret 3")));
  }

  private Set<ByteString> wrapped() {
    Set<ByteString> wrapped = new HashSet<>();
    for (Row row : fixture.keys.rows()) {
      wrapped.add(row.wrapped());
    }
    byte[] kek = fixture.keys.wrappingKey();
    if (kek != null) {
      wrapped.add(ByteString.of(kek));
    }
    return wrapped;
  }

  @Test
  void whatWasErasedOpensForNobodyNorDoesAnOpenedValueOfIt() {
    SealedValue opened =
        ((NoteTaken)
                LogFixture.events(log).stream()
                    .filter(e -> e instanceof NoteTaken note && note.text().equals("gone 1"))
                    .findFirst()
                    .orElseThrow())
            .secrets()
            .get(0);
    assertEquals("secret 1", LogFixture.secret(log, opened));
    log.erase(ACTOR, List.of(gone));
    assertNull(LogFixture.secret(log, opened), "its key was in the ring");
    assertEquals(List.of("stays"), LogFixture.texts(log));
    MemoryLog reopened = fixture.open(fixture.store.reopened());
    assertEquals(List.of("stays"), LogFixture.texts(reopened));
    assertTrue(LogFixture.events(reopened).contains(new EngineEvent.SubjectErased(1, gone)));
  }

  @Test
  void noKeyThatWasWrappedBeforeIsWrappedAsItWas() {
    Set<ByteString> before = wrapped();
    int rows = fixture.keys.rows().size();
    log.erase(ACTOR, List.of(gone));
    Set<ByteString> after = wrapped();
    assertEquals(rows - 3, fixture.keys.rows().size());
    after.retainAll(before);
    assertEquals(Set.of(), after);
  }

  @Test
  void chainTreeAndCheckpointsStayWhatTheyAre() {
    log.writer().checkpoint(signer);
    ByteString root = log.tree().rootAt(8);
    log.erase(ACTOR, List.of(gone));
    Evidence trusted = new Evidence(List.of(signer.verifierKey()), null);
    VerificationReport report = LogVerifier.verify(fixture.store.reader(), trusted);
    assertEquals(Verdict.OK, report.verdict());
    assertEquals(root, log.tree().rootAt(8));
    assertNotEquals(root, report.root());
  }

  @Test
  void writingGoesOnButNotForTheErasedSubject() {
    log.erase(ACTOR, List.of(gone));
    assertThrows(
        InvalidCommandException.class,
        () -> log.writer().append(command(log, note(STREAM, gone, "again", "secret"))));
    assertFalse(fixture.keys.rows().stream().anyMatch(row -> row.subject().equals(gone)));
    log.writer().append(command(log, note(STREAM, stays, "more", "secret 4")));
    SubjectId fresh = log.newSubject();
    log.writer().append(command(log, note(STREAM, fresh, "fresh", "secret 5")));
    MemoryLog reopened = fixture.open(fixture.store.reopened());
    assertEquals(List.of("stays", "more", "fresh"), LogFixture.texts(reopened));
    assertThrows(
        InvalidCommandException.class,
        () -> reopened.writer().append(command(reopened, note(STREAM, gone, "again"))));
  }

  @Test
  void anErasureThatWasRecordedAndCutShortIsBroughtToItsEndByTheNextWriter() {
    fixture.keys.failReplace = true;
    assertThrows(KeyStoreException.class, () -> log.erase(ACTOR, List.of(gone)));
    assertTrue(fixture.keys.rows().stream().anyMatch(row -> row.subject().equals(gone)));
    // A reader changes nothing.
    fixture.reader();
    assertTrue(fixture.keys.rows().stream().anyMatch(row -> row.subject().equals(gone)));
    MemoryLog reopened = fixture.open(fixture.store.reopened());
    assertFalse(fixture.keys.rows().stream().anyMatch(row -> row.subject().equals(gone)));
    assertEquals(List.of("stays"), LogFixture.texts(reopened));
  }

  @Test
  void theSnapshotIsDropped() {
    fixture.store.snapshots().replace(new byte[] {1});
    log.erase(ACTOR, List.of(gone));
    assertNull(fixture.store.snapshots().read());
  }

  @Test
  void theLogItselfAndStrangersAreNotErased() {
    List<String> before = LogFixture.content(fixture.store);
    assertThrows(VarveException.class, () -> log.erase(ACTOR, List.of(SubjectId.LOG)));
    SubjectId stranger = log.newSubject();
    assertThrows(VarveException.class, () -> log.erase(ACTOR, List.of(gone, stranger)));
    assertEquals(before, LogFixture.content(fixture.store));
    assertEquals(List.of("gone 1", "stays", "gone 2"), LogFixture.texts(log));
  }
}
