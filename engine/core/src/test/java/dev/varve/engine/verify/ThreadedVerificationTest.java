package dev.varve.engine.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.varve.engine.ForwardingStore;
import dev.varve.engine.LogFixture;
import dev.varve.engine.checkpoint.Checkpoint;
import dev.varve.engine.checkpoint.SignatureAlgorithm;
import dev.varve.engine.checkpoint.TestSigner;
import dev.varve.engine.entry.ByteString;
import dev.varve.engine.entry.EntryHash;
import dev.varve.engine.entry.EntryHeader;
import dev.varve.engine.log.MemoryLog;
import dev.varve.engine.store.EntryCursor;
import dev.varve.engine.store.EntryStore;
import dev.varve.engine.store.StoreException;
import dev.varve.engine.store.memory.MemoryEntryStore;
import dev.varve.engine.tree.MerkleTree;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ThreadedVerificationTest {
  /** Whole ranges, more than are checked ahead, and a part of one. */
  private static final int ENTRIES = 12 * 1024 + 234;

  private static final TestSigner SIGNER =
      TestSigner.of(LogFixture.LOG_ID, SignatureAlgorithm.ED25519);

  private final List<byte[]> records = manyRecords();

  /** A log made by hand, since sealing so many entries takes long: same payload, own headers. */
  private static List<byte[]> manyRecords() {
    LogFixture fixture = new LogFixture();
    MemoryLog log = fixture.create();
    log.writer().append(LogFixture.command(log, LogFixture.note("the one")));
    List<byte[]> records = LogFixture.records(fixture.store);
    byte[] template = records.get(3);
    EntryHash hash = new EntryHash();
    byte[] previous = EntryHeader.of(template).entryHash();
    for (int sequence = 4; sequence < ENTRIES; sequence++) {
      byte[] record = template.clone();
      ByteBuffer.wrap(record).putLong(8, sequence).putLong(56, sequence);
      System.arraycopy(previous, 0, record, 216, 32);
      previous = hash.ofHeader(record, 0);
      System.arraycopy(previous, 0, record, 248, 32);
      records.add(record);
    }
    return records;
  }

  private ByteString root(long size) {
    MerkleTree tree = new MerkleTree();
    for (byte[] record : records.subList(0, (int) size)) {
      tree.append(EntryHeader.of(record).entryHash());
    }
    return ByteString.of(tree.root());
  }

  /** Adds notes on the log as it was written. */
  private Evidence sign(EntryStore store, long... sizes) {
    for (long size : sizes) {
      Checkpoint checkpoint = Checkpoint.of(LogFixture.LOG_ID, size, root(size));
      store.notes().add(ByteString.of(checkpoint.signedBy(SIGNER).toBytes()));
    }
    return new Evidence(List.of(SIGNER.verifierKey()), null);
  }

  private static VerificationReport sameOnEveryNumberOfThreads(
      EntryStore store, Evidence evidence) {
    VerificationReport one = LogVerifier.verify(store, evidence, 1);
    for (int threads = 2; threads <= 4; threads++) {
      assertEquals(one, LogVerifier.verify(store, evidence, threads), threads + " threads");
    }
    return one;
  }

  @Test
  void aSoundLogIsReportedAlikeAndHasTheRootOfEachNote() {
    MemoryEntryStore store = LogFixture.storeOf(records);
    Evidence evidence = sign(store, 0, 1, 31, 32, 1023, 1024, 1025, 9000, ENTRIES);
    VerificationReport report = sameOnEveryNumberOfThreads(store, evidence);
    assertEquals(Verdict.OK, report.verdict(), report.findings().toString());
    assertEquals(ENTRIES, report.entries());
    assertEquals(ENTRIES, report.signedSize());
    assertEquals(root(ENTRIES), report.root());
  }

  @Test
  void sizesAroundTheEdgeOfARangeAreReportedAlike() {
    for (int size : new int[] {0, 1, 1023, 1024, 1025, 4096, 5120}) {
      VerificationReport report =
          sameOnEveryNumberOfThreads(LogFixture.storeOf(records.subList(0, size)), Evidence.NONE);
      assertEquals(size, report.entries());
    }
  }

  @Test
  void damagedLogsFromASeedAreReportedAlike() {
    Random random = new Random(20261201);
    for (int round = 0; round < 12; round++) {
      List<byte[]> damaged = new ArrayList<>(records);
      int changes = 1 + random.nextInt(5);
      for (int i = 0; i < changes; i++) {
        int at = random.nextInt(damaged.size());
        switch (random.nextInt(4)) {
          case 0 -> damaged.remove(at);
          case 1 -> damaged.add(at, records.get(random.nextInt(ENTRIES)));
          case 2 -> damaged.set(at, new byte[random.nextInt(300)]);
          default -> {
            byte[] record = damaged.get(at).clone();
            record[random.nextInt(record.length)] ^= (byte) (1 << random.nextInt(8));
            damaged.set(at, record);
          }
        }
      }
      MemoryEntryStore store = LogFixture.storeOf(damaged);
      Evidence evidence = sign(store, 100, 5000, ENTRIES);
      VerificationReport report = sameOnEveryNumberOfThreads(store, evidence);
      assertFalse(report.findings().isEmpty(), "round " + round);
    }
  }

  /** The store, but reading one record fails. */
  private static EntryStore failing(EntryStore store, long at, RuntimeException failure) {
    return new ForwardingStore(store) {
      @Override
      public EntryCursor cursor(long from) {
        EntryCursor cursor = super.cursor(from);
        return new EntryCursor() {
          private long next = from;

          @Override
          public byte @Nullable [] next() {
            if (next++ == at) {
              throw failure;
            }
            return cursor.next();
          }

          @Override
          public void close() {
            cursor.close();
          }
        };
      }
    };
  }

  @Test
  void aRecordThatCannotBeReadIsReportedAlikeWhereverItStands() {
    EntryStore store = LogFixture.storeOf(records);
    for (long at : new long[] {0, 1023, 1024, 5000, ENTRIES - 1}) {
      VerificationReport report =
          sameOnEveryNumberOfThreads(
              failing(store, at, new StoreException("block 7 is gone")), Evidence.NONE);
      assertEquals(Verdict.DAMAGED, report.verdict());
      assertEquals(new Finding(at, FindingKind.STORE, "block 7 is gone"), report.findings().get(0));
      assertEquals(at, report.entries());
    }
  }

  @Test
  void aFailureThatIsNotTheStoresOwnEndsTheVerification() {
    EntryStore store = LogFixture.storeOf(records);
    for (int threads = 1; threads <= 3; threads++) {
      int count = threads;
      assertThrows(
          IllegalStateException.class,
          () ->
              LogVerifier.verify(
                  failing(store, 6000, new IllegalStateException("mapped away")),
                  Evidence.NONE,
                  count));
    }
    assertThrows(IllegalArgumentException.class, () -> LogVerifier.verify(store, Evidence.NONE, 0));
  }
}
