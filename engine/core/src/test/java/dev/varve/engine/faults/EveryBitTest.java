package dev.varve.engine.faults;

import static dev.varve.engine.LogFixture.STREAM;
import static dev.varve.engine.LogFixture.command;
import static dev.varve.engine.LogFixture.note;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.engine.LogFixture;
import dev.varve.engine.VarveException;
import dev.varve.engine.log.MemoryLog;
import dev.varve.engine.store.memory.MemoryEntryStore;
import dev.varve.engine.verify.Finding;
import dev.varve.engine.verify.LogVerifier;
import dev.varve.engine.verify.Verdict;
import dev.varve.engine.verify.VerificationReport;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A log of twenty entries in which one bit is another: every bit of it, one after the other. */
final class EveryBitTest {
  private static final int ENTRIES = 20;

  private final LogFixture fixture = new LogFixture();

  /** Genesis, subjects, sealed values, commands of several entries; each entry some 600 bytes. */
  private List<byte[]> log() {
    MemoryLog log = fixture.create();
    for (int i = 0; log.lastSequence() < ENTRIES - 4; i++) {
      String text = ("note " + i + " ").repeat(30);
      log.writer().append(command(log, note(STREAM, log.newSubject(), text, "s"), note(text)));
    }
    while (log.lastSequence() < ENTRIES - 1) {
      log.writer().append(command(log, note("the last ones ".repeat(15))));
    }
    List<byte[]> records = LogFixture.records(fixture.store);
    assertEquals(ENTRIES, records.size());
    return records;
  }

  @Test
  void everyChangedBitIsFoundAndItsEntryNamed() {
    List<byte[]> records = log();
    assertEquals(Verdict.OK, LogVerifier.verify(LogFixture.storeOf(records)).verdict());
    List<String> missed = new ArrayList<>();
    long bits = 0;
    for (int sequence = 0; sequence < ENTRIES; sequence++) {
      byte[] sound = records.get(sequence);
      byte[] changed = sound.clone();
      List<byte[]> damaged = new ArrayList<>(records);
      damaged.set(sequence, changed);
      for (int bit = 0; bit < sound.length * 8; bit++) {
        changed[bit / 8] ^= (byte) (1 << bit % 8);
        VerificationReport report = LogVerifier.verify(LogFixture.storeOf(damaged));
        List<Finding> findings = report.findings();
        if (report.verdict() != Verdict.DAMAGED || findings.get(0).sequence() != sequence) {
          missed.add("bit " + bit + " of entry " + sequence + ": " + report);
        }
        changed[bit / 8] = sound[bit / 8];
        bits++;
      }
    }
    assertEquals(List.of(), missed);
    assertTrue(bits > ENTRIES * 8 * 400L, "only " + bits + " bits");
  }

  /**
   * Of every byte one bit, since an opening costs more: the log opens up to there and no further.
   */
  @Test
  void anOpeningEndsBeforeTheChangedEntryAndGivesNoWriter() {
    List<byte[]> records = log();
    for (int sequence = 0; sequence < ENTRIES; sequence++) {
      byte[] sound = records.get(sequence);
      for (int at = 0; at < sound.length; at++) {
        List<byte[]> damaged = new ArrayList<>(records);
        byte[] changed = sound.clone();
        changed[at] ^= (byte) (1 << at % 8);
        damaged.set(sequence, changed);
        String where = "byte " + at + " of entry " + sequence;
        MemoryEntryStore store = LogFixture.storeOf(damaged);
        if (sequence < 3) {
          // Without genesis there is no log.
          assertThrows(VarveException.class, () -> fixture.open(store), where);
        } else {
          MemoryLog log = fixture.open(store);
          Finding damage = log.damage();
          assertNotNull(damage, where);
          assertEquals(sequence, damage.sequence(), where);
          assertTrue(log.lastSequence() < sequence, where);
          assertFalse(log.isWritable(), where);
          assertThrows(VarveException.class, log::writer, where);
        }
      }
    }
  }
}
