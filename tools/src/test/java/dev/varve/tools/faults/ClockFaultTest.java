package dev.varve.tools.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.engine.clock.ClockReading;
import dev.varve.engine.clock.EngineClock;
import dev.varve.engine.command.Actor;
import dev.varve.engine.entry.EntryHeader;
import dev.varve.engine.event.EngineEvent;
import dev.varve.engine.jvm.chronicle.ChronicleEntryStore;
import dev.varve.engine.jvm.chronicle.ChronicleOptions;
import dev.varve.engine.log.CommittedEntry;
import dev.varve.engine.log.EventOpener;
import dev.varve.engine.log.LogPorts;
import dev.varve.engine.log.LogReader;
import dev.varve.engine.log.MemoryLog;
import dev.varve.engine.seal.AesGcmKeyWrapper;
import dev.varve.engine.seal.Crypto;
import dev.varve.engine.seal.MemorySubjectKeyStore;
import dev.varve.engine.store.Durability;
import dev.varve.engine.store.EntryCursor;
import dev.varve.engine.store.EntryStore;
import dev.varve.engine.verify.LogVerifier;
import dev.varve.engine.verify.Verdict;
import dev.varve.projections.AgentMemory;
import dev.varve.projections.LayerState;
import dev.varve.projections.MemoryReader;
import dev.varve.projections.facts.RememberFact;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A clock that is set back and forward and stops, while the files of a log roll. */
final class ClockFaultTest {
  private static final long START = 1_770_000_000_000L;
  private static final long YEAR = 365L * 24 * 3600 * 1000;

  /** Sets of the clock, in milliseconds, one before each fourth command. */
  private static final long[] SETS = {-YEAR, 0, YEAR, YEAR, -YEAR, -3 * YEAR, 0, 2 * YEAR};

  private static final int COMMANDS = 4 * SETS.length;

  @TempDir Path temp;

  private final MemorySubjectKeyStore keys = new MemorySubjectKeyStore();
  private long wallMillis = START;
  private long elapsedNanos = 1_000_000_000L;
  private boolean isStopped;

  private ClockReading read() {
    elapsedNanos += 1_000_000_000L;
    wallMillis += isStopped ? 0 : 1_000;
    return new ClockReading(wallMillis, elapsedNanos, 5);
  }

  private LogPorts ports(EntryStore store, EngineClock clock) {
    return new LogPorts(
        store,
        keys,
        new AesGcmKeyWrapper(Crypto.platform(), new byte[32]),
        Crypto.platform(),
        clock);
  }

  private EntryStore created() {
    return ChronicleEntryStore.create(
        temp.resolve("log"), ChronicleOptions.DEFAULT.withSegmentBits(3));
  }

  @Test
  void segmentsRollAndOrderStaysWhileTheClockGoesAnyWay() throws Exception {
    MemoryLog.create(
            ports(created(), this::read),
            MemoryLog.newId(Crypto.platform()),
            Numbered.REGISTRY,
            Numbered.ACTOR,
            "clock test",
            Durability.POWER)
        .close();
    for (int number = 0; number < COMMANDS; number += 4) {
      wallMillis += SETS[number / 4];
      try (MemoryLog log =
          MemoryLog.open(
              ports(ChronicleEntryStore.open(temp.resolve("log")), this::read),
              Numbered.REGISTRY,
              Durability.PROCESS)) {
        for (int next = number; next < number + 4; next++) {
          log.writer().append(Numbered.command(0, next));
        }
      }
    }
    assertWhole(COMMANDS, SETS.length - 2);
    try (Stream<Path> files = Files.list(temp.resolve("log"))) {
      assertTrue(files.filter(file -> file.toString().endsWith(".cq4")).count() > 5);
    }
    try (EntryStore store = ChronicleEntryStore.openReadOnly(temp.resolve("log"));
        EntryCursor cursor = store.cursor(0)) {
      List<Long> walls = new ArrayList<>();
      for (byte[] record = cursor.next(); record != null; record = cursor.next()) {
        walls.add(EntryHeader.of(record).wallMillis());
      }
      assertTrue(walls.stream().anyMatch(wall -> wall < START - YEAR), "the clock went back");
    }
  }

  @Test
  void aStoppedClockStopsNothing() {
    isStopped = true;
    try (MemoryLog log =
        MemoryLog.create(
            ports(created(), this::read),
            MemoryLog.newId(Crypto.platform()),
            Numbered.REGISTRY,
            Numbered.ACTOR,
            "clock test",
            Durability.PROCESS)) {
      for (int number = 0; number < 12; number++) {
        // Ten seconds that the wall clock does not count: more than drift can be.
        elapsedNanos += 10_000_000_000L;
        log.writer().append(Numbered.command(0, number));
      }
    }
    assertWhole(12, 12);
  }

  private void assertWhole(int commands, int adjusted) {
    try (EntryStore store = ChronicleEntryStore.openReadOnly(temp.resolve("log"))) {
      assertEquals(Verdict.OK, LogVerifier.verify(store).verdict());
    }
    try (MemoryLog log =
        MemoryLog.open(
            ports(ChronicleEntryStore.openReadOnly(temp.resolve("log")), this::read),
            Numbered.REGISTRY,
            Durability.PROCESS)) {
      Numbered.Check check = new Numbered.Check(log, 1);
      try (LogReader reader = log.reader()) {
        check.readAll(reader);
      }
      assertEquals(commands, check.count(0));
      int found = 0;
      EventOpener opener = log.opener();
      try (LogReader reader = log.reader()) {
        List<CommittedEntry> command;
        while ((command = reader.next()) != null) {
          for (CommittedEntry entry : command) {
            found += opener.open(entry).event() instanceof EngineEvent.ClockAdjusted ? 1 : 0;
          }
        }
      }
      assertEquals(adjusted, found);
    }
  }

  @Test
  void theDigestsOfStateAreTheSameUnderEveryClock() {
    Actor actor = Actor.unsigned("dev.varve.test", 7);
    List<List<LayerState>> states = new ArrayList<>();
    AgentMemory.create(
            ports(created(), this::read),
            MemoryLog.newId(Crypto.platform()),
            actor,
            "test",
            Durability.PROCESS)
        .close();
    for (int i = 0; i < SETS.length; i++) {
      wallMillis += SETS[i];
      EntryStore store = ChronicleEntryStore.open(temp.resolve("log"));
      try (AgentMemory memory =
          AgentMemory.open(ports(store, this::read), actor, Durability.PROCESS)) {
        memory.writer().remember(RememberFact.byUser("city_" + i % 3, "value " + i, START + i));
        states.add(memory.reader().state());
      }
    }
    for (int i = 0; i < SETS.length; i++) {
      wallMillis -= 5 * YEAR;
      EntryStore store = ChronicleEntryStore.openReadOnly(temp.resolve("log"));
      try (MemoryLog log =
          MemoryLog.open(ports(store, this::read), MemoryReader.registry(), Durability.PROCESS)) {
        assertEquals(states.get(SETS.length - 1), MemoryReader.at(log, Long.MAX_VALUE).state());
      }
    }
    assertEquals(SETS.length, states.stream().distinct().count());
  }
}
