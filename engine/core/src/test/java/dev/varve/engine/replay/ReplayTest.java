package dev.varve.engine.replay;

import static dev.varve.engine.LogFixture.STREAM;
import static dev.varve.engine.LogFixture.command;
import static dev.varve.engine.LogFixture.note;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.engine.LogFixture;
import dev.varve.engine.LogFixture.NoteTaken;
import dev.varve.engine.VarveException;
import dev.varve.engine.cbor.CborMap;
import dev.varve.engine.command.Command;
import dev.varve.engine.command.Context;
import dev.varve.engine.command.NewEvent;
import dev.varve.engine.entry.CommandId;
import dev.varve.engine.entry.Hex;
import dev.varve.engine.entry.SubjectId;
import dev.varve.engine.event.MemoryEvent;
import dev.varve.engine.log.CommittedEntry;
import dev.varve.engine.log.MemoryLog;
import dev.varve.engine.seal.KeyPurpose;
import dev.varve.engine.store.memory.MemoryEntryStore;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReplayTest {
  /** How often each text was noted, and where last. */
  private static final class Notes implements Projection {
    private final Map<String, Integer> counts = new TreeMap<>();
    private final String name;
    private String failOn = "";

    Notes() {
      this("notes");
    }

    Notes(String name) {
      this.name = name;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public void apply(CommittedEntry entry, MemoryEvent event) {
      if (event instanceof NoteTaken note) {
        if (note.text().equals(failOn)) {
          throw new IllegalStateException("told to");
        }
        counts.merge(note.text(), 1, Integer::sum);
      }
    }

    @Override
    public long size() {
      return counts.size();
    }

    @Override
    public void describe(StateDigest digest) {
      counts.forEach(
          (text, count) ->
              digest.item(CborMap.builder().put(0, digest.name(text)).put(1, count).build()));
    }
  }

  private final LogFixture fixture = new LogFixture();
  private final MemoryLog log = fixture.create();

  private void take(long wallMillis, String... texts) {
    fixture.wallMillis = wallMillis;
    Command command =
        command(log, Arrays.stream(texts).map(LogFixture::note).toArray(NewEvent[]::new));
    log.writer().append(command);
  }

  private static Notes replayed(MemoryLog log, long sequence) {
    Notes notes = new Notes();
    TimeTravel.replay(log, sequence, List.of(notes));
    return notes;
  }

  private static String digest(MemoryLog log, Projection projection) {
    return Hex.of(StateDigest.of(log, projection));
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "17, 17", "007, 7", "999999999999999999, 999999999999999999"})
  void digitsAreASequence(String text, long sequence) {
    assertEquals(new When.At(sequence), When.parse(text));
  }

  @ParameterizedTest
  @CsvSource({"-0, 0", "-3, 3", "-999999999999999999, 999999999999999999"})
  void aMinusCountsBackFromTheLastEntry(String text, long entries) {
    assertEquals(new When.Before(entries), When.parse(text));
  }

  /** Milliseconds by Python's datetime. */
  @ParameterizedTest
  @CsvSource({
    "1970-01-01T00:00:00Z, 0",
    "2026-01-15T10:30:00Z, 1768473000000",
    "2026-01-15T10:30:00.123Z, 1768473000123",
    "2026-01-15T10:30:00.1239Z, 1768473000123",
    "2026-01-15T10:30Z, 1768473000000",
    "2026-01-15T12:30:00+02:00, 1768473000000",
    "1969-12-31T23:59:59.999Z, -1"
  })
  void anIso8601InstantIsAnInstant(String text, long millis) {
    assertEquals(new When.Instantly(millis), When.parse(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "x",
        "+3",
        "--3",
        "3.5",
        "-",
        "1e3",
        " 3",
        "1234567890123456789",
        "\u0663",
        "2026-01-15",
        "2026-01-15T10:30:00",
        "2026-13-01T00:00:00Z",
        "2026-02-30T00:00:00Z",
        "now",
        "+999999999-12-31T23:59:59Z"
      })
  void anythingElseIsRefused(String text) {
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> When.parse(text));
    assertTrue(String.valueOf(e.getMessage()).contains("'" + text + "'"));
  }

  @Test
  void aPointOutsideTheLogCannotBeMade() {
    assertThrows(IllegalArgumentException.class, () -> new When.At(-1));
    assertThrows(IllegalArgumentException.class, () -> new When.Before(-1));
  }

  @Test
  void sequencesAndDistancesResolveAgainstTheLastEntry() {
    take(2_000_000, "a", "b"); // 3, 4
    take(3_000_000, "c"); // 5
    assertEquals(5, TimeTravel.resolve(log, When.NOW));
    assertEquals(5, TimeTravel.resolve(log, When.parse("-0")));
    assertEquals(3, TimeTravel.resolve(log, When.parse("-2")));
    assertEquals(0, TimeTravel.resolve(log, When.parse("-5")));
    assertEquals(-1, TimeTravel.resolve(log, When.parse("-6")));
    assertEquals(-1, TimeTravel.resolve(log, When.parse("-999999999999999999")));
    assertEquals(4, TimeTravel.resolve(log, When.parse("4")));
    assertEquals(5, TimeTravel.resolve(log, When.parse("5")));
    VarveException e =
        assertThrows(VarveException.class, () -> TimeTravel.resolve(log, When.parse("6")));
    assertEquals("there is no entry 6, the last one is 5", e.getMessage());
  }

  @Test
  void anInstantEndsBeforeTheFirstLaterEntryAlsoWhenTheClockJumpsBack() {
    // Genesis (0 to 2) is of 1,001,000 ms: the clock is read once for its payload before.
    take(2_000_000, "a", "b"); // 3, 4
    take(5_000_000, "c"); // 5
    take(1_500_000, "d"); // 6: the clock was set back, 7
    take(6_000_000, "e"); // 8
    record Case(long instant, long sequence) {}
    for (Case at :
        List.of(
            new Case(0, -1),
            new Case(1_000_999, -1),
            new Case(1_001_000, 2),
            new Case(1_999_999, 2),
            new Case(2_000_000, 4),
            new Case(4_999_999, 4),
            new Case(5_000_000, 7),
            new Case(5_999_999, 7),
            new Case(6_000_000, 8),
            new Case(Long.MAX_VALUE, 8))) {
      assertEquals(
          at.sequence(), TimeTravel.resolve(log, new When.Instantly(at.instant())), at.toString());
    }
  }

  @Test
  void aPointWithinACommandShowsTheCommandBefore() {
    take(2_000_000, "a", "b", "c"); // 3 to 5
    take(3_000_000, "d"); // 6
    assertEquals(Map.of(), replayed(log, -1).counts);
    assertEquals(Map.of(), replayed(log, 4).counts);
    assertEquals(Map.of("a", 1, "b", 1, "c", 1), replayed(log, 5).counts);
    assertEquals(4, replayed(log, 6).counts.size());
    assertEquals(-1, TimeTravel.replay(log, 1, List.of(new Notes())));
    assertEquals(2, TimeTravel.replay(log, 4, List.of(new Notes())));
  }

  @Test
  void advancingStepByStepEqualsRunningAtOnceAtEveryStep() {
    Notes live = new Notes();
    try (ProjectionRunner runner = new ProjectionRunner(log, List.of(live))) {
      assertEquals(-1, runner.position());
      for (int i = 0; i < 12; i++) {
        take(2_000_000 + i, "n" + i % 5, "m" + i);
        if (i % 2 == 0) {
          runner.advanceTo(log.lastSequence() - 1); // within the command: nothing of it yet
          assertEquals(digest(log, replayed(log, log.lastSequence() - 1)), digest(log, live));
          runner.catchUp();
        } else {
          runner.advanceTo(log.lastSequence());
        }
        assertEquals(log.lastSequence(), runner.position());
        assertEquals(replayed(log, Long.MAX_VALUE).counts, live.counts);
        assertEquals(digest(log, replayed(log, log.lastSequence())), digest(log, live));
      }
      runner.advanceTo(3); // it does not go back
      assertEquals(log.lastSequence(), runner.position());
    }
    MemoryLog reopened = fixture.reader();
    assertEquals(digest(log, live), digest(reopened, replayed(reopened, Long.MAX_VALUE)));
  }

  @Test
  void abandonedEntriesReachNoProjection() {
    take(2_000_000, "a", "b");
    take(3_000_000, "c", "d");
    MemoryEntryStore torn = LogFixture.storeOf(LogFixture.records(fixture.store).subList(0, 6));
    MemoryLog reopened = fixture.open(torn.reopened());
    reopened.writer().append(command(reopened, note("e")));
    assertEquals(Map.of("a", 1, "b", 1, "e", 1), replayed(reopened, Long.MAX_VALUE).counts);
  }

  @Test
  void theDigestIsTheHmacOfTheLayersNameAndItsItems() {
    take(2_000_000, "a");
    Notes notes = replayed(log, Long.MAX_VALUE);
    byte[] name = Arrays.copyOf(log.keyedHash(KeyPurpose.DIGESTS).of("a"), 16);
    // {0: h'<16 bytes>', 1: 1} has 1 + 1 + 1 + 16 + 2 bytes.
    byte[] item = Hex.parse("a20050" + Hex.of(name) + "0101");
    byte[] all = Hex.parse("00000005" + "6e6f746573" + "00000015" + Hex.of(item));
    String expected = Hex.of(log.keyedHash(KeyPurpose.DIGESTS).update(all).finish());
    assertEquals(expected, digest(log, notes));
  }

  @Test
  void theDigestTellsContentsAndLayersApartAndLogsToo() {
    take(2_000_000, "a");
    String one = digest(log, replayed(log, Long.MAX_VALUE));
    take(3_000_000, "a");
    String two = digest(log, replayed(log, Long.MAX_VALUE));
    assertNotEquals(one, two);
    assertNotEquals(digest(log, new Notes("x")), digest(log, new Notes("y")));
    assertNotEquals(digest(log, new Notes()), one);

    LogFixture elsewhere = new LogFixture();
    MemoryLog other = elsewhere.create();
    other.writer().append(command(other, note("a")));
    other.writer().append(command(other, note("a")));
    assertEquals(replayed(log, Long.MAX_VALUE).counts, replayed(other, Long.MAX_VALUE).counts);
    assertNotEquals(two, digest(other, replayed(other, Long.MAX_VALUE)), "another key");
  }

  @Test
  void headerClocksDoNotEnterTheDigest() {
    MemoryLog first = fixture.open(fixture.store.reopened());
    MemoryEntryStore copy = LogFixture.storeOf(LogFixture.records(fixture.store));
    MemoryLog second = fixture.open(copy);
    CommandId id = new CommandId(3, 4);
    first.writer().append(Command.of(id, Context.of(LogFixture.ACTOR), List.of(note("a"))));
    fixture.wallMillis += 777;
    second.writer().append(Command.of(id, Context.of(LogFixture.ACTOR), List.of(note("a"))));
    assertEquals(
        digest(first, replayed(first, Long.MAX_VALUE)),
        digest(second, replayed(second, Long.MAX_VALUE)));
  }

  @Test
  void anEntryThatDoesNotOpenStopsTheRunnerBeforeItsCommandForGood() {
    SubjectId subject = log.newSubject();
    take(2_000_000, "before");
    log.writer()
        .append(command(log, note("same command"), note(STREAM, subject, "under another key")));
    take(3_000_000, "after");
    fixture.keys.damage(subject, 0);
    MemoryLog other = fixture.reader();
    Notes notes = new Notes();
    try (ProjectionRunner runner = new ProjectionRunner(other, List.of(notes))) {
      for (int again = 0; again < 3; again++) {
        assertThrows(VarveException.class, runner::catchUp);
        assertEquals(Map.of("before", 1), notes.counts);
        assertEquals(3, runner.position());
      }
    }
  }

  @Test
  void aProjectionThatFailsInTheMiddleOfACommandIsNotGoneOnWith() {
    take(2_000_000, "a", "b");
    take(3_000_000, "c");
    Notes notes = new Notes();
    notes.failOn = "b";
    try (ProjectionRunner runner = new ProjectionRunner(log, List.of(notes))) {
      assertThrows(IllegalStateException.class, runner::catchUp);
      notes.failOn = "";
      assertThrows(VarveException.class, runner::catchUp);
      assertEquals(2, runner.position());
      assertEquals(Map.of("a", 1), notes.counts);
    }
  }
}
