package dev.varve.engine.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.varve.engine.LogFixture;
import dev.varve.engine.entry.EntryHash;
import dev.varve.engine.entry.EntryHeader;
import dev.varve.engine.log.MemoryLog;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** When the algorithms may change, and when an epoch may begin. */
class ChainRulesTest {
  private static final int ALGORITHMS_CHANGED = 12;
  private static final int EPOCH_BEGAN = 14;

  /** Genesis is 0 to 2; every entry behind it is a command of its own. */
  private static List<byte[]> tenEntries() {
    LogFixture fixture = new LogFixture();
    MemoryLog log = fixture.create();
    while (log.lastSequence() < 9) {
      log.writer().append(LogFixture.command(log, LogFixture.note("entry")));
    }
    return LogFixture.records(fixture.store);
  }

  private final List<byte[]> records = tenEntries();

  private void type(int sequence, int type) {
    ByteBuffer.wrap(records.get(sequence)).putShort(20, (short) type);
  }

  private void hashFrom(int sequence, int algorithm) {
    for (byte[] record : records.subList(sequence, records.size())) {
      record[5] = (byte) algorithm;
    }
  }

  private void epochFrom(int sequence, int epoch) {
    for (byte[] record : records.subList(sequence, records.size())) {
      ByteBuffer.wrap(record).putInt(16, epoch);
    }
  }

  private List<String> findings() {
    EntryHash hash = new EntryHash();
    byte[] previous = new byte[32];
    List<byte[]> linked = new ArrayList<>();
    for (byte[] record : records) {
      byte[] copy = record.clone();
      byte[] payload = Arrays.copyOfRange(copy, EntryHeader.SIZE, copy.length);
      System.arraycopy(hash.ofPayload(copy[5], payload, 0, payload.length), 0, copy, 184, 32);
      System.arraycopy(previous, 0, copy, 216, 32);
      previous = hash.ofHeader(copy, 0);
      System.arraycopy(previous, 0, copy, 248, 32);
      linked.add(copy);
    }
    VerificationReport report = LogVerifier.verify(LogFixture.storeOf(linked));
    assertEquals(report.findings().isEmpty() ? Verdict.OK : Verdict.DAMAGED, report.verdict());
    return report.findings().stream().map(f -> f.sequence() + " " + f.kind()).toList();
  }

  @Test
  void algorithmsChangeBehindTheEntryThatSaysSo() {
    type(5, ALGORITHMS_CHANGED);
    hashFrom(6, EntryHeader.HASH_SHA512_256);
    assertEquals(List.of(), findings());
  }

  @Test
  void algorithmsThatChangeUnannouncedLateOrEarlyAreAFinding() {
    hashFrom(6, EntryHeader.HASH_SHA512_256);
    assertEquals(List.of("6 FORMAT"), findings());
    type(4, ALGORITHMS_CHANGED);
    assertEquals(List.of("6 FORMAT"), findings());
    type(6, ALGORITHMS_CHANGED);
    assertEquals(List.of("6 FORMAT"), findings());
    type(5, ALGORITHMS_CHANGED);
    assertEquals(List.of(), findings());
  }

  @Test
  void aLogMayBeginWithEitherHash() {
    hashFrom(0, EntryHeader.HASH_SHA512_256);
    assertEquals(List.of(), findings());
  }

  @Test
  void anEpochBeginsWithTheEntryThatSaysSoAtTheBeginningOfACommand() {
    type(6, EPOCH_BEGAN);
    epochFrom(6, 1);
    assertEquals(List.of(), findings());
    type(8, EPOCH_BEGAN);
    epochFrom(8, 2);
    assertEquals(List.of(), findings());
  }

  @Test
  void anEpochThatBeginsUnannouncedJumpsOrBeginsWithinACommandIsAFinding() {
    epochFrom(6, 1);
    assertEquals(List.of("6 EPOCH"), findings());
    type(6, EPOCH_BEGAN);
    epochFrom(6, 2);
    assertEquals(List.of("6 EPOCH"), findings());
    epochFrom(6, 1);
    ByteBuffer.wrap(records.get(6)).putShort(52, (short) 1);
    assertEquals("6 EPOCH", findings().get(0));
    type(0, EPOCH_BEGAN);
    epochFrom(0, 1);
    assertEquals("0 EPOCH", findings().get(0));
  }

  @Test
  void anEpochDoesNotGoBack() {
    type(5, EPOCH_BEGAN);
    epochFrom(5, 1);
    epochFrom(7, 0);
    assertEquals(List.of("7 EPOCH"), findings());
  }
}
