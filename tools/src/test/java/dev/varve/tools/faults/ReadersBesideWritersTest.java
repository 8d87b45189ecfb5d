package dev.varve.tools.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.engine.jvm.LogFolder;
import dev.varve.engine.log.CommandReceipt;
import dev.varve.engine.log.LogReader;
import dev.varve.engine.log.MemoryLog;
import dev.varve.engine.store.Durability;
import dev.varve.engine.store.EntryStore;
import dev.varve.engine.verify.LogVerifier;
import dev.varve.engine.verify.Verdict;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Eight threads write one log, some waiting for the disk and some not, while four other processes
 * read it: every reader sees whole commands only, each sender's in the order it sent them, and
 * never fewer than before.
 */
final class ReadersBesideWritersTest {
  static final int WRITERS = 8;
  static final int READERS = 4;
  static final int DEFAULT_COMMANDS = 120;
  static final int COMMANDS = Integer.getInteger("varve.beside", DEFAULT_COMMANDS);

  @TempDir Path temp;

  @ParameterizedTest
  @ValueSource(strings = {"log", "log.db"})
  void nothingIsLostOutOfOrderOrTorn(String store) throws Exception {
    LogFolder folder = LogFolder.at(temp.resolve(store)).withKeys(temp.resolve("keys"));
    folder.create(Numbered.REGISTRY, Numbered.ACTOR, "beside test");
    List<ChildProcess> readers = new ArrayList<>();
    ExecutorService threads = Executors.newFixedThreadPool(WRITERS);
    try (MemoryLog log = MemoryLog.open(folder.open(), Numbered.REGISTRY, Durability.PROCESS)) {
      for (int i = 0; i < READERS; i++) {
        readers.add(
            ChildProcess.start(
                BesideReader.class, temp.resolve(store), temp.resolve("keys"), WRITERS, COMMANDS));
      }
      for (ChildProcess reader : readers) {
        assertEquals("ready", reader.line());
      }
      List<Future<List<CommandReceipt>>> writers = new ArrayList<>();
      for (int i = 0; i < WRITERS; i++) {
        int sender = i;
        writers.add(threads.submit(() -> write(log, sender)));
      }
      List<CommandReceipt> receipts = new ArrayList<>();
      for (Future<List<CommandReceipt>> writer : writers) {
        receipts.addAll(writer.get());
      }
      assertSequencesAreTakenOnce(receipts);
      for (ChildProcess reader : readers) {
        String told = reader.line();
        assertNotNull(told);
        assertTrue(told.matches("read [0-9]+ times"), told);
        assertEquals(0, reader.exit());
      }
    } finally {
      threads.shutdownNow();
      readers.forEach(ChildProcess::close);
    }
    assertWhole(folder);
  }

  private static List<CommandReceipt> write(MemoryLog log, int sender) {
    List<CommandReceipt> receipts = new ArrayList<>();
    for (int number = 0; number < COMMANDS; number++) {
      CommandReceipt receipt =
          log.writer()
              .append(
                  Numbered.command(sender, number), Numbered.durability("MIXED", sender + number));
      assertFalse(receipt.repeated());
      receipts.add(receipt);
    }
    return receipts;
  }

  private static void assertSequencesAreTakenOnce(List<CommandReceipt> receipts) {
    assertEquals(WRITERS * COMMANDS, receipts.size());
    receipts.sort(Comparator.comparingLong(CommandReceipt::firstSequence));
    // Behind genesis, its actor and the name of that.
    long next = 3;
    for (CommandReceipt receipt : receipts) {
      assertEquals(next, receipt.firstSequence());
      next = receipt.lastSequence() + 1;
    }
  }

  private static void assertWhole(LogFolder folder) {
    try (EntryStore store = folder.openStoreReadOnly()) {
      assertEquals(Verdict.OK, LogVerifier.verify(store).verdict());
    }
    try (MemoryLog log =
            MemoryLog.open(folder.openReadOnly(), Numbered.REGISTRY, Durability.PROCESS);
        LogReader reader = log.reader()) {
      Numbered.Check check = new Numbered.Check(log, WRITERS);
      check.readAll(reader);
      for (int sender = 0; sender < WRITERS; sender++) {
        assertEquals(COMMANDS, check.count(sender));
      }
    }
  }
}
