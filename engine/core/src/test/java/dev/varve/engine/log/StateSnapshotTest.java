package dev.varve.engine.log;

import static dev.varve.engine.LogFixture.ACTOR;
import static dev.varve.engine.LogFixture.STREAM;
import static dev.varve.engine.LogFixture.command;
import static dev.varve.engine.LogFixture.note;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.varve.engine.LogFixture;
import dev.varve.engine.command.Command;
import dev.varve.engine.command.Context;
import dev.varve.engine.command.NewEvent;
import dev.varve.engine.entry.SubjectId;
import dev.varve.engine.store.EntryCursor;
import dev.varve.engine.store.memory.MemoryEntryStore;
import dev.varve.engine.verify.LogVerifier;
import dev.varve.engine.verify.Verdict;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class StateSnapshotTest {
  private final LogFixture fixture = new LogFixture();
  private Command known =
      Command.of(new dev.varve.engine.entry.CommandId(1, 1), Context.of(ACTOR), List.of());
  private SubjectId subject = SubjectId.LOG;

  /** More entries than closing leaves without a snapshot, in commands of many. */
  @BeforeEach
  void writeALongLogAndCloseIt() {
    MemoryLog log = fixture.create();
    subject = log.newSubject();
    known = command(log, note(STREAM, subject, "known"));
    log.writer().append(known);
    for (int i = 0; i < 5; i++) {
      List<NewEvent> notes = new ArrayList<>();
      for (int n = 0; n < 1000; n++) {
        notes.add(note("n" + n));
      }
      log.writer()
          .append(
              Command.of(
                  log.newCommandId(), Context.of(ACTOR).withScreen("Main" + i, null), notes));
    }
    log.close();
  }

  @Test
  void anOpeningReadsOnlyWhatLiesBehindIt() {
    assertNotNull(fixture.store.reopened().snapshots().read());
    CountingStore store = new CountingStore(fixture.store.reader());
    MemoryLog log = fixture.open(store);
    assertTrue(store.read < 10, "read " + store.read);
    assertEquals("Main4", log.name(6));
    assertEquals(subject, log.subjectOf(1));
    assertEquals(5000, log.streamVersion(STREAM));
    assertTrue(log.isRegistered(ACTOR));
  }

  @Test
  void aWriterGoesOnFromItAndKnowsEveryCommand() {
    MemoryLog log = fixture.open(fixture.store.reopened());
    assertTrue(log.writer().append(known).repeated());
    long last = log.writer().append(command(log, note("after"))).lastSequence();
    assertEquals(5010, last);
    assertEquals(5002, LogFixture.texts(log).size());
    assertEquals(Verdict.OK, LogVerifier.verify(fixture.store.reader()).verdict());
  }

  @Test
  void aChangedOneIsAsGoodAsNone() {
    byte[] sealed = fixture.store.reopened().snapshots().read();
    assertNotNull(sealed);
    for (int i = 0; i < sealed.length; i += 997) {
      byte[] changed = sealed.clone();
      changed[i] ^= 1;
      MemoryEntryStore store = fixture.store.reopened();
      store.snapshots().replace(changed);
      CountingStore counting = new CountingStore(fixture.store.reader());
      MemoryLog log = fixture.open(counting);
      assertTrue(counting.read > 5000, "read " + counting.read);
      assertEquals("Main4", log.name(6));
    }
  }

  @Test
  void oneOfAnotherHistoryIsAsGoodAsNone() {
    List<byte[]> records = LogFixture.records(fixture.store.reader());
    MemoryEntryStore older = LogFixture.storeOf(records.subList(0, 5));
    older.snapshots().replace(snapshot());
    MemoryLog log = fixture.open(older);
    assertEquals(4, log.lastSequence());
    assertNull(log.name(6));
    log.writer().append(command(log, note("another way on")));
    assertTrue(log.writer().append(known).repeated());
  }

  private byte[] snapshot() {
    byte[] sealed = fixture.store.reopened().snapshots().read();
    assertNotNull(sealed);
    return sealed;
  }

  @Test
  void damageBeforeItIsMetByReadersAndVerification() {
    List<byte[]> records = LogFixture.records(fixture.store.reader());
    records.get(7)[260] ^= 1;
    MemoryEntryStore store = LogFixture.storeOf(records);
    store.snapshots().replace(snapshot());
    MemoryLog log = fixture.open(store);
    assertNull(log.damage());
    assertEquals(Verdict.DAMAGED, LogVerifier.verify(store.reader()).verdict());
    try (LogReader reader = log.reader()) {
      while (reader.next() != null) {
        // up to the damage
      }
      fail("damage was passed over");
    } catch (DamagedLogException e) {
      assertEquals(7, e.finding().sequence());
    }
  }

  /** Counts the records that are read. */
  private static final class CountingStore extends dev.varve.engine.ForwardingStore {
    private int read;

    CountingStore(MemoryEntryStore store) {
      super(store);
    }

    @Override
    public EntryCursor cursor(long from) {
      EntryCursor cursor = super.cursor(from);
      return new EntryCursor() {
        @Override
        public byte @org.jspecify.annotations.Nullable [] next() {
          read++;
          return cursor.next();
        }

        @Override
        public void close() {
          cursor.close();
        }
      };
    }
  }
}
