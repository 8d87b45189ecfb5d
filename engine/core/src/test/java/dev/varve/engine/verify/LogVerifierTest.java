package dev.varve.engine.verify;

import static dev.varve.engine.LogFixture.STREAM;
import static dev.varve.engine.LogFixture.command;
import static dev.varve.engine.LogFixture.note;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.engine.LogFixture;
import dev.varve.engine.VarveException;
import dev.varve.engine.entry.EntryHash;
import dev.varve.engine.entry.EntryHeader;
import dev.varve.engine.entry.Hex;
import dev.varve.engine.log.DamagedLogException;
import dev.varve.engine.log.LogReader;
import dev.varve.engine.log.MemoryLog;
import dev.varve.engine.log.RecoveryNeededException;
import dev.varve.engine.store.EntryCursor;
import dev.varve.engine.store.EntryStore;
import dev.varve.engine.store.StoreException;
import dev.varve.engine.store.memory.MemoryEntryStore;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LogVerifierTest {
  private static final int ENTRIES = 20;

  /** Entries 0 to 2 are genesis; 3 to 7, 8 to 10 and 11 to 13 are commands; 14 to 19 are single. */
  private static List<byte[]> twentyEntries(LogFixture fixture) {
    MemoryLog log = fixture.create();
    log.writer()
        .append(
            command(
                log,
                note(STREAM, log.newSubject(), "subject", "and a secret"),
                note(""),
                note("x".repeat(100)),
                note("y".repeat(300))));
    log.writer().append(command(log, note("a"), note("b"), note("c")));
    log.writer().append(command(log, note("d"), note("e"), note("f")));
    for (int i = 14; i < ENTRIES; i++) {
      log.writer().append(command(log, note("single " + "z".repeat(i))));
    }
    List<byte[]> records = LogFixture.records(fixture.store);
    assertEquals(ENTRIES, records.size());
    return records;
  }

  private final List<byte[]> records = twentyEntries(new LogFixture());

  private static VerificationReport verify(List<byte[]> records) {
    return LogVerifier.verify(LogFixture.storeOf(records));
  }

  private static void assertDamagedFirstAt(int sequence, FindingKind kind, List<byte[]> records) {
    VerificationReport report = verify(records);
    assertEquals(Verdict.DAMAGED, report.verdict());
    assertEquals(sequence, report.findings().get(0).sequence(), report.findings().toString());
    assertEquals(kind, report.findings().get(0).kind(), report.findings().toString());
    for (int i = 1; i < report.findings().size(); i++) {
      assertTrue(
          report.findings().get(i - 1).sequence() <= report.findings().get(i).sequence(),
          "findings are sorted");
    }
  }

  private static byte[] rehashed(byte[] record) {
    byte[] copy = record.clone();
    System.arraycopy(new EntryHash().ofHeader(copy, 0), 0, copy, 248, 32);
    return copy;
  }

  private static byte[] sha256(byte[]... parts) throws Exception {
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    for (byte[] part : parts) {
      digest.update(part);
    }
    return digest.digest();
  }

  private static byte[] root(List<byte[]> leaves) throws Exception {
    if (leaves.size() == 1) {
      return leaves.get(0);
    }
    int split = Integer.highestOneBit(leaves.size() - 1);
    return sha256(
        new byte[] {1}, root(leaves.subList(0, split)), root(leaves.subList(split, leaves.size())));
  }

  @Test
  void aSoundLogIsOkWithItsIdHeadAndRoot() throws Exception {
    VerificationReport report = verify(records);
    assertEquals(Verdict.OK, report.verdict());
    assertEquals(LogFixture.LOG_ID, report.logId());
    assertEquals(ENTRIES, report.entries());
    assertEquals(0, report.epoch());
    assertEquals(List.of(), report.findings());
    List<byte[]> leaves = new ArrayList<>();
    for (byte[] record : records) {
      leaves.add(sha256(new byte[] {0}, Arrays.copyOf(record, 248)));
    }
    assertEquals(Hex.of(leaves.get(19)), report.head() == null ? "" : report.head().hex());
    assertEquals(Hex.of(root(leaves)), report.root().hex());
  }

  @Test
  void everySingleBitIsFoundAtTheEntryThatHoldsIt() {
    for (int entry = 0; entry < ENTRIES; entry++) {
      byte[] original = records.get(entry);
      for (int bit = 0; bit < original.length * 8; bit++) {
        byte[] flipped = original.clone();
        flipped[bit / 8] ^= (byte) (1 << bit % 8);
        List<byte[]> changed = new ArrayList<>(records);
        changed.set(entry, flipped);
        VerificationReport report = verify(changed);
        String where = "entry " + entry + ", byte " + bit / 8 + ", bit " + bit % 8;
        assertEquals(Verdict.DAMAGED, report.verdict(), where);
        for (Finding finding : report.findings()) {
          assertEquals(entry, finding.sequence(), where + ": one entry, no trail");
        }
        FindingKind expected = bit < 280 * 8 ? FindingKind.ENTRY_HASH : FindingKind.PAYLOAD_DIGEST;
        assertEquals(expected, report.findings().get(0).kind(), where);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 4, 7, 8, 12, 13, 14, 18})
  void aMissingEntryIsAGapWhereItStood(int entry) {
    List<byte[]> changed = new ArrayList<>(records);
    changed.remove(entry);
    assertDamagedFirstAt(entry, FindingKind.SEQUENCE_GAP, changed);
  }

  @Test
  void swappedEntriesAreFoundAtTheFirst() {
    for (int entry = 0; entry < ENTRIES - 1; entry++) {
      List<byte[]> changed = new ArrayList<>(records);
      Collections.swap(changed, entry, entry + 1);
      assertDamagedFirstAt(entry, FindingKind.SEQUENCE_GAP, changed);
    }
  }

  @Test
  void aDuplicatedEntryIsFoundAtTheSecond() {
    for (int entry = 0; entry < ENTRIES; entry++) {
      List<byte[]> changed = new ArrayList<>(records);
      changed.add(entry + 1, records.get(entry));
      assertDamagedFirstAt(entry + 1, FindingKind.SEQUENCE_GAP, changed);
    }
  }

  @Test
  void aTruncatedRecordIsFound() {
    for (int entry = 0; entry < ENTRIES; entry++) {
      for (int length : new int[] {0, 1, 279, 280, records.get(entry).length - 1}) {
        List<byte[]> changed = new ArrayList<>(records);
        changed.set(entry, Arrays.copyOf(records.get(entry), length));
        assertDamagedFirstAt(entry, FindingKind.FORMAT, changed);
      }
      List<byte[]> longer = new ArrayList<>(records);
      longer.set(entry, Arrays.copyOf(records.get(entry), records.get(entry).length + 1));
      assertDamagedFirstAt(entry, FindingKind.FORMAT, longer);
    }
  }

  @Test
  void anEntryOfAnotherLogIsFound() {
    List<byte[]> foreign = twentyEntries(new LogFixture());
    for (int entry = 1; entry < ENTRIES; entry++) {
      List<byte[]> changed = new ArrayList<>(records);
      changed.set(entry, foreign.get(entry));
      assertDamagedFirstAt(entry, FindingKind.PREV_HASH, changed);
    }
    List<byte[]> changed = new ArrayList<>(records);
    changed.set(0, foreign.get(0));
    assertDamagedFirstAt(1, FindingKind.PREV_HASH, changed);
  }

  @Test
  void aChangedAndRehashedHeaderBreaksTheLinkBehindIt() {
    for (int entry = 0; entry < ENTRIES - 1; entry++) {
      List<byte[]> changed = new ArrayList<>(records);
      byte[] record = records.get(entry).clone();
      record[95] ^= 1; // the wall clock
      changed.set(entry, rehashed(record));
      assertDamagedFirstAt(entry + 1, FindingKind.PREV_HASH, changed);
    }
  }

  @Test
  void aRehashedHeaderWithADefectAnotherEpochOrSequenceIsFoundItself() {
    record Change(int offset, int value, FindingKind kind) {}
    for (Change change :
        List.of(
            new Change(4, 2, FindingKind.FORMAT),
            new Change(55, 1, FindingKind.FORMAT),
            new Change(15, 99, FindingKind.SEQUENCE_GAP),
            new Change(19, 1, FindingKind.EPOCH))) {
      List<byte[]> changed = new ArrayList<>(records);
      byte[] record = records.get(9).clone();
      record[change.offset()] = (byte) change.value();
      changed.set(9, rehashed(record));
      assertDamagedFirstAt(9, change.kind(), changed);
    }
  }

  /** Chains records anew from {@code from} on, as whoever can write the file could. */
  private static List<byte[]> relinked(List<byte[]> records, int from) {
    List<byte[]> chained = new ArrayList<>(records);
    for (int i = from; i < chained.size(); i++) {
      byte[] record = chained.get(i).clone();
      byte[] previous = i == 0 ? new byte[32] : EntryHeader.of(chained.get(i - 1)).entryHash();
      ByteBuffer.wrap(record).putLong(8, i);
      System.arraycopy(previous, 0, record, 216, 32);
      chained.set(i, rehashed(record));
    }
    return chained;
  }

  @Test
  void anIncompleteCommandInTheMiddleIsDamageEvenWhenEverythingLinks() {
    List<byte[]> cut = new ArrayList<>(records);
    cut.remove(10); // the last of 8 to 10
    assertDamagedFirstAt(8, FindingKind.INCOMPLETE_COMMAND, relinked(cut, 10));

    List<byte[]> hole = new ArrayList<>(records);
    hole.remove(9); // the middle of 8 to 10: index 2 follows index 0
    assertDamagedFirstAt(9, FindingKind.INCOMPLETE_COMMAND, relinked(hole, 9));

    List<byte[]> headless = new ArrayList<>(records);
    headless.remove(8); // the first of 8 to 10
    assertDamagedFirstAt(8, FindingKind.INCOMPLETE_COMMAND, relinked(headless, 8));
  }

  @Test
  void aLogThatLosesItsTailWithinACommandIsTornAndBetweenCommandsLooksWhole() {
    for (int kept = 1; kept <= ENTRIES; kept++) {
      boolean whole = List.of(3, 8, 11, 14).contains(kept) || kept > 14;
      VerificationReport report = verify(records.subList(0, kept));
      assertEquals(whole ? Verdict.OK : Verdict.TORN_TAIL, report.verdict(), "kept " + kept);
      assertEquals(whole ? 0 : 1, report.findings().size());
    }
  }

  @Test
  void damageInATornTailIsNamedAtItsOwnEntry() {
    List<byte[]> torn = new ArrayList<>(records.subList(0, 10));
    torn.get(9)[290] ^= 1;
    assertDamagedFirstAt(9, FindingKind.PAYLOAD_DIGEST, torn);
    List<byte[]> damagedBefore = new ArrayList<>(records.subList(0, 10));
    damagedBefore.set(5, damagedBefore.get(5).clone());
    damagedBefore.get(5)[290] ^= 1;
    assertDamagedFirstAt(5, FindingKind.PAYLOAD_DIGEST, damagedBefore);
  }

  @Test
  void anEmptyStoreCannotBeJudged() {
    VerificationReport report = LogVerifier.verify(new MemoryEntryStore());
    assertEquals(Verdict.UNVERIFIABLE, report.verdict());
    assertEquals(0, report.entries());
    assertNull(report.logId());
    assertNull(report.head());
    // SHA-256 of nothing.
    assertEquals(
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855", report.root().hex());
  }

  /** A store that counts more records than it yields, or throws where it should yield one. */
  private record ShortStore(EntryStore store, long counted, long throwsAt) implements EntryStore {
    @Override
    public long size() {
      return counted;
    }

    @Override
    public void append(List<byte[]> added) {
      throw new StoreException("not here");
    }

    @Override
    public void force() {}

    @Override
    public EntryCursor cursor(long from) {
      EntryCursor cursor = store.cursor(from);
      return new EntryCursor() {
        private long next = from;

        @Override
        public byte @Nullable [] next() {
          if (next++ == throwsAt) {
            throw new StoreException("block 7 of the file is not readable");
          }
          return cursor.next();
        }

        @Override
        public void close() {
          cursor.close();
        }
      };
    }

    @Override
    public boolean isWritable() {
      return false;
    }

    @Override
    public String describe() {
      return "short store";
    }

    @Override
    public void carve(java.util.function.Consumer<byte[]> found) {
      store.carve(found);
    }

    @Override
    public dev.varve.engine.store.CheckpointNotes notes() {
      return store.notes();
    }

    @Override
    public dev.varve.engine.store.SnapshotSlot snapshots() {
      return store.snapshots();
    }

    @Override
    public dev.varve.engine.store.CommandIndex commandIndex() {
      return store.commandIndex();
    }

    @Override
    public void close() {}
  }

  @Test
  void aStoreThatYieldsFewerRecordsThanItCountsOrFailsIsReportedThere() {
    EntryStore store = LogFixture.storeOf(records.subList(0, 10));
    VerificationReport fewer = LogVerifier.verify(new ShortStore(store, 12, -1));
    assertEquals(Verdict.DAMAGED, fewer.verdict());
    assertEquals(10, fewer.findings().get(0).sequence());
    assertEquals(FindingKind.STORE, fewer.findings().get(0).kind());

    VerificationReport failing = LogVerifier.verify(new ShortStore(store, 10, 9));
    assertEquals(Verdict.DAMAGED, failing.verdict());
    assertEquals(
        new Finding(9, FindingKind.STORE, "block 7 of the file is not readable"),
        failing.findings().get(0));
  }

  @Test
  void aReportHoldsTheFirstThousandFindings() {
    List<byte[]> garbage = new ArrayList<>();
    for (int i = 0; i < 1500; i++) {
      garbage.add(new byte[i % 7]);
    }
    VerificationReport report =
        LogVerifier.verify(new ShortStore(LogFixture.storeOf(garbage), 1600, -1));
    assertEquals(Verdict.DAMAGED, report.verdict());
    assertEquals(1500, report.entries());
    assertEquals(1000, report.findings().size());
    assertEquals(0, report.findings().get(0).sequence());
    assertEquals(999, report.findings().get(999).sequence());
  }

  @Test
  void aReaderStopsAtTheDamageAndStaysThere() {
    LogFixture fixture = new LogFixture();
    List<byte[]> written = twentyEntries(fixture);
    MemoryEntryStore store = LogFixture.storeOf(written.subList(0, 8));
    MemoryLog log = fixture.open(store.reader());
    written.get(9)[250] ^= 1; // the second of 8 to 10
    written.subList(8, ENTRIES).forEach(store::append);
    try (LogReader reader = log.reader()) {
      assertNotNull(reader.next());
      assertNotNull(reader.next());
      for (int again = 0; again < 3; again++) {
        DamagedLogException e = assertThrows(DamagedLogException.class, reader::next);
        assertEquals(9, e.finding().sequence());
        assertTrue(String.valueOf(e.getMessage()).contains("entry 9"));
      }
    }
    assertEquals(7, log.lastSequence());
    MemoryLog damaged = fixture.open(store);
    assertEquals(9, Objects.requireNonNull(damaged.damage()).sequence());
    assertEquals(7, damaged.lastSequence());
    MemoryLog whole = fixture.open(LogFixture.storeOf(written.subList(0, 8)));
    assertEquals(LogFixture.texts(whole), LogFixture.texts(damaged));
    assertThrows(RecoveryNeededException.class, damaged::writer);
  }

  @Test
  void aReaderDoesNotPassOverACommandWhoseNamesDoNotOpen() {
    LogFixture fixture = new LogFixture();
    MemoryLog writing = fixture.create();
    writing.writer().append(command(writing, note(STREAM, writing.newSubject(), "introduces")));
    writing.writer().append(command(writing, note("after")));
    List<byte[]> forged = LogFixture.records(fixture.store);
    byte[] record = forged.get(3).clone(); // the subject's introduction
    record[300] ^= 1;
    byte[] payload = Arrays.copyOfRange(record, 280, record.length);
    System.arraycopy(new EntryHash().ofPayload(1, payload, 0, payload.length), 0, record, 184, 32);
    forged.set(3, record);
    forged = relinked(forged, 3);
    // Hashes alone cannot tell: whoever writes the file can compute them.
    assertEquals(Verdict.OK, verify(forged).verdict());

    MemoryEntryStore store = LogFixture.storeOf(forged.subList(0, 3));
    MemoryLog log = fixture.open(store.reader());
    forged.subList(3, 6).forEach(store::append);
    try (LogReader reader = log.reader()) {
      assertNotNull(reader.next());
      for (int again = 0; again < 3; again++) {
        VarveException e = assertThrows(VarveException.class, reader::next);
        assertTrue(String.valueOf(e.getMessage()).startsWith("entry 3:"));
      }
    }
    assertEquals(2, log.lastSequence());
    MemoryLog damaged = fixture.open(store);
    assertEquals(FindingKind.NOT_AUTHENTIC, Objects.requireNonNull(damaged.damage()).kind());
    assertEquals(2, damaged.lastSequence());
    assertThrows(RecoveryNeededException.class, damaged::writer);
  }
}
