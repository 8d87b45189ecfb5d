package dev.varve.engine.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.engine.clock.EngineClock;
import dev.varve.engine.command.Actor;
import dev.varve.engine.entry.EntryHash;
import dev.varve.engine.event.EventRegistry;
import dev.varve.engine.seal.AesGcmKeyWrapper;
import dev.varve.engine.seal.Crypto;
import dev.varve.engine.seal.MemorySubjectKeyStore;
import dev.varve.engine.store.Durability;
import dev.varve.engine.store.EntryCursor;
import dev.varve.engine.store.memory.MemoryEntryStore;
import dev.varve.engine.verify.FindingKind;
import dev.varve.engine.verify.LogVerifier;
import dev.varve.engine.verify.Verdict;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Somebody without the keys changes entries and computes every hash anew. */
class RewrittenLogTest {
  static final EventRegistry REGISTRY = EventRegistry.builder().build();
  static final Crypto CRYPTO = Crypto.platform();

  final MemorySubjectKeyStore keys = new MemorySubjectKeyStore();
  final AesGcmKeyWrapper wrapper = new AesGcmKeyWrapper(CRYPTO, new byte[32]);
  final List<byte[]> records = recordsOfANewLog();

  LogPorts ports(MemoryEntryStore store) {
    return new LogPorts(store, keys, wrapper, CRYPTO, EngineClock.system());
  }

  List<byte[]> recordsOfANewLog() {
    MemoryEntryStore store = new MemoryEntryStore();
    MemoryLog log =
        MemoryLog.create(
            ports(store),
            MemoryLog.newId(CRYPTO),
            REGISTRY,
            Actor.unsigned("dev.varve.test", 7),
            "test",
            Durability.PROCESS);
    List<byte[]> written = new ArrayList<>();
    try (EntryCursor cursor = store.cursor(0)) {
      for (long i = 0; i < store.size(); i++) {
        written.add(Objects.requireNonNull(cursor.next()));
      }
    }
    assertEquals(2, log.lastSequence());
    return written;
  }

  /** A store with the records, each linked to the one before and hashed as it now is. */
  MemoryEntryStore rehashed() {
    MemoryEntryStore store = new MemoryEntryStore();
    EntryHash hash = new EntryHash();
    byte[] previous = new byte[32];
    for (byte[] record : records) {
      System.arraycopy(previous, 0, record, 216, 32);
      previous = hash.ofHeader(record, 0);
      System.arraycopy(previous, 0, record, 248, 32);
      store.append(record);
    }
    return store;
  }

  void assertVerifiesAndDoesNotOpen(int damaged) {
    MemoryEntryStore store = rehashed();
    assertEquals(Verdict.OK, LogVerifier.verify(store).verdict());
    DamagedLogException refused =
        assertThrows(
            DamagedLogException.class,
            () -> MemoryLog.open(ports(store), REGISTRY, Durability.PROCESS));
    assertEquals(FindingKind.NOT_AUTHENTIC, refused.finding().kind());
    String detail = refused.finding().detail();
    assertTrue(detail.startsWith("entry " + damaged + ": "), detail);
  }

  @Test
  void untouchedItVerifiesAndOpens() {
    MemoryEntryStore store = rehashed();
    assertEquals(Verdict.OK, LogVerifier.verify(store).verdict());
    MemoryLog log = MemoryLog.open(ports(store), REGISTRY, Durability.PROCESS);
    assertEquals(2, log.lastSequence());
  }

  @Test
  void aChangedClockVerifiesAndDoesNotOpen() {
    ByteBuffer.wrap(records.get(1)).putLong(88, 1);
    assertVerifiesAndDoesNotOpen(1);
  }

  @Test
  void anExchangedOrderVerifiesAndDoesNotOpen() {
    byte[] first = records.get(1);
    byte[] second = records.get(2);
    exchange(first, second, 8, 8);
    exchange(first, second, 48, 6);
    exchange(first, second, 7, 1);
    records.set(1, second);
    records.set(2, first);
    assertVerifiesAndDoesNotOpen(1);
  }

  static void exchange(byte[] a, byte[] b, int at, int length) {
    for (int i = at; i < at + length; i++) {
      byte kept = a[i];
      a[i] = b[i];
      b[i] = kept;
    }
  }
}
