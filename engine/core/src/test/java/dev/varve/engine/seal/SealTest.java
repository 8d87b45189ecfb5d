package dev.varve.engine.seal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.engine.VarveException;
import dev.varve.engine.cbor.CborMap;
import dev.varve.engine.entry.ByteString;
import dev.varve.engine.entry.Hex;
import dev.varve.engine.entry.LogId;
import dev.varve.engine.entry.SubjectId;
import dev.varve.engine.seal.KeyRing.Generation;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SealTest {
  private static final LogId LOG = new LogId(0x0102030405060708L, 0x090a0b0c0d0e0f10L);
  private static final byte[] LOG_ID = Hex.parse("0102030405060708090a0b0c0d0e0f10");
  private static final SubjectId SUBJECT = new SubjectId(0x2122232425262728L, 0x292a2b2c2d2e2f30L);
  private static final byte[] SUBJECT_ID = Hex.parse("2122232425262728292a2b2c2d2e2f30");
  private static final byte[] FILE_KEY = Hex.parse("11".repeat(32));

  private final MemorySubjectKeyStore store = new MemorySubjectKeyStore();
  private final KeyWrapper wrapper = new AesGcmKeyWrapper(Crypto.platform(), FILE_KEY);
  private final byte[] context = new byte[184];
  private final byte[] cbor = CborMap.builder().put(1, "four digits").build().encode();
  private KeyRing keys = KeyRing.create(LOG, store, wrapper, Crypto.platform());
  private PayloadSealer sealer = new PayloadSealer(keys);

  @BeforeEach
  void makeASubject() {
    Arrays.fill(context, (byte) 7);
    keys.create(List.of(new Generation(SUBJECT, 0), new Generation(SUBJECT, 3)));
  }

  private void reopen() {
    keys = KeyRing.open(LOG, store, wrapper, Crypto.platform());
    sealer = new PayloadSealer(keys);
  }

  private byte[] keyEncryptionKey() throws Exception {
    byte[] wrapped = Objects.requireNonNull(store.wrappingKey());
    return IndependentCrypto.unwrap(
        FILE_KEY, wrapped, IndependentCrypto.join(IndependentCrypto.ascii("varve/1/kek"), LOG_ID));
  }

  private byte[] subjectKey(SubjectId subject, byte[] id, int generation) throws Exception {
    byte[] row =
        IndependentCrypto.join(
            IndependentCrypto.ascii("varve/1/subject"),
            LOG_ID,
            id,
            ByteBuffer.allocate(4).putInt(generation).array());
    return IndependentCrypto.unwrap(
        keyEncryptionKey(), Objects.requireNonNull(store.get(subject, generation)), row);
  }

  private byte[] logKey() throws Exception {
    return subjectKey(SubjectId.LOG, new byte[16], 0);
  }

  @Test
  void theKeyOfEachPurposeIsHkdfOfLogKeyPurposeAndLogId() throws Exception {
    Map<KeyPurpose, String> labels =
        Map.of(
            KeyPurpose.NAMES, "names",
            KeyPurpose.SCREENS, "screens",
            KeyPurpose.DIGESTS, "digests",
            KeyPurpose.TRACES, "traces",
            KeyPurpose.COMMANDS, "commands",
            KeyPurpose.SNAPSHOTS, "snapshots");
    for (KeyPurpose purpose : KeyPurpose.values()) {
      String label = Objects.requireNonNull(labels.get(purpose));
      byte[] info = IndependentCrypto.join(IndependentCrypto.ascii("varve/" + label), LOG_ID);
      byte[] key = IndependentCrypto.hkdf32(logKey(), info);
      byte[] expected = IndependentCrypto.hmac(key, "t-\u9886".getBytes(StandardCharsets.UTF_8));
      KeyedHash hash = keys.keyedHash(purpose);
      assertEquals(Hex.of(expected), Hex.of(hash.of("t-\u9886")), label);
      hash.updatePart(new byte[] {9, 8}).update(new byte[] {7});
      byte[] parts = IndependentCrypto.hmac(key, Hex.parse("00000002090807"));
      assertEquals(Hex.of(parts), Hex.of(hash.finish()), label);
    }
  }

  @Test
  void whatTheEngineSealsAnIndependentReaderOpens() throws Exception {
    byte[] envelope = sealer.seal(context, SUBJECT, 3, cbor);
    assertEquals(cbor.length + 65, envelope.length);
    assertEquals("0100000003", Hex.of(Arrays.copyOf(envelope, 5)));
    byte[] key = subjectKey(SUBJECT, SUBJECT_ID, 3);
    assertArrayEquals(cbor, IndependentCrypto.open(key, LOG_ID, context, envelope));
    byte[] logs = sealer.seal(context, SubjectId.LOG, 0, cbor);
    assertArrayEquals(cbor, IndependentCrypto.open(logKey(), LOG_ID, context, logs));
  }

  @Test
  void whatAnIndependentWriterSealsTheEngineOpens() throws Exception {
    byte[] key = subjectKey(SUBJECT, SUBJECT_ID, 0);
    byte[] nonce = Hex.parse("000102030405060708090a0b");
    byte[] envelope = IndependentCrypto.seal(key, LOG_ID, 0, context, nonce, cbor);
    assertArrayEquals(cbor, sealer.open(context, SUBJECT, Envelope.of(envelope)));
    reopen();
    assertArrayEquals(cbor, sealer.open(context, SUBJECT, Envelope.of(envelope)));
  }

  @Test
  void anEmptyContentIsSealedAndOpened() {
    byte[] envelope = sealer.seal(context, SUBJECT, 0, new byte[0]);
    assertEquals(Envelope.OVERHEAD, envelope.length);
    assertArrayEquals(new byte[0], sealer.open(context, SUBJECT, Envelope.of(envelope)));
  }

  @Test
  void anEnvelopeWhoseCommitmentIsOfAnotherContentIsRefusedAlthoughItsTagIsRight()
      throws Exception {
    byte[] key = subjectKey(SUBJECT, SUBJECT_ID, 0);
    byte[] sealKey =
        IndependentCrypto.hkdf32(
            key, IndependentCrypto.join(IndependentCrypto.ascii("varve/1/seal"), LOG_ID));
    byte[] start = Hex.parse("0100000000");
    byte[] nonce = new byte[12];
    byte[] wrong = new byte[32];
    byte[] envelope =
        IndependentCrypto.join(
            start,
            nonce,
            wrong,
            IndependentCrypto.gcm(
                Cipher.ENCRYPT_MODE,
                sealKey,
                nonce,
                IndependentCrypto.join(context, start, wrong),
                cbor));
    assertThrows(
        SealBrokenException.class, () -> sealer.open(context, SUBJECT, Envelope.of(envelope)));
  }

  @Test
  void noBitOfAnEnvelopeCanBeChanged() {
    byte[] envelope = sealer.seal(context, SUBJECT, 3, cbor);
    for (int bit = 0; bit < envelope.length * 8; bit++) {
      byte[] changed = envelope.clone();
      changed[bit / 8] ^= (byte) (1 << bit % 8);
      String where = "bit " + bit;
      if (bit / 8 >= 1 && bit / 8 <= 4) {
        // Another generation: refused for its sign, or its key is not there.
        try {
          assertNull(sealer.open(context, SUBJECT, Envelope.of(changed)), where);
        } catch (VarveException e) {
          assertTrue(String.valueOf(e.getMessage()).contains("generation"), where);
        }
      } else {
        assertThrows(
            VarveException.class, () -> sealer.open(context, SUBJECT, Envelope.of(changed)), where);
      }
    }
  }

  @Test
  void anEnvelopeIsBoundToEachByteOfItsEntryAndToSubjectGenerationAndLog() throws Exception {
    Envelope envelope = Envelope.of(sealer.seal(context, SUBJECT, 3, cbor));
    for (int i = 0; i < context.length; i++) {
      byte[] other = context.clone();
      other[i] ^= 1;
      assertThrows(SealBrokenException.class, () -> sealer.open(other, SUBJECT, envelope));
    }
    SubjectId another = new SubjectId(1, 1);
    keys.create(List.of(new Generation(another, 3)));
    assertThrows(SealBrokenException.class, () -> sealer.open(context, another, envelope));
    byte[] key = subjectKey(SUBJECT, SUBJECT_ID, 3);
    assertThrows(
        AEADBadTagException.class,
        () -> IndependentCrypto.open(key, new byte[16], context, envelope.toBytes()));
  }

  @Test
  void twoEnvelopesOfOneContentShareNothingThatAnOutsiderCouldCompare() {
    byte[] first = sealer.seal(context, SUBJECT, 0, cbor);
    byte[] second = sealer.seal(context, SUBJECT, 0, cbor);
    assertNotEquals(
        Hex.of(Arrays.copyOfRange(first, 5, 17)), Hex.of(Arrays.copyOfRange(second, 5, 17)));
    assertNotEquals(
        Hex.of(Envelope.of(first).commitment()), Hex.of(Envelope.of(second).commitment()));
  }

  @Test
  void anErasedKeyOpensNothingAndSealsNothing() {
    Envelope envelope = Envelope.of(sealer.seal(context, SUBJECT, 3, cbor));
    store.remove(SUBJECT, 3);
    reopen();
    assertNull(sealer.open(context, SUBJECT, envelope));
    assertThrows(KeyStoreException.class, () -> sealer.seal(context, SUBJECT, 3, cbor));
    assertEquals(4, keys.nextGeneration(SUBJECT), "an erased generation is not used again");
  }

  @Test
  void aWrappedKeyIsBoundToSubjectGenerationAndLog() {
    byte[] wrapped = Objects.requireNonNull(store.get(SUBJECT, 3));
    SubjectId other = new SubjectId(5, 5);
    store.put(
        List.of(
            new SubjectKeyStore.Row(other, 3, ByteString.of(wrapped)),
            new SubjectKeyStore.Row(SUBJECT, 4, ByteString.of(wrapped))));
    assertThrows(KeyStoreException.class, () -> sealer.seal(context, other, 3, cbor));
    assertThrows(KeyStoreException.class, () -> sealer.seal(context, SUBJECT, 4, cbor));
    LogId otherLog = new LogId(9, 9);
    assertThrows(
        KeyStoreException.class, () -> KeyRing.open(otherLog, store, wrapper, Crypto.platform()));
  }

  @Test
  void aKeyRingIsNotOpenedByAnotherWrappingKeyOrWithoutItsRows() {
    KeyWrapper other = new AesGcmKeyWrapper(Crypto.platform(), new byte[32]);
    assertThrows(KeyStoreException.class, () -> KeyRing.open(LOG, store, other, Crypto.platform()));
    assertThrows(
        KeyStoreException.class,
        () -> KeyRing.open(LOG, new MemorySubjectKeyStore(), wrapper, Crypto.platform()));
    assertThrows(
        KeyStoreException.class, () -> KeyRing.create(LOG, store, wrapper, Crypto.platform()));
    store.remove(SubjectId.LOG, 0);
    assertThrows(
        KeyStoreException.class, () -> KeyRing.open(LOG, store, wrapper, Crypto.platform()));
  }

  @Test
  void aClosedKeyRingNeitherSealsNorOpensNorHashes() {
    Envelope envelope = Envelope.of(sealer.seal(context, SubjectId.LOG, 0, cbor));
    keys.close();
    keys.close();
    assertThrows(KeyStoreException.class, () -> sealer.seal(context, SubjectId.LOG, 0, cbor));
    assertThrows(KeyStoreException.class, () -> sealer.open(context, SubjectId.LOG, envelope));
    assertThrows(KeyStoreException.class, () -> keys.keyedHash(KeyPurpose.TRACES));
  }

  @Test
  void aWrapperBindsToItsContextAndRefusesChangedBytes() {
    byte[] key = Crypto.platform().random(32);
    byte[] wrapped = wrapper.wrap(key, new byte[] {1});
    assertEquals(12 + 32 + 16, wrapped.length);
    assertArrayEquals(key, wrapper.unwrap(wrapped, new byte[] {1}));
    assertThrows(KeyStoreException.class, () -> wrapper.unwrap(wrapped, new byte[] {2}));
    for (int i = 0; i < wrapped.length; i++) {
      byte[] changed = wrapped.clone();
      changed[i] ^= (byte) 0x80;
      assertThrows(KeyStoreException.class, () -> wrapper.unwrap(changed, new byte[] {1}));
      byte[] cut = Arrays.copyOf(wrapped, i);
      assertThrows(KeyStoreException.class, () -> wrapper.unwrap(cut, new byte[] {1}));
    }
    assertThrows(
        KeyStoreException.class, () -> new AesGcmKeyWrapper(Crypto.platform(), new byte[16]));
  }

  @Test
  void anEnvelopeThatIsShortOrOfAnotherVersionIsRefused() {
    byte[] bytes = new byte[Envelope.OVERHEAD];
    bytes[0] = 1;
    assertEquals(0, Envelope.of(bytes).generation());
    bytes[0] = 2;
    assertThrows(VarveException.class, () -> Envelope.of(bytes));
    assertThrows(VarveException.class, () -> Envelope.of(new byte[Envelope.OVERHEAD - 1]));
  }

  @Test
  void aSealedValueIsFreshOrStoredAndPrintsNoContent() {
    CborMap content = CborMap.builder().put(0, "topsecret").build();
    SealedValue fresh = SealedValue.fresh(content);
    assertFalse(fresh.isStored());
    assertEquals(content.encode().length + Envelope.OVERHEAD, fresh.envelopeSize());
    assertThrows(VarveException.class, fresh::commitment);
    assertThrows(VarveException.class, () -> fresh.open(sealer));
    byte[] envelope = fresh.seal(sealer, context, SUBJECT, 3);
    SealedValue stored = SealedValue.stored(SUBJECT, context, Envelope.of(envelope));
    assertTrue(stored.isStored());
    assertEquals(envelope.length, stored.envelopeSize());
    assertEquals(3, stored.generation());
    assertArrayEquals(Arrays.copyOfRange(envelope, 17, 49), stored.commitment());
    assertArrayEquals(envelope, stored.envelope());
    assertEquals(content, stored.open(sealer));
    assertThrows(VarveException.class, () -> stored.seal(sealer, context, SUBJECT, 3));
    assertFalse((fresh + " " + stored).contains("secret"));
    store.remove(SUBJECT, 3);
    reopen();
    assertNull(stored.open(sealer));
  }

  @Test
  void moreKeysThanAreKeptOpenStillAllWork() {
    byte[] first = sealer.seal(context, SUBJECT, 0, cbor);
    List<Generation> many =
        java.util.stream.IntStream.range(10, 10 + 4200)
            .mapToObj(number -> new Generation(SUBJECT, number))
            .toList();
    keys.create(many);
    for (Generation generation : many) {
      assertNotNull(sealer.seal(context, SUBJECT, generation.number(), cbor));
    }
    assertArrayEquals(cbor, sealer.open(context, SUBJECT, Envelope.of(first)));
  }

  @Test
  void rowsOfTheMemoryStoreAreAddedAllOrNone() {
    ByteString key = ByteString.of(new byte[] {1});
    SubjectKeyStore.Row fresh = new SubjectKeyStore.Row(SUBJECT, 9, key);
    SubjectKeyStore.Row taken = new SubjectKeyStore.Row(SUBJECT, 3, key);
    assertThrows(KeyStoreException.class, () -> store.put(List.of(fresh, taken)));
    assertThrows(KeyStoreException.class, () -> store.put(List.of(fresh, fresh)));
    assertNull(store.get(SUBJECT, 9));
    assertEquals(3, store.lastGeneration(SUBJECT));
    assertEquals(-1, store.lastGeneration(new SubjectId(8, 8)));
    assertThrows(KeyStoreException.class, () -> store.putWrappingKey(new byte[1]));
  }
}
