package dev.varve.engine.log;

import static dev.varve.engine.LogFixture.command;
import static dev.varve.engine.LogFixture.note;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.engine.LogFixture;
import dev.varve.engine.command.Command;
import dev.varve.engine.entry.StreamId;
import dev.varve.engine.entry.SubjectId;
import dev.varve.engine.verify.LogVerifier;
import dev.varve.engine.verify.Verdict;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class ConcurrentAppendTest {
  private static final int THREADS = 8;
  private static final int COMMANDS = 60;

  private final LogFixture fixture = new LogFixture();
  private final MemoryLog log = fixture.create();

  private static List<String> written(MemoryLog log, int thread) {
    StreamId stream = new StreamId(100, thread);
    SubjectId subject = log.newSubject();
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < COMMANDS; i++) {
      String text = thread + "-" + i;
      Command command =
          command(
              log, note(stream, subject, text + "a", "s"), note(stream, SubjectId.LOG, text + "b"));
      CommandReceipt receipt = log.writer().append(command);
      assertFalse(receipt.repeated());
      assertEquals(receipt.entries().size(), receipt.lastSequence() - receipt.firstSequence() + 1);
      texts.add(text + "a");
      texts.add(text + "b");
    }
    return texts;
  }

  /** Follows the log until it is told that no more comes, and then to its end. */
  private static List<List<Integer>> followed(MemoryLog log, AtomicBoolean finished) {
    List<List<Integer>> commands = new ArrayList<>();
    try (LogReader reader = log.reader()) {
      while (true) {
        boolean last = finished.get();
        List<CommittedEntry> command;
        while ((command = reader.next()) != null) {
          List<Integer> indexes = new ArrayList<>();
          command.forEach(entry -> indexes.add(entry.header().commandIndex()));
          commands.add(indexes);
        }
        if (last) {
          return commands;
        }
        Thread.onSpinWait();
      }
    }
  }

  @Test
  void eightThreadsAppendToOneLogWhileReadersFollowIt() throws Exception {
    MemoryLog elsewhere = fixture.reader();
    AtomicBoolean finished = new AtomicBoolean();
    ExecutorService pool = Executors.newFixedThreadPool(THREADS + 2);
    try {
      List<Future<List<List<Integer>>>> readers = new ArrayList<>();
      for (MemoryLog handle : List.of(log, elsewhere)) {
        readers.add(pool.submit(() -> followed(handle, finished)));
      }
      List<Callable<List<String>>> writers = new ArrayList<>();
      for (int thread = 0; thread < THREADS; thread++) {
        int number = thread;
        writers.add(() -> written(log, number));
      }
      Set<String> acknowledged = new HashSet<>();
      for (Future<List<String>> writer : pool.invokeAll(writers)) {
        acknowledged.addAll(writer.get());
      }
      finished.set(true);

      assertEquals(THREADS * COMMANDS * 2, acknowledged.size());
      List<String> texts = LogFixture.texts(fixture.reader());
      assertEquals(acknowledged, new HashSet<>(texts));
      assertEquals(acknowledged.size(), texts.size());
      assertEquals(Verdict.OK, LogVerifier.verify(fixture.store.reader()).verdict());
      for (int thread = 0; thread < THREADS; thread++) {
        assertEquals(2 * COMMANDS - 1, log.streamVersion(new StreamId(100, thread)));
      }
      for (Future<List<List<Integer>>> reader : readers) {
        List<List<Integer>> commands = reader.get();
        assertEquals(1 + THREADS * COMMANDS, commands.size());
        for (List<Integer> indexes : commands) {
          for (int i = 0; i < indexes.size(); i++) {
            assertEquals(i, indexes.get(i), "commands come whole and in order");
          }
        }
      }
      assertEquals(log.lastSequence(), elsewhere.lastSequence());
    } finally {
      finished.set(true);
      pool.shutdownNow();
    }
  }

  @Test
  void oneCommandSentByEightThreadsIsAppendedOnce() throws Exception {
    Command command = command(log, note("once"));
    ExecutorService pool = Executors.newFixedThreadPool(THREADS);
    try {
      List<Callable<CommandReceipt>> senders = new ArrayList<>();
      for (int thread = 0; thread < THREADS; thread++) {
        senders.add(() -> log.writer().append(command));
      }
      int fresh = 0;
      for (Future<CommandReceipt> receipt : pool.invokeAll(senders)) {
        fresh += receipt.get().repeated() ? 0 : 1;
        assertEquals(3, receipt.get().firstSequence());
      }
      assertEquals(1, fresh);
      assertEquals(List.of("once"), LogFixture.texts(log));
      assertTrue(LogVerifier.verify(fixture.store).findings().isEmpty());
    } finally {
      pool.shutdownNow();
    }
  }
}
