package dev.varve.engine.jvm.keys;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.engine.checkpoint.Checkpoint;
import dev.varve.engine.checkpoint.SignatureAlgorithm;
import dev.varve.engine.checkpoint.VerifierKey;
import dev.varve.engine.command.Actor;
import dev.varve.engine.entry.ByteString;
import dev.varve.engine.entry.LogId;
import dev.varve.engine.event.EventRegistry;
import dev.varve.engine.jvm.LogFolder;
import dev.varve.engine.log.LogPorts;
import dev.varve.engine.log.MemoryLog;
import dev.varve.engine.seal.KeyStoreException;
import dev.varve.engine.store.Durability;
import dev.varve.engine.verify.Evidence;
import dev.varve.engine.verify.LogVerifier;
import dev.varve.engine.verify.Verdict;
import dev.varve.engine.verify.VerificationReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The key that signs checkpoints, through every moment at which a handing over can be cut short.
 */
final class FileCheckpointSignerTest {
  private static final Actor ACTOR = Actor.unsigned("org.example.test", 1);

  @TempDir Path temp;
  private LogFolder folder = LogFolder.at(Path.of("."));
  private LogId id = new LogId(0, 0);
  private Path keys = Path.of(".");

  @BeforeEach
  void makeALog() {
    keys = temp.resolve("keys");
    folder = new LogFolder(temp.resolve("log"), keys, Map.of());
    id = folder.create(EventRegistry.builder().build(), ACTOR, "varve test");
  }

  private interface Work {
    void on(MemoryLog log, LogPorts ports) throws IOException;
  }

  private void opened(Work work) throws IOException {
    LogPorts ports = folder.open();
    try (MemoryLog log =
        MemoryLog.open(ports, EventRegistry.builder().build(), Durability.PROCESS)) {
      work.on(log, ports);
    }
  }

  private VerificationReport verified(List<VerifierKey> trusted) {
    try (var store = folder.openStoreReadOnly()) {
      return LogVerifier.verify(store, new Evidence(trusted, null));
    }
  }

  @Test
  void aNewLogIsSignedFromItsFirstEntryOn() {
    List<VerifierKey> listed = FileCheckpointSigner.verifierKeys(keys);
    assertEquals(1, listed.size());
    assertEquals(id.hex(), listed.get(0).name());
    assertEquals(Verdict.OK, verified(listed).verdict());
    assertEquals(3, verified(listed).signedSize());
  }

  @Test
  void theOldKeyAnnouncesTheNewOneAndIsGone() throws IOException {
    byte[] old = Files.readAllBytes(keys.resolve("checkpoint.key"));
    opened(
        (log, ports) ->
            FileCheckpointSigner.rotate(
                keys,
                id,
                ports.wrapper(),
                ports.store().notes(),
                log.writer(),
                ACTOR,
                SignatureAlgorithm.ECDSA_P256));
    List<VerifierKey> listed = FileCheckpointSigner.verifierKeys(keys);
    assertEquals(2, listed.size());
    assertEquals(SignatureAlgorithm.ECDSA_P256, listed.get(1).algorithm());
    assertFalse(Files.exists(keys.resolve("checkpoint.key.next")));
    assertNotEquals(
        ByteString.of(old), ByteString.of(Files.readAllBytes(keys.resolve("checkpoint.key"))));
    opened(
        (log, ports) ->
            log.writer().checkpoint(Objects.requireNonNull(ports.checkpoints()).signer()));
    // Who knows the first key alone follows the history.
    assertEquals(Verdict.OK, verified(listed.subList(0, 1)).verdict());
    assertEquals(verified(listed).entries(), verified(listed.subList(0, 1)).signedSize());
  }

  @Test
  void aHandingOverThatWasNotAnnouncedIsUndone() throws IOException {
    VerifierKey before = FileCheckpointSigner.verifierKeys(keys).get(0);
    Files.copy(keys.resolve("checkpoint.key"), temp.resolve("saved"));
    opened(
        (log, ports) -> {
          // The new key is on the disk; then the process dies.
          Files.delete(keys.resolve("checkpoint.key"));
          FileCheckpointSigner.create(keys, id, ports.wrapper(), SignatureAlgorithm.ED25519);
          Files.move(keys.resolve("checkpoint.key"), keys.resolve("checkpoint.key.next"));
          Files.copy(temp.resolve("saved"), keys.resolve("checkpoint.key"));
        });
    opened(
        (log, ports) ->
            assertEquals(
                before, Objects.requireNonNull(ports.checkpoints()).signer().verifierKey()));
    assertFalse(Files.exists(keys.resolve("checkpoint.key.next")));
  }

  @Test
  void aHandingOverThatWasAnnouncedIsBroughtToItsEndWhereverItWasCut() throws IOException {
    Files.copy(keys.resolve("checkpoint.key"), temp.resolve("old key"));
    byte[] oldList = Files.readAllBytes(keys.resolve("checkpoint.pub"));
    opened(
        (log, ports) ->
            FileCheckpointSigner.rotate(
                keys,
                id,
                ports.wrapper(),
                ports.store().notes(),
                log.writer(),
                ACTOR,
                SignatureAlgorithm.ED25519));
    byte[] next = Files.readAllBytes(keys.resolve("checkpoint.key"));
    VerifierKey expected = FileCheckpointSigner.verifierKeys(keys).get(1);
    byte[] old = Files.readAllBytes(temp.resolve("old key"));
    List<byte[]> leftInPlace = List.of(old, new byte[old.length], next);
    for (byte[] current : leftInPlace) {
      boolean moved = current == next;
      Files.write(keys.resolve("checkpoint.key"), current);
      Files.write(keys.resolve("checkpoint.pub"), oldList);
      if (!moved) {
        Files.write(keys.resolve("checkpoint.key.next"), next);
      }
      opened(
          (log, ports) ->
              assertEquals(
                  expected, Objects.requireNonNull(ports.checkpoints()).signer().verifierKey()));
      assertFalse(Files.exists(keys.resolve("checkpoint.key.next")));
      assertEquals(expected, FileCheckpointSigner.verifierKeys(keys).get(1));
    }
  }

  @Test
  void aLogWithoutAKeyIsWrittenAsBefore() throws IOException {
    Files.delete(keys.resolve("checkpoint.key"));
    opened((log, ports) -> assertNull(ports.checkpoints()));
    assertEquals(Verdict.OK, verified(List.of()).verdict());
  }

  @Test
  void aDamagedKeyIsAnErrorThatNamesTheFileAndNothingElse() throws IOException {
    byte[] bytes = Files.readAllBytes(keys.resolve("checkpoint.key"));
    bytes[40] ^= 1;
    Files.write(keys.resolve("checkpoint.key"), bytes);
    KeyStoreException e = assertThrows(KeyStoreException.class, folder::open);
    assertTrue(String.valueOf(e.getMessage()).contains("checkpoint.key"), e.getMessage());
    // The lock of neither log nor keys is left behind.
    Files.delete(keys.resolve("checkpoint.key"));
    opened((log, ports) -> log.writer());
  }

  @Test
  void theNotesOfALogAreCheckpointsOfIt() {
    try (var store = folder.openStoreReadOnly()) {
      var notes = store.notes().all();
      assertEquals(1, notes.size());
      String text = dev.varve.engine.checkpoint.SignedNote.parse(notes.get(0).toBytes()).text();
      assertEquals(id, Checkpoint.parse(text).log());
    }
  }
}
