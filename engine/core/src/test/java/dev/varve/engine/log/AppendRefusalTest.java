package dev.varve.engine.log;

import static dev.varve.engine.LogFixture.ACTOR;
import static dev.varve.engine.LogFixture.STREAM;
import static dev.varve.engine.LogFixture.command;
import static dev.varve.engine.LogFixture.note;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.engine.LogFixture;
import dev.varve.engine.LogFixture.NoteTaken;
import dev.varve.engine.LogFixture.Unheard;
import dev.varve.engine.command.Actor;
import dev.varve.engine.command.Command;
import dev.varve.engine.command.Context;
import dev.varve.engine.command.ExpectedVersion;
import dev.varve.engine.command.NewEvent;
import dev.varve.engine.entry.ByteString;
import dev.varve.engine.entry.CommandId;
import dev.varve.engine.entry.StreamId;
import dev.varve.engine.entry.SubjectId;
import dev.varve.engine.event.EngineEvent;
import dev.varve.engine.event.EngineEvent.ActorRegistered;
import dev.varve.engine.event.MemoryEvent;
import dev.varve.engine.seal.SealedValue;
import dev.varve.engine.verify.LogVerifier;
import dev.varve.engine.verify.Verdict;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is refused at the door has a type of its own and leaves log and key store as they were. */
class AppendRefusalTest {
  private final LogFixture fixture = new LogFixture();
  private final MemoryLog log = fixture.create();

  private String refuse(Class<? extends AppendRefusedException> reason, Command command) {
    List<String> before = LogFixture.content(fixture.store);
    int rows = fixture.keys.rows;
    AppendRefusedException e = assertThrows(reason, () -> log.writer().append(command));
    assertEquals(before, LogFixture.content(fixture.store), "the store is as before");
    assertEquals(rows, fixture.keys.rows, "no key was made");
    // The writer goes on, at the place where it was.
    CommandReceipt next = log.writer().append(command(log, note("next")));
    assertEquals(before.size(), next.firstSequence());
    assertEquals(Verdict.OK, LogVerifier.verify(fixture.store).verdict());
    return String.valueOf(e.getMessage());
  }

  private Command withNewSubject(NewEvent... more) {
    NewEvent[] events = new NewEvent[more.length + 1];
    events[0] = note(STREAM, log.newSubject(), "with a key to be made", "s");
    System.arraycopy(more, 0, events, 1, more.length);
    return command(log, events);
  }

  private static NewEvent event(SubjectId subject, MemoryEvent event) {
    return new NewEvent(STREAM, subject, event);
  }

  @Test
  void anUnknownEventType() {
    String message =
        refuse(
            UnknownEventTypeException.class, withNewSubject(event(SubjectId.LOG, new Unheard())));
    assertTrue(message.contains("Unheard"));
  }

  /** A note's CBOR: map head, key 1, text head of 5 bytes (above 64 KiB), the text. */
  private static NewEvent noteWithStoredPayloadOf(int stored) {
    int text = stored - 65 - 1 - 1 - 5;
    return note("x".repeat(text));
  }

  @Test
  void aStoredPayloadOf512KibIsAllowedAndOneByteMoreIsNot() {
    CommandReceipt receipt = log.writer().append(command(log, noteWithStoredPayloadOf(512 * 1024)));
    assertEquals(512 * 1024, receipt.entries().get(0).header().payloadLength());
    assertEquals(512 * 1024, receipt.entries().get(0).storedPayload().length);
    String message =
        refuse(
            PayloadTooLargeException.class,
            withNewSubject(noteWithStoredPayloadOf(512 * 1024 + 1)));
    assertTrue(message.contains("524288") && message.contains("524289"), message);
  }

  @Test
  void aStaleExpectedVersion() {
    log.writer().append(command(log, note("a"), note("b")));
    Command fitting = withNewSubject().expecting(List.of(new ExpectedVersion(STREAM, 1)));
    log.writer().append(fitting);
    for (int version : new int[] {-1, 0, 1, 3}) {
      refuse(
          StaleVersionException.class,
          withNewSubject()
              .expecting(
                  List.of(
                      ExpectedVersion.none(new StreamId(6, 6)),
                      new ExpectedVersion(STREAM, version == 3 ? 99 : version))));
    }
  }

  @Test
  void aStreamThatMustNotExistYetButDoes() {
    StreamId stream = new StreamId(8, 8);
    Command first =
        command(log, note(stream, SubjectId.LOG, "first"))
            .expecting(List.of(ExpectedVersion.none(stream)));
    log.writer().append(first);
    refuse(
        StaleVersionException.class,
        withNewSubject().expecting(List.of(ExpectedVersion.none(stream))));
  }

  @Test
  void anActorThatIsNotRegistered() {
    for (Actor actor :
        List.of(
            Actor.unsigned("com.example.other", 7),
            new Actor(ACTOR.packageName(), "1".repeat(64), 7))) {
      Command command =
          Command.of(
              log.newCommandId(),
              Context.of(actor),
              List.of(note(STREAM, log.newSubject(), "x", "s")));
      refuse(ActorNotRegisteredException.class, command);
    }
  }

  @Test
  void anActorMayWriteOnceItIsRegisteredWhateverItsProcess() {
    Actor other = new Actor("com.example.other", "1".repeat(64), 99);
    log.writer()
        .append(
            command(
                log,
                event(
                    SubjectId.LOG, new ActorRegistered(other.packageName(), other.certificate()))));
    CommandReceipt receipt =
        log.writer().append(Command.of(log.newCommandId(), Context.of(other), List.of(note("x"))));
    CommittedEntry entry = receipt.entries().get(0);
    assertEquals("com.example.other", log.name(entry.header().actorRef()));
    assertEquals(99, entry.header().actorPid());
    assertTrue(fixture.reader().isRegistered(other));
  }

  @Test
  void aPredecessorThatIsNotTheLastEntry() {
    CommandReceipt first = log.writer().append(command(log, note("a")));
    ByteString head = ByteString.of(first.entries().get(0).header().entryHash());
    log.writer().append(command(log, note("b")).following(head));
    refuse(PredecessorMismatchException.class, withNewSubject().following(head));
    refuse(
        PredecessorMismatchException.class,
        withNewSubject().following(ByteString.of(new byte[32])));
  }

  @Test
  void aStoreThatGrewBehindTheWritersBack() {
    MemoryLog other = fixture.open(fixture.store.reopened());
    other.writer().append(command(other, note("from elsewhere")));
    List<String> before = LogFixture.content(fixture.store);
    int rows = fixture.keys.rows;
    Command command = withNewSubject();
    assertThrows(PredecessorMismatchException.class, () -> log.writer().append(command));
    assertEquals(before, LogFixture.content(fixture.store));
    assertEquals(rows, fixture.keys.rows);
  }

  @Test
  void aSlotThatHoldsAnotherContent() {
    byte[] slot = {1, 2, 3, 4, 5, 6, 7, 8};
    CommandId first = CommandId.ofSlot(slot, new byte[] {0, 0, 0, 0, 0, 0, 0, 1});
    CommandId second = CommandId.ofSlot(slot, new byte[] {0, 0, 0, 0, 0, 0, 0, 2});
    CommandId elsewhere = CommandId.ofSlot(new byte[8], new byte[8]);
    Context context = Context.of(ACTOR);
    List<NewEvent> events = List.of(note("x"));
    log.writer().append(Command.of(first, context, events).inSlot());
    log.writer().append(Command.of(elsewhere, context, events).inSlot());
    assertTrue(log.writer().append(Command.of(first, context, events).inSlot()).repeated());
    refuse(CommandConflictException.class, Command.of(second, context, events).inSlot());
    // Without the slot it is just another id.
    assertFalse(log.writer().append(Command.of(second, context, events)).repeated());
  }

  @Test
  void aCommandWithoutEvents() {
    refuse(InvalidCommandException.class, command(log));
  }

  @Test
  void moreEntriesThanACommandCanNumber() {
    NewEvent one = note("x");
    NewEvent[] many = Collections.nCopies(0x10000 - 2, one).toArray(NewEvent[]::new);
    // Two introductions of subject and activity come in front: 65,537 with a third.
    Context context = Context.of(ACTOR).withScreen("com.example/.Main", null);
    NewEvent withSubject = note(STREAM, log.newSubject(), "y");
    List<NewEvent> tooMany = new java.util.ArrayList<>(List.of(many));
    tooMany.add(withSubject);
    refuse(InvalidCommandException.class, Command.of(log.newCommandId(), context, tooMany));
    tooMany.remove(0);
    CommandReceipt receipt = log.writer().append(Command.of(log.newCommandId(), context, tooMany));
    assertEquals(0x10000, receipt.lastSequence() - receipt.firstSequence() + 1);
    assertEquals(0xffff, receipt.entries().get(0xffff).header().commandIndex());
    assertTrue(receipt.entries().get(0xffff).header().isLastOfCommand());
    assertEquals(Verdict.OK, LogVerifier.verify(fixture.store).verdict());
  }

  @Test
  void aTextWithALoneSurrogate() {
    refuse(InvalidCommandException.class, withNewSubject(note("half \ud83d of an emoji")));
    Context context = Context.of(ACTOR).withScreen("act\udc00", null);
    refuse(
        InvalidCommandException.class,
        Command.of(log.newCommandId(), context, List.of(note(STREAM, log.newSubject(), "x", "s"))));
  }

  @Test
  void aValueThatIsSealedAlready() {
    SubjectId subject = log.newSubject();
    log.writer().append(command(log, note(STREAM, subject, "x", "s")));
    NoteTaken read = (NoteTaken) LogFixture.events(log).get(LogFixture.events(log).size() - 1);
    List<SealedValue> sealed = read.secrets();
    refuse(
        InvalidCommandException.class,
        withNewSubject(event(subject, new NoteTaken("copy", sealed))));
  }

  @Test
  void eventsThatOnlyTheEngineRecords() {
    for (EngineEvent forged :
        List.of(
            new EngineEvent.LogCreated("other", 1),
            new EngineEvent.NameIntroduced(99, "com.example"),
            new EngineEvent.SubjectIntroduced(99, new SubjectId(1, 2)),
            new EngineEvent.CommandAbandoned(0, 2, new CommandId(1, 2)))) {
      refuse(InvalidCommandException.class, withNewSubject(event(SubjectId.LOG, forged)));
    }
    assertSame(LogFixture.REGISTRY, fixture.reader().registry(), "the log still opens");
  }

  @Test
  void anActorThatCouldNeverWriteOrIsSealedUnderAnotherKey() {
    ActorRegistered good = new ActorRegistered("com.example", Actor.NO_CERTIFICATE);
    refuse(InvalidCommandException.class, withNewSubject(event(log.newSubject(), good)));
    for (ActorRegistered bad :
        List.of(
            new ActorRegistered("", Actor.NO_CERTIFICATE),
            new ActorRegistered("com.example", "abc"),
            new ActorRegistered("com.example", "F".repeat(64)))) {
      refuse(InvalidCommandException.class, withNewSubject(event(SubjectId.LOG, bad)));
    }
    assertFalse(fixture.reader().isRegistered(Actor.unsigned("com.example", 1)));
  }

  @Test
  void aContextOutOfRangeCannotBeMade() {
    Context context = Context.of(ACTOR);
    assertThrows(
        IllegalArgumentException.class,
        () -> context.withScreen(null, ByteString.of(new byte[15])));
    assertThrows(IllegalArgumentException.class, () -> new Context.Device(101, 0, 0, null));
    assertThrows(IllegalArgumentException.class, () -> new Context.Device(1, 256, 0, null));
    assertThrows(IllegalArgumentException.class, () -> new Context.Device(1, 0, -1, null));
    assertThrows(IllegalArgumentException.class, () -> Actor.unsigned("", 1));
    assertThrows(IllegalArgumentException.class, () -> Actor.unsigned("a".repeat(257), 1));
    assertThrows(IllegalArgumentException.class, () -> Actor.unsigned("a", -1));
    assertThrows(IllegalArgumentException.class, () -> new Actor("a", "A".repeat(64), 1));
    assertThrows(IllegalArgumentException.class, () -> new Actor("a", "0".repeat(62), 1));
  }
}
