package dev.varve.engine.log;

import static dev.varve.engine.LogFixture.ACTOR;
import static dev.varve.engine.LogFixture.command;
import static dev.varve.engine.LogFixture.note;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.varve.engine.LogFixture;
import dev.varve.engine.command.Actor;
import dev.varve.engine.entry.EntryHeader;
import dev.varve.engine.event.EngineEvent;
import dev.varve.engine.event.MemoryEvent;
import dev.varve.engine.verify.LogVerifier;
import dev.varve.engine.verify.Verdict;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the engine records of itself: clocks that were set, algorithms that were changed. */
final class EngineRecordsTest {
  private final LogFixture fixture = new LogFixture();

  private long adjusted(MemoryLog log) {
    return LogFixture.events(log).stream()
        .filter(event -> event instanceof EngineEvent.ClockAdjusted)
        .count();
  }

  @Test
  void aClockSetForwardOrBackAYearIsRecordedAndOrderIsTheSequences() {
    long[] wall = {1_700_000_000_000L};
    long[] elapsed = {1_000_000_000L};
    fixture.clock = () -> new dev.varve.engine.clock.ClockReading(wall[0], elapsed[0], 1);
    MemoryLog log = fixture.create();
    long year = 365L * 24 * 3600 * 1000;
    for (long set : new long[] {-year, year, 0}) {
      wall[0] += set + 1000;
      elapsed[0] += 1_000_000_000L;
      log.writer().append(command(log, note("at " + set)));
    }
    List<MemoryEvent> events = LogFixture.events(log);
    assertEquals(
        List.of(
            new EngineEvent.ClockAdjusted(1_700_000_000_000L, 1_700_000_001_000L - year, 1000),
            new EngineEvent.ClockAdjusted(1_700_000_001_000L - year, 1_700_000_002_000L, 1000)),
        events.stream().filter(event -> event instanceof EngineEvent.ClockAdjusted).toList());
    assertEquals(List.of("at " + -year, "at " + year, "at 0"), LogFixture.texts(log));
    assertEquals(Verdict.OK, LogVerifier.verify(fixture.store.reader()).verdict());
  }

  @Test
  void aStoppedClockIsRecorded() {
    long[] elapsed = {1_000_000_000L};
    fixture.clock = () -> new dev.varve.engine.clock.ClockReading(5_000_000, elapsed[0], 1);
    MemoryLog log = fixture.create();
    for (int i = 0; i < 3; i++) {
      elapsed[0] += 60_000_000_000L;
      log.writer().append(command(log, note("n" + i)));
    }
    assertEquals(3, adjusted(log));
    assertEquals(Verdict.OK, LogVerifier.verify(fixture.store.reader()).verdict());
  }

  @Test
  void clocksThatAgreeAndOnesOverABootAreNotRecorded() {
    long[] wall = {1_700_000_000_000L};
    int[] boot = {1};
    fixture.clock = () -> new dev.varve.engine.clock.ClockReading(wall[0], 77, boot[0]);
    MemoryLog log = fixture.create();
    wall[0] += 4_000;
    log.writer().append(command(log, note("slow drift")));
    wall[0] += 86_400_000;
    boot[0]++;
    log.writer().append(command(log, note("next day")));
    assertEquals(0, adjusted(log));
    assertEquals(Verdict.OK, LogVerifier.verify(fixture.store.reader()).verdict());
  }

  @Test
  void aLogMovesToAnotherHashWithoutRewritingAndWithoutAPause() throws Exception {
    MemoryLog log = fixture.create();
    log.writer().append(command(log, note("old")));
    List<String> before = LogFixture.content(fixture.store);
    long last = log.writer().changeAlgorithms(ACTOR, EntryHeader.HASH_SHA512_256, 1).lastSequence();
    log.writer().append(command(log, note("new"), note("newer")));
    assertEquals(before, LogFixture.content(fixture.store).subList(0, before.size()));

    MemoryLog reopened = fixture.open(fixture.store.reopened());
    reopened.writer().append(command(reopened, note("newest")));
    assertEquals(List.of("old", "new", "newer", "newest"), LogFixture.texts(reopened));
    List<byte[]> records = LogFixture.records(fixture.store);
    for (byte[] record : records) {
      EntryHeader header = EntryHeader.of(record);
      boolean isNew = header.sequence() > last;
      MessageDigest digest = MessageDigest.getInstance(isNew ? "SHA-512/256" : "SHA-256");
      assertEquals(isNew ? 2 : 1, header.hashAlgorithm());
      digest.update((byte) 0);
      digest.update(record, 0, 248);
      org.junit.jupiter.api.Assertions.assertArrayEquals(digest.digest(), header.entryHash());
      org.junit.jupiter.api.Assertions.assertArrayEquals(
          digest.digest(Arrays.copyOfRange(record, 280, record.length)), header.payloadDigest());
    }
    assertEquals(Verdict.OK, LogVerifier.verify(fixture.store.reader()).verdict());
  }

  @Test
  void unknownAlgorithmsActorsAndTheEnginesOwnEventsAreRefused() {
    MemoryLog log = fixture.create();
    LogWriter writer = log.writer();
    List<String> before = LogFixture.content(fixture.store);
    assertThrows(InvalidCommandException.class, () -> writer.changeAlgorithms(ACTOR, 3, 1));
    assertThrows(InvalidCommandException.class, () -> writer.changeAlgorithms(ACTOR, 2, 2));
    assertThrows(
        InvalidCommandException.class,
        () -> writer.record(ACTOR, List.of(new EngineEvent.NameIntroduced(1, "x"))));
    assertThrows(
        ActorNotRegisteredException.class,
        () ->
            writer.record(
                Actor.unsigned("stranger", 1), List.of(new EngineEvent.TailTruncated(1, "x"))));
    assertEquals(before, LogFixture.content(fixture.store));
  }
}
