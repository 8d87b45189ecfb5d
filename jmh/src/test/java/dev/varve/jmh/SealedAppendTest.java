package dev.varve.jmh;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.engine.log.CommandReceipt;
import dev.varve.engine.seal.Envelope;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SealedAppendTest {
  final SealedAppend benchmark = new SealedAppend();

  /** Genesis is three entries; each of the eight subjects costs an introduction and an entry. */
  static final long FIRST_MEASURED = 3 + 8 * 2;

  static BenchedLog open(String store) {
    BenchedLog log = new BenchedLog();
    log.store = store;
    log.open();
    return log;
  }

  @ParameterizedTest
  @ValueSource(strings = {"memory", "chronicle"})
  void eachCallAppendsOneEntry(String store) {
    BenchedLog log = open(store);
    for (int i = 0; i < 20; i++) {
      CommandReceipt receipt = benchmark.append(log);
      assertEquals(FIRST_MEASURED + i, receipt.firstSequence());
      assertEquals(1, receipt.entries().size());
    }
    log.close();
  }

  @Test
  void thePayloadHasSixtyFourBytesBeforeSealing() {
    BenchedLog log = open("memory");
    byte[] stored = benchmark.append(log).entries().get(0).storedPayload();
    assertEquals(64, stored.length - Envelope.OVERHEAD);
    log.close();
  }

  @Test
  void aLogThatHasReachedItsLimitIsBegunAnew() {
    BenchedLog log = open("memory");
    for (int i = 0; i < 1 << 16; i++) {
      benchmark.append(log);
    }
    assertEquals(FIRST_MEASURED, benchmark.append(log).firstSequence());
    log.close();
  }

  @Test
  void aClosedStoreLeavesNoFolderBehind() {
    BenchedStore store = BenchedStore.open("chronicle");
    Path folder = Objects.requireNonNull(store.folder());
    assertTrue(Files.exists(folder));
    store.close();
    assertFalse(Files.exists(folder));
  }
}
