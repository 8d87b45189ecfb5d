package dev.varve.engine.seal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.engine.cbor.CborMap;
import dev.varve.engine.entry.LogId;
import dev.varve.engine.entry.SubjectId;
import dev.varve.engine.seal.KeyRing.Generation;
import dev.varve.engine.seal.SubjectKeyStore.Row;
import dev.varve.engine.store.SnapshotSlot;
import dev.varve.engine.store.memory.MemoryEntryStore;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Keys that are destroyed: of a subject, of single generations, and in other handles. */
class DestroyedKeysTest {
  private static final LogId LOG = new LogId(1, 2);
  private static final SubjectId ANN = new SubjectId(3, 4);
  private static final SubjectId BOB = new SubjectId(5, 6);
  private static final byte[] CONTEXT = new byte[184];
  private static final byte[] CBOR = CborMap.builder().put(1, "four digits").build().encode();

  private final MemorySubjectKeyStore store = new MemorySubjectKeyStore();
  private final KeyWrapper wrapper = new AesGcmKeyWrapper(Crypto.platform(), new byte[32]);
  private final KeyRing keys = KeyRing.create(LOG, store, wrapper, Crypto.platform());
  private final PayloadSealer sealer = new PayloadSealer(keys);
  private final SnapshotSlot snapshots = new MemoryEntryStore().snapshots();
  private final SubjectEraser eraser = new SubjectEraser(sealer, snapshots);

  @BeforeEach
  void makeKeys() {
    keys.create(
        List.of(
            new Generation(ANN, 0),
            new Generation(ANN, 1),
            new Generation(ANN, 2),
            new Generation(BOB, 0)));
    snapshots.replace(new byte[] {1});
  }

  private Envelope sealed(SubjectId subject, int generation) {
    return Envelope.of(sealer.seal(CONTEXT, subject, generation, CBOR));
  }

  @Test
  void aPurgedGenerationOpensNoMoreAndTheOthersDo() {
    Envelope first = sealed(ANN, 1);
    Envelope second = sealed(ANN, 2);
    Envelope metadata = sealed(ANN, 0);
    assertTrue(eraser.purge(List.of(new Generation(ANN, 1))));
    assertNull(sealer.open(CONTEXT, ANN, first), "it was in the ring");
    assertArrayEquals(CBOR, sealer.open(CONTEXT, ANN, second));
    assertArrayEquals(CBOR, sealer.open(CONTEXT, ANN, metadata));
    assertNull(snapshots.read());
    PayloadSealer reopened =
        new PayloadSealer(KeyRing.open(LOG, store, wrapper, Crypto.platform()));
    assertNull(reopened.open(CONTEXT, ANN, first));
    assertArrayEquals(CBOR, reopened.open(CONTEXT, ANN, second));
  }

  @Test
  void theNumberOfAPurgedGenerationIsNotGivenAgain() {
    assertTrue(eraser.purge(List.of(new Generation(ANN, 1), new Generation(ANN, 2))));
    assertEquals(3, keys.nextGeneration(ANN));
    assertEquals(3, KeyRing.open(LOG, store, wrapper, Crypto.platform()).nextGeneration(ANN));
    assertThrows(KeyStoreException.class, () -> keys.create(List.of(new Generation(ANN, 2))));
    // Nor after everything was wrapped anew once more.
    eraser.rotateWrappingKey();
    assertEquals(3, keys.nextGeneration(ANN));
    assertThrows(KeyStoreException.class, () -> sealer.seal(CONTEXT, ANN, 2, CBOR));
  }

  @Test
  void nothingIsLeftOfASubjectThatWasErasedAfterwards() {
    assertTrue(eraser.purge(List.of(new Generation(ANN, 2))));
    assertTrue(eraser.destroy(List.of(ANN)));
    assertFalse(store.rows().stream().anyMatch(row -> row.subject().equals(ANN)));
    assertEquals(2, store.rows().size());
  }

  @Test
  void whatIsDoneIsNotDoneAgain() {
    assertTrue(eraser.purge(List.of(new Generation(ANN, 2))));
    assertTrue(eraser.destroy(List.of(BOB)));
    byte[] kek = store.wrappingKey();
    assertFalse(eraser.purge(List.of(new Generation(ANN, 2), new Generation(BOB, 0))));
    assertFalse(eraser.destroy(List.of(BOB, new SubjectId(9, 9))));
    assertArrayEquals(kek, store.wrappingKey());
  }

  @Test
  void theLogsKeyAndTheFirstGenerationOfALivingSubjectStay() {
    List<Row> before = store.rows();
    assertThrows(
        KeyStoreException.class, () -> eraser.purge(List.of(new Generation(SubjectId.LOG, 0))));
    assertThrows(
        KeyStoreException.class,
        () -> eraser.purge(List.of(new Generation(ANN, 1), new Generation(ANN, 0))));
    assertThrows(KeyStoreException.class, () -> eraser.destroy(List.of(SubjectId.LOG, ANN)));
    assertEquals(Set.copyOf(before), Set.copyOf(store.rows()));
  }

  @Test
  void anotherHandleOpensNothingMoreOfWhatWasErasedAndGoesOnWithTheRest() {
    Envelope gone = sealed(ANN, 0);
    Envelope value = sealed(ANN, 1);
    Envelope stays = sealed(BOB, 0);
    KeyRing other = KeyRing.open(LOG, store, wrapper, Crypto.platform());
    PayloadSealer reader = new PayloadSealer(other);
    assertArrayEquals(CBOR, reader.open(CONTEXT, ANN, gone));
    assertArrayEquals(CBOR, reader.open(CONTEXT, ANN, value));
    assertArrayEquals(CBOR, reader.open(CONTEXT, BOB, stays));
    assertTrue(eraser.purge(List.of(new Generation(ANN, 1))));
    assertNull(reader.open(CONTEXT, ANN, value));
    assertArrayEquals(CBOR, reader.open(CONTEXT, ANN, gone));
    assertTrue(eraser.destroy(List.of(ANN)));
    assertNull(reader.open(CONTEXT, ANN, gone));
    assertArrayEquals(CBOR, reader.open(CONTEXT, BOB, stays));
    // What it makes is wrapped by the key-encryption key that is there now.
    other.create(List.of(new Generation(BOB, 1)));
    assertArrayEquals(CBOR, sealer.open(CONTEXT, BOB, sealed(BOB, 1)));
  }

  @Test
  void rotationWrapsEveryKeyAnewAndByAnotherWrapperWhenItIsGivenOne() {
    Envelope stays = sealed(BOB, 0);
    Set<Row> before = store.rows().stream().collect(Collectors.toSet());
    eraser.rotateWrappingKey();
    Set<Row> after = store.rows().stream().collect(Collectors.toSet());
    assertEquals(before.size(), after.size());
    after.retainAll(before);
    assertEquals(Set.of(), after);
    byte[] otherKey = new byte[32];
    otherKey[0] = 1;
    KeyWrapper next = new AesGcmKeyWrapper(Crypto.platform(), otherKey);
    eraser.rotateWrappingKey(next);
    assertArrayEquals(CBOR, sealer.open(CONTEXT, BOB, stays));
    eraser.rotateWrappingKey();
    assertThrows(
        KeyStoreException.class, () -> KeyRing.open(LOG, store, wrapper, Crypto.platform()));
    KeyRing reopened = KeyRing.open(LOG, store, next, Crypto.platform());
    assertArrayEquals(CBOR, new PayloadSealer(reopened).open(CONTEXT, BOB, stays));
  }

  @Test
  void aNumberThatAnEnvelopeWasMetWithIsNotGivenAgainThoughItsRowIsLost() {
    keys.met(ANN, 1);
    assertEquals(3, keys.nextGeneration(ANN));
    keys.met(ANN, 7);
    keys.met(ANN, 5);
    assertEquals(8, keys.nextGeneration(ANN));
    SubjectId lost = new SubjectId(7, 7);
    assertEquals(0, keys.nextGeneration(lost));
    keys.met(lost, 0);
    assertEquals(1, keys.nextGeneration(lost));
  }

  @Test
  void aKeySealsNoMoreThanTwoToThePowerOf31EnvelopesInAllEpochsTogether() {
    KeyRing.requireRoom(0, (1L << 30) - 1);
    assertThrows(GenerationExhaustedException.class, () -> KeyRing.requireRoom(0, 1L << 30));
    KeyRing.requireRoom(1, (1L << 28) - 1);
    assertThrows(GenerationExhaustedException.class, () -> KeyRing.requireRoom(1, 1L << 28));
    long all = 0;
    for (int epoch = 0; epoch < 40_000; epoch++) {
      long entries = (1L << 30) / ((epoch + 1L) * (epoch + 1L));
      if (entries > 0) {
        KeyRing.requireRoom(epoch, entries - 1);
      }
      all += entries;
    }
    assertTrue(all < 1L << 31, all + " envelopes");
    assertNotEquals(0, all);
    assertThrows(
        GenerationExhaustedException.class, () -> KeyRing.requireRoom(Integer.MAX_VALUE, 0));
  }
}
