package dev.varve.engine.jvm.crypto;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.engine.cbor.CborMap;
import dev.varve.engine.command.Actor;
import dev.varve.engine.command.Command;
import dev.varve.engine.command.Context;
import dev.varve.engine.command.NewEvent;
import dev.varve.engine.entry.Hex;
import dev.varve.engine.entry.LogId;
import dev.varve.engine.entry.StreamId;
import dev.varve.engine.entry.SubjectId;
import dev.varve.engine.event.EngineEvent;
import dev.varve.engine.event.EventRegistry;
import dev.varve.engine.jvm.LogFolder;
import dev.varve.engine.jvm.keys.KeyFiles;
import dev.varve.engine.log.LogReader;
import dev.varve.engine.log.MemoryLog;
import dev.varve.engine.seal.Crypto;
import dev.varve.engine.seal.Envelope;
import dev.varve.engine.seal.KeyPurpose;
import dev.varve.engine.seal.KeyRing;
import dev.varve.engine.seal.KeyRing.Generation;
import dev.varve.engine.seal.KeyStoreException;
import dev.varve.engine.seal.PayloadSealer;
import dev.varve.engine.seal.SealBrokenException;
import dev.varve.engine.store.Durability;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Everything that seals and opens, with each provider, and what one sealed with the other. */
final class ProvidersTest {
  private static final LogId LOG = new LogId(1, 2);
  private static final SubjectId SUBJECT = new SubjectId(3, 4);
  private static final byte[] CONTEXT = new byte[184];
  private static final Actor ACTOR = Actor.unsigned("dev.varve.test", 7);

  @TempDir Path temp;

  private static Crypto crypto(String name) {
    return JvmCrypto.of(Map.of(JvmCrypto.VARIABLE, name));
  }

  private KeyRing ring(KeyFiles files, Crypto crypto, boolean isNew) {
    return isNew
        ? KeyRing.create(LOG, files.subjectKeys(), files.keyWrapper(), crypto)
        : KeyRing.open(LOG, files.subjectKeys(), files.keyWrapper(), crypto);
  }

  @ParameterizedTest
  @CsvSource({"jdk,jdk", "jdk,conscrypt", "conscrypt,jdk", "conscrypt,conscrypt"})
  void whatOneSealsTheOtherOpens(String sealing, String opening) {
    Path folder = temp.resolve("keys");
    char[] passphrase = "open sesame".toCharArray();
    Crypto first = crypto(sealing);
    Crypto second = crypto(opening);
    byte[] small = CborMap.builder().put(1, "x").build().encode();
    byte[] large = CborMap.builder().put(1, "y".repeat(100_000)).build().encode();
    Envelope smallSealed;
    Envelope largeSealed;
    byte[] names;
    try (KeyRing keys = ring(KeyFiles.create(folder, first, passphrase), first, true)) {
      keys.create(List.of(new Generation(SUBJECT, 0), new Generation(SUBJECT, 1)));
      PayloadSealer sealer = new PayloadSealer(keys);
      smallSealed = Envelope.of(sealer.seal(CONTEXT, SUBJECT, 0, small));
      largeSealed = Envelope.of(sealer.seal(CONTEXT, SUBJECT, 1, large));
      names = keys.keyedHash(KeyPurpose.NAMES).of("name");
    }
    KeyFiles files = KeyFiles.open(folder, true, second, where -> "open sesame".toCharArray());
    try (KeyRing keys = ring(files, second, false)) {
      PayloadSealer opener = new PayloadSealer(keys);
      assertArrayEquals(small, opener.open(CONTEXT, SUBJECT, smallSealed));
      assertArrayEquals(large, opener.open(CONTEXT, SUBJECT, largeSealed));
      assertArrayEquals(names, keys.keyedHash(KeyPurpose.NAMES).of("name"));
      byte[] other = CONTEXT.clone();
      other[5] = 1;
      assertThrows(SealBrokenException.class, () -> opener.open(other, SUBJECT, smallSealed));
      keys.purge(List.of(new Generation(SUBJECT, 1)));
      assertNull(opener.open(CONTEXT, SUBJECT, largeSealed));
      assertArrayEquals(small, opener.open(CONTEXT, SUBJECT, smallSealed));
    }
  }

  @ParameterizedTest
  @CsvSource({"jdk,conscrypt", "conscrypt,jdk"})
  void aLogThatOneWroteTheOtherReadsAndGoesOnWith(String writing, String reading) {
    Path place = temp.resolve("log");
    EventRegistry registry = EventRegistry.builder().build();
    LogFolder first =
        new LogFolder(place, temp.resolve("keys"), Map.of(JvmCrypto.VARIABLE, writing));
    LogId id = first.create(registry, ACTOR, "test");
    LogFolder second =
        new LogFolder(place, temp.resolve("keys"), Map.of(JvmCrypto.VARIABLE, reading));
    for (LogFolder folder : List.of(second, first)) {
      try (MemoryLog log = MemoryLog.open(folder.open(), registry, Durability.PROCESS)) {
        assertEquals(id, log.id());
        NewEvent event =
            new NewEvent(
                new StreamId(5, 5),
                SubjectId.LOG,
                new EngineEvent.ActorRegistered("com.example.agent", "0".repeat(64)));
        log.writer().append(Command.of(log.newCommandId(), Context.of(ACTOR), List.of(event)));
      }
    }
    try (MemoryLog log = MemoryLog.open(second.openReadOnly(), registry, Durability.PROCESS);
        LogReader reader = log.reader()) {
      int commands = 0;
      while (reader.next() != null) {
        commands++;
      }
      assertEquals(3, commands);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"jdk", "conscrypt"})
  void macsMeetTheVectorOfRfc4231AndDigestsAreThePlatforms(String name) throws Exception {
    Mac mac = crypto(name).hmacSha256();
    mac.init(new SecretKeySpec(Hex.parse("0b".repeat(20)), "HmacSHA256"));
    assertEquals(
        "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7",
        Hex.of(mac.doFinal("Hi There".getBytes(java.nio.charset.StandardCharsets.US_ASCII))));
    assertSame(
        Crypto.platform().sha256().getProvider().getClass(),
        crypto(name).sha256().getProvider().getClass());
    boolean conscrypt = name.equals("conscrypt");
    assertEquals(conscrypt, mac.getProvider().getName().contains("Conscrypt"));
    assertEquals(conscrypt, crypto(name).aesGcm().getProvider().getName().contains("Conscrypt"));
    assertNotNull(crypto(name).random(3));
  }

  @Test
  void theJdksIsTheDefaultAndAnUnknownNameIsRefused() {
    assertSame(JvmCrypto.jdk(), JvmCrypto.of(Map.of()));
    assertSame(JvmCrypto.jdk(), crypto(""));
    KeyStoreException refused = assertThrows(KeyStoreException.class, () -> crypto("openssl"));
    assertTrue(String.valueOf(refused.getMessage()).contains("jdk or conscrypt"));
  }
}
