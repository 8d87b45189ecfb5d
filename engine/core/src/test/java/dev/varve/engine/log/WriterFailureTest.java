package dev.varve.engine.log;

import static dev.varve.engine.LogFixture.STREAM;
import static dev.varve.engine.LogFixture.command;
import static dev.varve.engine.LogFixture.note;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.engine.FaultyStore;
import dev.varve.engine.LogFixture;
import dev.varve.engine.VarveException;
import dev.varve.engine.command.Command;
import dev.varve.engine.seal.KeyStoreException;
import dev.varve.engine.store.Durability;
import dev.varve.engine.store.EntryStore;
import dev.varve.engine.store.StoreException;
import dev.varve.engine.store.memory.MemoryEntryStore;
import dev.varve.engine.verify.LogVerifier;
import dev.varve.engine.verify.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The medium fails at the Nth operation, for every N of a run. */
class WriterFailureTest {
  private static final int COMMANDS = 6;

  private final LogFixture fixture = new LogFixture();

  private static Command numbered(MemoryLog log, int i) {
    return command(
        log, note(STREAM, log.newSubject(), "a" + i, "s"), note(STREAM, log.newSubject(), "b" + i));
  }

  private static Durability durabilityOf(int i) {
    return i % 2 == 0 ? Durability.PROCESS : Durability.POWER;
  }

  private static List<String> textsOf(int commands) {
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < commands; i++) {
      texts.add("a" + i);
      texts.add("b" + i);
    }
    return texts;
  }

  /** Runs with a failure at operation {@code n}; false when there is no such operation. */
  private static boolean runWithFailureAt(int n, boolean afterEffect, boolean error) {
    LogFixture fixture = new LogFixture();
    fixture.create();
    MemoryEntryStore disk = fixture.store;
    FaultyStore store = new FaultyStore(disk.reopened());
    store.failAt = n;
    store.afterEffect = afterEffect;
    if (error) {
      store.failure = () -> new InternalError("a page is gone");
    }
    MemoryLog log = fixture.open(store);
    List<Command> sent = new ArrayList<>();
    int acknowledged = 0;
    boolean failed = false;
    String where = "failure at " + n + (afterEffect ? ", after effect" : "");
    for (int i = 0; i < COMMANDS && !failed; i++) {
      sent.add(numbered(log, i));
      try {
        log.writer().append(sent.get(i), durabilityOf(i));
        acknowledged++;
      } catch (WriterFailedException e) {
        failed = true;
        assertTrue(String.valueOf(e.getMessage()).contains("faulty store"), where);
      }
    }
    if (!failed) {
      return false;
    }
    // It takes nothing more, not even what it acknowledged before.
    int operations = store.operations;
    assertThrows(
        WriterFailedException.class, () -> log.writer().append(command(log, note("more"))), where);
    assertThrows(WriterFailedException.class, () -> log.writer().append(sent.get(0)), where);
    assertEquals(operations, store.operations, where);
    log.close();

    MemoryLog reopened = fixture.open(disk.reopened());
    List<String> found = LogFixture.texts(reopened);
    assertTrue(
        found.equals(textsOf(acknowledged)) || found.equals(textsOf(acknowledged + 1)),
        where + ": " + found);
    for (int i = 0; i < acknowledged; i++) {
      assertTrue(reopened.writer().append(sent.get(i)).repeated(), where);
    }
    for (int i = acknowledged; i < COMMANDS; i++) {
      reopened.writer().append(i < sent.size() ? sent.get(i) : numbered(reopened, i));
    }
    assertEquals(textsOf(COMMANDS), LogFixture.texts(reopened), where);
    assertEquals(textsOf(COMMANDS), LogFixture.texts(fixture.open(disk.reader())), where);
    assertEquals(Verdict.OK, LogVerifier.verify(disk.reader()).verdict(), where);
    return true;
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void nothingAcknowledgedIsLostAndReopeningGoesOn(boolean afterEffect) {
    int n = 0;
    while (runWithFailureAt(n, afterEffect, n % 3 == 2)) {
      n++;
    }
    // Six commands of 2 notes and 2 subjects, three of them forced.
    assertEquals(6 * 4 + 3, n);
  }

  @Test
  void aFailureWhileAbandoningIsAbandonedByTheNextWriter() {
    MemoryLog log = fixture.create();
    log.writer().append(command(log, note("one"), note("two")));
    List<byte[]> records = LogFixture.records(fixture.store);
    for (int failAt = 0; failAt < 3; failAt++) {
      MemoryEntryStore disk = LogFixture.storeOf(records.subList(0, 4));
      FaultyStore store = new FaultyStore(disk.reopened());
      store.failAt = failAt;
      MemoryLog torn = fixture.open(store);
      Command next = command(torn, note("three"), note("four"));
      assertThrows(WriterFailedException.class, () -> torn.writer().append(next));
      MemoryLog reopened = fixture.open(disk.reopened());
      assertEquals(List.of(), LogFixture.texts(reopened));
      reopened.writer().append(next);
      assertEquals(List.of("three", "four"), LogFixture.texts(reopened));
      assertEquals(Verdict.OK, LogVerifier.verify(disk.reader()).verdict());
    }
  }

  @Test
  void aKeyStoreThatFailsIsAKeyErrorAndTheWriterGoesOn() {
    MemoryLog log = fixture.create();
    List<String> before = LogFixture.content(fixture.store);
    Command command = numbered(log, 0);

    fixture.keys.failPut = true;
    assertThrows(KeyStoreException.class, () -> log.writer().append(command));
    assertEquals(before, LogFixture.content(fixture.store));

    assertFalse(log.writer().append(command, Durability.POWER).repeated());
    assertEquals(textsOf(1), LogFixture.texts(log));
    assertEquals(Verdict.OK, LogVerifier.verify(fixture.store).verdict());
  }

  @Test
  void keysThatCannotBeForcedEndTheWriterSinceTheirEntryIsThereAlready() {
    MemoryLog log = fixture.create();
    Command command = numbered(log, 0);
    fixture.keys.failForce = true;
    assertThrows(WriterFailedException.class, () -> log.writer().append(command, Durability.POWER));
    assertThrows(WriterFailedException.class, () -> log.writer().append(numbered(log, 1)));
    MemoryLog reopened = fixture.open(fixture.store.reopened());
    assertTrue(reopened.writer().append(command, Durability.POWER).repeated());
    assertEquals(textsOf(1), LogFixture.texts(reopened));
  }

  @Test
  void keysAreForcedBeforeEntriesOnlyWhenPowerIsAskedFor() {
    FaultyStore store = new FaultyStore(fixture.store);
    MemoryLog log = fixture.create(store);
    assertEquals(1, store.forces, "genesis is on the disk when create returns");
    int keyForces = fixture.keys.forces;
    log.writer().append(command(log, note("x")));
    assertEquals(1, store.forces);
    assertEquals(keyForces, fixture.keys.forces);
    log.writer().append(command(log, note("y")), Durability.POWER);
    assertEquals(2, store.forces);
    assertEquals(keyForces + 1, fixture.keys.forces);
  }

  @Test
  void aRepeatedCommandIsMadeAsDurableAsItIsAskedForNow() {
    FaultyStore store = new FaultyStore(fixture.store);
    MemoryLog log = fixture.create(store);
    Command command = command(log, note("x"));
    log.writer().append(command, Durability.PROCESS);
    int forces = store.forces;
    assertTrue(log.writer().append(command, Durability.PROCESS).repeated());
    assertEquals(forces, store.forces);
    assertTrue(log.writer().append(command, Durability.POWER).repeated());
    assertEquals(forces + 1, store.forces);
    assertTrue(log.writer().append(command, Durability.POWER).repeated());
    assertEquals(forces + 1, store.forces, "once is enough");

    FaultyStore reopened = new FaultyStore(fixture.store.reopened());
    MemoryLog again = fixture.open(reopened);
    assertTrue(again.writer().append(command, Durability.POWER).repeated());
    assertEquals(1, reopened.forces, "a new process cannot know what was forced");

    FaultyStore failing = new FaultyStore(fixture.store.reopened());
    failing.failAt = 0;
    MemoryLog last = fixture.open(failing);
    assertThrows(
        WriterFailedException.class, () -> last.writer().append(command, Durability.POWER));
  }

  @Test
  void aClosedLogTakesNothing() {
    MemoryLog log = fixture.create();
    Command command = command(log, note("x"));
    log.close();
    VarveException e = assertThrows(VarveException.class, () -> log.writer().append(command));
    assertTrue(String.valueOf(e.getMessage()).contains("closed"));
    assertEquals(3, fixture.store.reader().size());
    assertEquals(1, fixture.keys.closed);
  }

  @Test
  void theKeysAreClosedAlsoWhenTheStoreCannotBe() {
    FaultyStore store = new FaultyStore(fixture.store);
    store.failClose = true;
    MemoryLog log = fixture.create(store);
    assertThrows(StoreException.class, log::close);
    assertEquals(1, fixture.keys.closed);
  }

  private static void assertClosesBoth(
      LogFixture fixture, EntryStore entries, Consumer<EntryStore> opening) {
    FaultyStore store = new FaultyStore(entries);
    store.failClose = true;
    int closed = fixture.keys.closed;
    VarveException e = assertThrows(VarveException.class, () -> opening.accept(store));
    assertFalse(String.valueOf(e.getMessage()).contains("close failed"), "the first failure stays");
    assertEquals(1, e.getSuppressed().length);
    assertEquals(1, store.closed);
    assertEquals(closed + 1, fixture.keys.closed);
  }

  @Test
  void storeAndKeyStoreAreClosedWhenALogCannotBeOpened() {
    fixture.create();
    assertClosesBoth(fixture, new MemoryEntryStore(), fixture::open);
    List<byte[]> records = LogFixture.records(fixture.store);
    records.get(1)[300] ^= 1;
    assertClosesBoth(fixture, LogFixture.storeOf(records), fixture::open);
    MemoryEntryStore sound = fixture.store.reopened();
    LogFixture withoutKeys = new LogFixture();
    assertClosesBoth(withoutKeys, sound, withoutKeys::open);
  }

  @Test
  void storeAndKeyStoreAreClosedWhenALogCannotBeCreated() {
    fixture.create();
    int rows = fixture.keys.rows;
    assertClosesBoth(fixture, fixture.store.reopened(), fixture::create);
    assertEquals(rows, fixture.keys.rows);

    LogFixture readOnly = new LogFixture();
    assertClosesBoth(readOnly, readOnly.store.reader(), readOnly::create);
    assertNull(readOnly.keys.wrappingKey(), "no key is made for a log that cannot come to be");

    LogFixture failing = new LogFixture();
    FaultyStore store = new FaultyStore(failing.store);
    store.failAt = 1;
    assertThrows(WriterFailedException.class, () -> failing.create(store));
    assertEquals(1, store.closed);
    assertEquals(1, failing.keys.closed);
  }
}
