package dev.varve.engine.jvm.keys;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.engine.entry.LogId;
import dev.varve.engine.entry.SubjectId;
import dev.varve.engine.seal.Crypto;
import dev.varve.engine.seal.Envelope;
import dev.varve.engine.seal.KeyRing;
import dev.varve.engine.seal.KeyRing.Generation;
import dev.varve.engine.seal.PayloadSealer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several handles on one folder while keys are destroyed. */
final class KeyHandlesTest {
  private static final LogId LOG = new LogId(1, 2);
  private static final SubjectId STAYS = new SubjectId(3, 3);
  private static final byte[] CONTEXT = new byte[184];
  private static final byte[] CBOR = {(byte) 0xa0};

  @TempDir Path temp;
  private final List<AutoCloseable> open = new ArrayList<>();
  private KeyRing writer;
  private PayloadSealer sealer;

  @BeforeEach
  void makeKeys() {
    KeyFiles files = KeyFiles.create(temp.resolve("keys"));
    writer = KeyRing.create(LOG, files.subjectKeys(), files.keyWrapper(), Crypto.platform());
    open.add(writer);
    sealer = new PayloadSealer(writer);
    writer.create(List.of(new Generation(STAYS, 0)));
  }

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable each : open) {
      each.close();
    }
  }

  private PayloadSealer reader() {
    KeyFiles files = KeyFiles.open(temp.resolve("keys"), false);
    KeyRing ring = KeyRing.open(LOG, files.subjectKeys(), files.keyWrapper(), Crypto.platform());
    open.add(ring);
    return new PayloadSealer(ring);
  }

  private Envelope sealed(SubjectId subject) {
    return Envelope.of(sealer.seal(CONTEXT, subject, 0, CBOR));
  }

  @Test
  void aReaderOfThisProcessOpensNothingMoreOfWhatWasErased() {
    SubjectId gone = new SubjectId(4, 4);
    writer.create(List.of(new Generation(gone, 0)));
    Envelope erased = sealed(gone);
    Envelope stays = sealed(STAYS);
    PayloadSealer reader = reader();
    assertArrayEquals(CBOR, reader.open(CONTEXT, gone, erased));
    assertArrayEquals(CBOR, reader.open(CONTEXT, STAYS, stays));
    writer.erase(List.of(gone));
    assertNull(reader.open(CONTEXT, gone, erased));
    assertArrayEquals(CBOR, reader.open(CONTEXT, STAYS, stays));
    // And of what comes later it opens all.
    SubjectId later = new SubjectId(5, 5);
    writer.create(List.of(new Generation(later, 0)));
    assertArrayEquals(CBOR, reader.open(CONTEXT, later, sealed(later)));
  }

  @Test
  void readersThatOpenAndReadWhileKeysAreReplacedFindEverythingThatStays() throws Exception {
    Envelope stays = sealed(STAYS);
    AtomicBoolean done = new AtomicBoolean();
    PayloadSealer old = reader();
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      Future<Integer> reading =
          threads.submit(
              () -> {
                int times = 0;
                while (!done.get()) {
                  assertArrayEquals(CBOR, old.open(CONTEXT, STAYS, stays));
                  times++;
                }
                return times;
              });
      Future<Integer> opening =
          threads.submit(
              () -> {
                int times = 0;
                while (!done.get()) {
                  try (KeyFiles files = KeyFiles.open(temp.resolve("keys"), false);
                      KeyRing ring =
                          KeyRing.open(
                              LOG, files.subjectKeys(), files.keyWrapper(), Crypto.platform())) {
                    assertArrayEquals(CBOR, new PayloadSealer(ring).open(CONTEXT, STAYS, stays));
                  }
                  times++;
                }
                return times;
              });
      for (int i = 0; i < 40; i++) {
        SubjectId gone = new SubjectId(9, i);
        writer.create(List.of(new Generation(gone, 0)));
        writer.erase(List.of(gone));
      }
      done.set(true);
      assertTrue(reading.get() > 0);
      assertTrue(opening.get() > 0);
    } finally {
      done.set(true);
      threads.shutdownNow();
    }
    assertEquals(0, writer.nextGeneration(new SubjectId(9, 0)));
  }
}
