package dev.varve.engine.log;

import static dev.varve.engine.LogFixture.ACTOR;
import static dev.varve.engine.LogFixture.STREAM;
import static dev.varve.engine.LogFixture.command;
import static dev.varve.engine.LogFixture.note;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.engine.LogFixture;
import dev.varve.engine.command.Command;
import dev.varve.engine.command.Context;
import dev.varve.engine.entry.ByteString;
import dev.varve.engine.entry.CommandId;
import dev.varve.engine.entry.EntryHeader;
import dev.varve.engine.entry.StreamId;
import dev.varve.engine.entry.SubjectId;
import dev.varve.engine.event.EngineEvent.CommandAbandoned;
import dev.varve.engine.event.EngineEvent.NameIntroduced;
import dev.varve.engine.event.EngineEvent.SubjectIntroduced;
import dev.varve.engine.event.MemoryEvent;
import dev.varve.engine.seal.KeyStoreException;
import dev.varve.engine.store.NoSuchLogException;
import dev.varve.engine.store.memory.MemoryEntryStore;
import dev.varve.engine.verify.FindingKind;
import dev.varve.engine.verify.LogVerifier;
import dev.varve.engine.verify.Verdict;
import dev.varve.engine.verify.VerificationReport;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A process that dies between the entries of one command. */
class TornCommandTest {
  private static final String ACTIVITY = "com.example.shop/.Main";

  /** Genesis takes sequences 0 to 2, the note "before" 3; the torn command would take 4 to 8. */
  private static final int TORN_FROM = 4;

  private final LogFixture fixture = new LogFixture();
  private final SubjectId subject = new SubjectId(77, 88);
  private Command multi =
      Command.of(new CommandId(1, 2), Context.of(ACTOR).withScreen(ACTIVITY, null), List.of());

  /** A store that holds the first {@code entries} of the five entries of a command. */
  private MemoryEntryStore torn(int entries) {
    MemoryLog log = fixture.create();
    log.writer().append(command(log, note("before")));
    multi =
        Command.of(
            multi.id(),
            multi.context(),
            List.of(
                note(STREAM, subject, "one", "s1"),
                note(STREAM, subject, "two"),
                note(STREAM, SubjectId.LOG, "three")));
    CommandReceipt receipt = log.writer().append(multi);
    assertEquals(TORN_FROM, receipt.firstSequence());
    assertEquals(TORN_FROM + 4, receipt.lastSequence());
    return LogFixture.storeOf(LogFixture.records(fixture.store).subList(0, TORN_FROM + entries));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  void readersSeeNothingOfItAndVerifySaysTornTail(int entries) {
    MemoryEntryStore store = torn(entries);
    VerificationReport report = LogVerifier.verify(store.reader());
    assertEquals(Verdict.TORN_TAIL, report.verdict());
    assertEquals(TORN_FROM, report.findings().get(0).sequence());
    assertEquals(FindingKind.INCOMPLETE_COMMAND, report.findings().get(0).kind());
    assertEquals(1, report.findings().size());

    List<String> before = LogFixture.content(store);
    MemoryLog log = fixture.open(store.reader());
    assertEquals(List.of("before"), LogFixture.texts(log));
    assertEquals(TORN_FROM - 1, log.lastSequence());
    assertEquals(0, log.streamVersion(STREAM));
    assertNull(log.name(2), "the activity's ref was never given");
    assertNull(log.subjectOf(1), "the subject's ref was never given");
    assertEquals(before, LogFixture.content(store));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  void theNextWriteAbandonsItFirstAndItCanBeSentAgain(int entries) {
    MemoryEntryStore store = torn(entries);
    MemoryLog log = fixture.open(store.reopened());
    CommandReceipt receipt = log.writer().append(multi);
    assertFalse(receipt.repeated());
    int abandonment = TORN_FROM + entries;
    assertEquals(abandonment + 1, receipt.firstSequence());
    assertEquals(abandonment + 5, receipt.lastSequence());
    assertEquals(5, receipt.entries().size());

    List<MemoryEvent> events = LogFixture.events(fixture.open(store.reader()));
    // Genesis (3), "before", then the abandonment.
    assertEquals(
        new CommandAbandoned(TORN_FROM, abandonment - 1, multi.id()), events.get(TORN_FROM));
    assertTrue(events.contains(new NameIntroduced(2, ACTIVITY)));
    assertTrue(events.contains(new SubjectIntroduced(1, subject)));
    MemoryLog reopened = fixture.open(store.reader());
    assertEquals(List.of("before", "one", "two", "three"), LogFixture.texts(reopened));
    assertEquals(ACTIVITY, reopened.name(2));
    assertEquals(subject, reopened.subjectOf(1));
    assertEquals(3, reopened.streamVersion(STREAM));
    assertEquals(Verdict.OK, LogVerifier.verify(store.reader()).verdict());
    assertTrue(log.writer().append(multi).repeated());
    assertTrue(fixture.open(store.reopened()).writer().append(multi).repeated());
  }

  @Test
  void streamVersionsStayWithoutGapOrRepetitionAcrossTheAbandonment() {
    MemoryEntryStore store = torn(3);
    MemoryLog log = fixture.open(store.reopened());
    log.writer().append(multi);
    log.writer().append(command(log, note("after")));
    Map<StreamId, Integer> next = new HashMap<>();
    try (LogReader reader = fixture.open(store.reader()).reader()) {
      List<CommittedEntry> command;
      while ((command = reader.next()) != null) {
        for (CommittedEntry entry : command) {
          EntryHeader header = entry.header();
          int expected = next.getOrDefault(header.stream(), 0);
          assertEquals(expected, header.streamVersion(), "entry " + entry.sequence());
          next.put(header.stream(), expected + 1);
        }
      }
    }
  }

  @Test
  void refsThatTheTornCommandWouldHaveIntroducedGoToWhoComesNext() {
    MemoryEntryStore store = torn(4);
    MemoryLog log = fixture.open(store.reopened());
    SubjectId other = new SubjectId(5, 6);
    log.writer()
        .append(
            Command.of(
                log.newCommandId(),
                Context.of(ACTOR).withScreen("com.other/.Main", null),
                List.of(note(STREAM, other, "other"))));
    MemoryLog reopened = fixture.open(store.reopened());
    assertEquals("com.other/.Main", reopened.name(2));
    assertEquals(other, reopened.subjectOf(1));
    reopened.writer().append(multi);
    MemoryLog last = fixture.open(store.reader());
    assertEquals(ACTIVITY, last.name(3));
    assertEquals(subject, last.subjectOf(2));
    assertEquals(List.of("before", "other", "one", "two", "three"), LogFixture.texts(last));
    assertEquals(Verdict.OK, LogVerifier.verify(store.reader()).verdict());
  }

  @Test
  void aRefusedCommandDoesNotAbandon() {
    MemoryEntryStore store = torn(2);
    MemoryLog log = fixture.open(store.reopened());
    List<String> before = LogFixture.content(store);
    assertThrows(InvalidCommandException.class, () -> log.writer().append(command(log)));
    assertThrows(
        PayloadTooLargeException.class,
        () -> log.writer().append(command(log, note("x".repeat(600_000)))));
    fixture.keys.failPut = true;
    assertThrows(
        KeyStoreException.class,
        () -> log.writer().append(command(log, note(STREAM, log.newSubject(), "x"))));
    assertEquals(before, LogFixture.content(store));
    log.writer().append(command(log, note("after")));
    assertEquals(List.of("before", "after"), LogFixture.texts(log));
  }

  @Test
  void aCommandThatMustFollowTheLastVisibleEntryMayFollowTheAbandonment() {
    MemoryEntryStore store = torn(2);
    List<byte[]> records = LogFixture.records(store);
    ByteString visible = ByteString.of(EntryHeader.of(records.get(TORN_FROM - 1)).entryHash());
    ByteString invisible = ByteString.of(EntryHeader.of(records.get(TORN_FROM + 1)).entryHash());
    MemoryLog log = fixture.open(store.reopened());
    assertThrows(
        PredecessorMismatchException.class,
        () -> log.writer().append(command(log, note("x")).following(invisible)));
    log.writer().append(command(log, note("after")).following(visible));
    assertEquals(List.of("before", "after"), LogFixture.texts(log));
  }

  @Test
  void anotherTearAfterTheAbandonmentIsAbandonedToo() {
    MemoryEntryStore store = torn(3);
    MemoryLog log = fixture.open(store.reopened());
    log.writer().append(multi);
    // The abandonment (7) is there; of the command behind it (8 to 12) only two entries.
    MemoryEntryStore again = LogFixture.storeOf(LogFixture.records(store).subList(0, 10));
    assertEquals(Verdict.TORN_TAIL, LogVerifier.verify(again).verdict());
    MemoryLog reopened = fixture.open(again.reopened());
    assertEquals(List.of("before"), LogFixture.texts(reopened));
    reopened.writer().append(multi);
    assertEquals(List.of("before", "one", "two", "three"), LogFixture.texts(reopened));
    List<MemoryEvent> events = LogFixture.events(reopened);
    assertTrue(events.contains(new CommandAbandoned(4, 6, multi.id())));
    assertTrue(events.contains(new CommandAbandoned(8, 9, multi.id())));
    assertEquals(Verdict.OK, LogVerifier.verify(again).verdict());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void aLogWhoseCreationWasTornIsNoLogYet(int entries) {
    fixture.create();
    MemoryEntryStore store =
        LogFixture.storeOf(LogFixture.records(fixture.store).subList(0, entries));
    assertEquals(Verdict.TORN_TAIL, LogVerifier.verify(store).verdict());
    NoSuchLogException e =
        assertThrows(NoSuchLogException.class, () -> fixture.open(store.reopened()));
    assertTrue(String.valueOf(e.getMessage()).contains("never completed"));
    assertEquals(entries, store.size());
  }

  @Test
  void aReaderThatFollowsALiveWriterSeesCompleteCommandsOnly() {
    torn(5);
    List<byte[]> records = LogFixture.records(fixture.store);
    MemoryEntryStore live = new MemoryEntryStore();
    records.subList(0, TORN_FROM).forEach(live::append);
    MemoryLog log = fixture.open(live.reader());
    try (LogReader reader = log.reader()) {
      assertEquals(3, Objects.requireNonNull(reader.next()).size());
      assertEquals(1, Objects.requireNonNull(reader.next()).size());
      for (int i = TORN_FROM; i < TORN_FROM + 4; i++) {
        live.append(records.get(i));
        assertNull(reader.next(), "after entry " + i);
        assertEquals(TORN_FROM - 1, log.lastSequence());
      }
      live.append(records.get(TORN_FROM + 4));
      assertEquals(5, Objects.requireNonNull(reader.next()).size());
      assertEquals(TORN_FROM + 4, log.lastSequence());
      assertEquals(ACTIVITY, log.name(2));
      assertNull(reader.next());
    }
    assertEquals(List.of("before", "one", "two", "three"), LogFixture.texts(log));
  }
}
