package dev.varve.engine.log;

import static dev.varve.engine.LogFixture.STREAM;
import static dev.varve.engine.LogFixture.command;
import static dev.varve.engine.LogFixture.note;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.varve.engine.LogFixture;
import dev.varve.engine.LogFixture.NoteTaken;
import dev.varve.engine.command.Context;
import dev.varve.engine.entry.SubjectId;
import dev.varve.engine.event.MemoryEvent;
import dev.varve.engine.seal.GenerationExhaustedException;
import dev.varve.engine.seal.KeyRing;
import dev.varve.engine.seal.KeyStoreException;
import dev.varve.engine.seal.MemorySubjectKeyStore;
import dev.varve.engine.seal.SubjectKeyStore.Row;
import dev.varve.engine.store.Durability;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** What a loss of power leaves when entries reached the disk and rows of their keys did not. */
final class LostKeysTest {
  private final LogFixture fixture = new LogFixture();
  private final MemoryLog log = fixture.create();
  private final SubjectId subject = log.newSubject();

  /** The keys that are left, as a process finds them that starts anew. */
  private MemorySubjectKeyStore left(Predicate<Row> stays) {
    MemorySubjectKeyStore keys = new MemorySubjectKeyStore();
    keys.putWrappingKey(Objects.requireNonNull(fixture.keys.wrappingKey()));
    keys.put(fixture.keys.rows().stream().filter(stays).toList());
    return keys;
  }

  private MemoryLog open(MemorySubjectKeyStore keys) {
    return MemoryLog.open(
        fixture.ports(fixture.store.reopened(), keys), LogFixture.REGISTRY, Durability.PROCESS);
  }

  private static List<MemoryEvent> notes(MemoryLog log) {
    return LogFixture.events(log).stream().filter(NoteTaken.class::isInstance).toList();
  }

  private static List<String> secretsOf(MemoryLog log) {
    List<String> secrets = new ArrayList<>();
    for (MemoryEvent event : notes(log)) {
      ((NoteTaken) event).secrets().forEach(s -> secrets.add("" + LogFixture.secret(log, s)));
    }
    return secrets;
  }

  @Test
  void theKeyOfALostValueIsNotMadeAgainUnderItsNumber() {
    log.writer().append(command(log, note(STREAM, subject, "one", "secret 1")));
    log.writer().append(command(log, note(STREAM, subject, "two", "secret 2", "secret 3")));
    MemorySubjectKeyStore keys = left(row -> row.generation() < 2);
    MemoryLog reopened = open(keys);
    assertEquals(List.of("secret 1", "null", "null"), secretsOf(reopened));
    reopened.writer().append(command(reopened, note(STREAM, subject, "three", "secret 4")));
    assertEquals(List.of("secret 1", "null", "null", "secret 4"), secretsOf(reopened));
    assertEquals(4, keys.lastGeneration(subject));
    // Without the rows 2 and 3 a later opening knows the highest number from the store alone.
    assertEquals(List.of("secret 1", "null", "null", "secret 4"), secretsOf(open(keys)));
  }

  @Test
  void aSubjectWhoseFirstKeyIsLostIsSealedForNoMore() {
    log.writer().append(command(log, note(STREAM, subject, "one", "secret 1")));
    MemorySubjectKeyStore keys = left(row -> row.subject().equals(SubjectId.LOG));
    MemoryLog reopened = open(keys);
    assertEquals(List.of(), notes(reopened));
    long last = reopened.lastSequence();
    assertThrows(
        KeyStoreException.class,
        () -> reopened.writer().append(command(reopened, note(STREAM, subject, "again"))));
    assertEquals(last, reopened.lastSequence());
    assertNull(keys.get(subject, 0));
    SubjectId fresh = reopened.newSubject();
    reopened.writer().append(command(reopened, note(STREAM, fresh, "fresh", "secret 2")));
    assertEquals(List.of("secret 2"), secretsOf(open(keys)));
  }

  @Test
  void anEntryThatIsOneTooManyForTheLogsKeyIsNotSealed() {
    KeyRing keys =
        KeyRing.open(
            LogFixture.LOG_ID,
            fixture.keys,
            fixture.ports(fixture.store).wrapper(),
            fixture.ports(fixture.store).crypto());
    LogState state = new LogState();
    EntrySealer sealer = new EntrySealer(keys, LogFixture.REGISTRY, state);
    sealer.begin(0, 1L << 30, new byte[32]);
    List<PreparedEvent> events = sealer.prepare(List.of(note("one too many")));
    assertThrows(
        GenerationExhaustedException.class,
        () ->
            sealer.seal(
                log.newCommandId(),
                Context.of(LogFixture.ACTOR),
                events,
                fixture.ports(fixture.store).clock().read()));
  }
}
