package dev.varve.engine.log;

import static dev.varve.engine.LogFixture.ACTOR;
import static dev.varve.engine.LogFixture.STREAM;
import static dev.varve.engine.LogFixture.command;
import static dev.varve.engine.LogFixture.note;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.engine.LogFixture;
import dev.varve.engine.LogFixture.NoteTaken;
import dev.varve.engine.VarveException;
import dev.varve.engine.command.Command;
import dev.varve.engine.command.Context;
import dev.varve.engine.command.NewEvent;
import dev.varve.engine.entry.ByteString;
import dev.varve.engine.entry.CommandId;
import dev.varve.engine.entry.DeviceState;
import dev.varve.engine.entry.EntryHeader;
import dev.varve.engine.entry.Hex;
import dev.varve.engine.entry.StreamId;
import dev.varve.engine.entry.SubjectId;
import dev.varve.engine.entry.TraceId;
import dev.varve.engine.event.EngineEvent.ActorRegistered;
import dev.varve.engine.event.EngineEvent.LogCreated;
import dev.varve.engine.event.EngineEvent.NameIntroduced;
import dev.varve.engine.event.EventRegistry;
import dev.varve.engine.event.MemoryEvent;
import dev.varve.engine.log.OpenedEvent.Availability;
import dev.varve.engine.seal.SealBrokenException;
import dev.varve.engine.seal.SealedValue;
import dev.varve.engine.store.Durability;
import dev.varve.engine.store.NoSuchLogException;
import dev.varve.engine.store.memory.MemoryEntryStore;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class LogLifecycleTest {
  private final LogFixture fixture = new LogFixture();
  private final MemoryLog log = fixture.create();

  @Test
  void aNewLogBeginsWithItsCreationItsActorAndTheActorsName() {
    assertEquals(
        List.of(
            new LogCreated("test 1.0", 1_000_000),
            new ActorRegistered("dev.varve.test", "0".repeat(64)),
            new NameIntroduced(1, "dev.varve.test")),
        LogFixture.events(log));
    List<byte[]> records = LogFixture.records(fixture.store);
    assertEquals(3, records.size());
    for (int i = 0; i < 3; i++) {
      EntryHeader header = EntryHeader.of(records.get(i));
      assertEquals(i, header.sequence());
      assertEquals(0, header.epoch());
      assertEquals(i + 1, header.eventType());
      assertEquals(1, header.schemaVersion());
      assertEquals("0102030405060708090a0b0c0d0e0f10", header.stream().hex());
      assertEquals(i, header.streamVersion());
      assertEquals(i, header.commandIndex());
      assertEquals(i == 2, header.isLastOfCommand());
      assertEquals(1, header.actorRef());
      assertEquals(7, header.actorPid());
      assertEquals(0, header.subjectRef());
      assertEquals(1_005_000_000, header.elapsedNanos());
      assertEquals(3, header.bootCount());
      assertEquals(TraceId.NONE, header.trace());
      assertEquals(DeviceState.UNKNOWN, header.deviceBefore());
      byte[] previous = i == 0 ? new byte[32] : EntryHeader.of(records.get(i - 1)).entryHash();
      assertArrayEquals(previous, header.previousHash());
    }
    assertEquals(LogFixture.LOG_ID, MemoryLog.idOf(fixture.store));
    assertThrows(NoSuchLogException.class, () -> MemoryLog.idOf(new MemoryEntryStore()));
  }

  @Test
  void theContextOfACommandStandsInEachOfItsHeaders() {
    TraceId trace = log.traceId("t-001");
    Context context =
        Context.of(ACTOR)
            .withTrace(trace)
            .withScreen("com.example/.Main", ByteString.of(Hex.parse("ab".repeat(16))))
            .withDevice(
                new Context.Device(81, 1, 2, "com.example"),
                new Context.Device(80, 2, 3, "com.other"));
    SubjectId subject = log.newSubject();
    CommandReceipt receipt =
        log.writer()
            .append(
                Command.of(log.newCommandId(), context, List.of(note(STREAM, subject, "x", "s"))));
    // Three names and a subject in front, then the note.
    assertEquals(5, receipt.entries().size());
    for (CommittedEntry entry : receipt.entries()) {
      EntryHeader header = entry.header();
      assertEquals(trace, header.trace());
      assertEquals("com.example/.Main", log.name(header.activityRef()));
      assertEquals("ab".repeat(16), Hex.of(header.screenDigest()));
      assertEquals(81, header.deviceBefore().battery());
      assertEquals("com.example", log.name(header.deviceBefore().foregroundRef()));
      assertEquals(3, header.deviceAfter().network());
      assertEquals("com.other", log.name(header.deviceAfter().foregroundRef()));
      assertEquals("dev.varve.test", log.name(header.actorRef()));
      assertEquals(subject, entry.sequence() == 7 ? log.subjectOf(header.subjectRef()) : subject);
    }
    assertEquals(1, receipt.entries().get(4).header().subjectRef());
    assertEquals(0, receipt.entries().get(3).header().subjectRef());
  }

  @Test
  void noTextOfAPayloadOrNameStandsInTheStoreInTheClear() {
    log.writer()
        .append(
            Command.of(
                log.newCommandId(),
                Context.of(ACTOR).withScreen("com.example/.Topsecret", null),
                List.of(note(STREAM, log.newSubject(), "topsecret text", "topsecret value"))));
    for (byte[] record : LogFixture.records(fixture.store)) {
      String raw = new String(record, StandardCharsets.ISO_8859_1).toLowerCase(Locale.ROOT);
      assertFalse(raw.contains("topsecret") || raw.contains("varve.test"));
    }
  }

  @Test
  void theSameCommandTwiceAppendsOnceAndAnswersTheSame() {
    Command command = command(log, note(STREAM, log.newSubject(), "a", "s"), note("b"));
    CommandReceipt first = log.writer().append(command);
    assertFalse(first.repeated());
    List<String> content = LogFixture.content(fixture.store);
    int rows = fixture.keys.rows;
    for (MemoryLog handle : List.of(log, fixture.open(fixture.store.reopened()))) {
      CommandReceipt again = handle.writer().append(command);
      assertTrue(again.repeated());
      assertEquals(first.firstSequence(), again.firstSequence());
      assertEquals(first.lastSequence(), again.lastSequence());
      assertEquals(List.of(), again.entries());
    }
    // The id alone decides, whatever else changed.
    assertTrue(
        log.writer()
            .append(Command.of(command.id(), Context.of(ACTOR), List.of(note("other"))))
            .repeated());
    assertEquals(content, LogFixture.content(fixture.store));
    assertEquals(rows, fixture.keys.rows);
  }

  private static List<NoteTaken> notes(MemoryLog log) {
    List<NoteTaken> notes = new ArrayList<>();
    for (MemoryEvent event : LogFixture.events(log)) {
      if (event instanceof NoteTaken note) {
        notes.add(note);
      }
    }
    return notes;
  }

  @Test
  void everySealedValueHasAGenerationOfItsOwnAndSurvivesReopening() {
    SubjectId subject = log.newSubject();
    SubjectId other = log.newSubject();
    log.writer()
        .append(
            command(
                log,
                note(STREAM, subject, "one", "s1", "s2"),
                note(STREAM, other, "two", "o1"),
                note(STREAM, subject, "three", "s3")));
    log.writer().append(command(log, note(STREAM, subject, "four", "s4")));
    log.writer().append(command(log, note(STREAM, SubjectId.LOG, "five", "l1")));
    for (MemoryLog handle : List.of(log, fixture.reader())) {
      List<String> seen = new ArrayList<>();
      for (NoteTaken note : notes(handle)) {
        for (SealedValue value : note.secrets()) {
          seen.add(note.text() + " " + value.generation() + " " + LogFixture.secret(handle, value));
        }
      }
      // Generation 0 of a subject seals its entries; values begin at 1.
      assertEquals(
          List.of("one 1 s1", "one 2 s2", "two 1 o1", "three 3 s3", "four 4 s4", "five 1 l1"),
          seen);
    }
  }

  @Test
  void aValueIsForgottenWithItsGenerationAndItsEntryStays() {
    SubjectId subject = log.newSubject();
    log.writer().append(command(log, note(STREAM, subject, "one", "s1", "s2")));
    fixture.keys.remove(subject, 1);
    MemoryLog reopened = fixture.reader();
    NoteTaken note = notes(reopened).get(0);
    assertEquals("one", note.text());
    assertNull(LogFixture.secret(reopened, note.secrets().get(0)));
    assertEquals("s2", LogFixture.secret(reopened, note.secrets().get(1)));
  }

  @Test
  void anErasedSubjectsEntriesAreErasedAndTheLogStaysReadable() {
    SubjectId subject = log.newSubject();
    CommandReceipt receipt =
        log.writer().append(command(log, note(STREAM, subject, "gone", "s1"), note("stays")));
    fixture.keys.remove(subject, 0);
    fixture.keys.remove(subject, 1);
    MemoryLog reopened = fixture.reader();
    assertEquals(List.of("stays"), LogFixture.texts(reopened));
    OpenedEvent erased = reopened.opener().open(receipt.entries().get(1));
    assertEquals(Availability.ERASED, erased.availability());
    assertNull(erased.payload());
    assertNull(erased.event());
  }

  @Test
  void anEventThatThisProgramDoesNotKnowStaysReadableAsCbor() {
    CommandReceipt receipt = log.writer().append(command(log, note("x")));
    MemoryLog older =
        MemoryLog.open(
            fixture.ports(fixture.store.reader()),
            EventRegistry.builder().build(),
            Durability.PROCESS);
    OpenedEvent opened = older.opener().open(receipt.entries().get(0));
    assertEquals(Availability.UNKNOWN_TYPE, opened.availability());
    assertEquals("x", Objects.requireNonNull(opened.payload()).getString(1));
    assertNull(opened.event());
    assertEquals("opened event, UNKNOWN_TYPE", opened.toString());
  }

  @Test
  void aPayloadMovedToAnotherEntryDoesNotOpen() {
    List<CommittedEntry> entries =
        log.writer().append(command(log, note("1"), note("2"))).entries();
    byte[] moved = Arrays.copyOf(entries.get(0).header().toBytes(), entries.get(0).record().length);
    byte[] payload = entries.get(1).storedPayload();
    System.arraycopy(payload, 0, moved, EntryHeader.SIZE, payload.length);
    EventOpener opener = log.opener();
    VarveException e =
        assertThrows(VarveException.class, () -> opener.open(new CommittedEntry(moved)));
    assertTrue(e.getCause() instanceof SealBrokenException);
    assertTrue(String.valueOf(e.getMessage()).startsWith("entry 3:"));
  }

  @Test
  void aLogOpenedForReadingHasNoWriter() {
    MemoryLog reader = fixture.reader();
    assertThrows(VarveException.class, reader::writer);
    assertNotNull(log.writer());
  }

  @Test
  void streamsAndTracesHaveKeyedIdsThatDifferBetweenLogs() {
    LogFixture elsewhere = new LogFixture();
    MemoryLog other = elsewhere.create();
    assertEquals(log.traceId("t"), fixture.reader().traceId("t"));
    assertFalse(log.traceId("t").equals(other.traceId("t")));
    assertFalse(log.streamOf("fact", "k").equals(other.streamOf("fact", "k")));
    // Parts do not shift.
    assertFalse(log.streamOf("ab", "c").equals(log.streamOf("a", "bc")));
  }

  @Test
  void anIndexedSlotSurvivesReopening() {
    CommandId id = CommandId.ofSlot(new byte[] {9, 9, 9, 9, 9, 9, 9, 9}, new byte[8]);
    CommandId other =
        CommandId.ofSlot(new byte[] {9, 9, 9, 9, 9, 9, 9, 9}, new byte[] {1, 0, 0, 0, 0, 0, 0, 0});
    List<NewEvent> events = List.of(note("x"));
    log.writer().append(Command.of(id, Context.of(ACTOR), events).inSlot());
    MemoryLog reopened = fixture.open(fixture.store.reopened());
    assertThrows(
        CommandConflictException.class,
        () -> reopened.writer().append(Command.of(other, Context.of(ACTOR), events).inSlot()));
  }

  @Test
  void streamVersionsCountFromZeroPerStream() {
    StreamId other = new StreamId(6, 6);
    assertEquals(-1, log.streamVersion(STREAM));
    log.writer().append(command(log, note("a"), note(other, SubjectId.LOG, "b"), note("c")));
    assertEquals(1, log.streamVersion(STREAM));
    assertEquals(0, log.streamVersion(other));
    assertEquals(1, fixture.reader().streamVersion(STREAM));
  }
}
