package dev.varve.projections;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.engine.clock.EngineClock;
import dev.varve.engine.entry.ByteString;
import dev.varve.engine.event.MemoryEvent;
import dev.varve.engine.log.CommittedEntry;
import dev.varve.engine.log.MemoryLog;
import dev.varve.engine.replay.Projection;
import dev.varve.engine.replay.StateDigest;
import dev.varve.engine.seal.SealedValue;
import dev.varve.engine.store.Durability;
import dev.varve.engine.store.memory.MemoryEntryStore;
import dev.varve.projections.facts.FactEvent.FactReaffirmed;
import dev.varve.projections.facts.FactEvent.FactRemembered;
import dev.varve.projections.facts.FactKey;
import dev.varve.projections.facts.FactProjection;
import dev.varve.projections.facts.FactSource;
import dev.varve.projections.facts.RememberFact;
import dev.varve.projections.recall.RecallQuery;
import dev.varve.projections.screens.ScreenProjection;
import dev.varve.projections.sessions.Action;
import dev.varve.projections.sessions.ActionType;
import dev.varve.projections.sessions.SessionEvent.ObservationMade;
import dev.varve.projections.sessions.SessionEvent.SessionEnded;
import dev.varve.projections.sessions.SessionEvent.SessionStarted;
import dev.varve.projections.sessions.SessionEvent.SkillsConsulted;
import dev.varve.projections.sessions.SessionEvent.StepRecorded;
import dev.varve.projections.sessions.SessionProjection;
import dev.varve.projections.sessions.StepOutcome;
import dev.varve.projections.sessions.TaskOutcome;
import dev.varve.projections.skills.Skill;
import dev.varve.projections.skills.SkillEvent.SkillLearned;
import dev.varve.projections.skills.SkillEvent.SkillUsed;
import dev.varve.projections.skills.SkillProjection;
import dev.varve.projections.skills.SkillStep;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Layers are pure folds: what is kept up while writing is what is rebuilt from nothing. */
class LayerFoldTest {
  private static final int HISTORIES = 200;

  /** One random command; what does not fit the state is refused and leaves no trace. */
  private static void anything(AgentMemory memory, Random random) {
    MemoryWriter writer = memory.writer();
    String trace = "t" + random.nextInt(4);
    try {
      switch (random.nextInt(9)) {
        case 0 ->
            writer.startTask(
                writer.newOrigin(),
                new SessionStarted(trace, "领优惠券 " + random.nextInt(2), null, null, 0, 5));
        case 1, 2, 3 ->
            writer.recordStep(
                writer.newOrigin(),
                trace,
                Memories.tap(
                    StepOutcome.values()[random.nextInt(4)],
                    random.nextInt(10_001),
                    random.nextInt(10_001)),
                random.nextBoolean()
                    ? Memories.screen("b" + random.nextInt(3), "text " + random.nextInt(5))
                    : null);
        case 4 -> {
          List<Skill> skills = memory.reader().skills();
          writer.endTask(
              writer.newOrigin(),
              trace,
              new SessionEnded(
                  TaskOutcome.values()[random.nextInt(4)],
                  null,
                  skills.isEmpty() || random.nextBoolean() ? null : skills.get(0).id(),
                  null,
                  random.nextInt(100)));
        }
        case 5 ->
            writer.observe(
                writer.newOrigin(),
                trace,
                new ObservationMade("k" + random.nextInt(3), "v" + random.nextInt(3), 9));
        case 6 -> writer.consulted(writer.newOrigin(), trace, new SkillsConsulted(List.of("s"), 9));
        case 7 -> memory.recall(new RecallQuery("领优惠券", null, null, null, 9), trace);
        default ->
            writer.remember(
                new RememberFact(
                    FactKey.of("k" + random.nextInt(3)),
                    "v" + random.nextInt(3),
                    FactSource.values()[random.nextInt(5)],
                    random.nextInt(1_001),
                    random.nextInt(6) == 0,
                    random.nextBoolean(),
                    random.nextBoolean() ? null : trace,
                    random.nextInt(100)));
      }
    } catch (TaskStateException e) {
      // The random trace was not in the state that this command needs.
    }
  }

  @Test
  void layersKeptUpWhileWritingEqualThoseRebuiltFromNothing() {
    for (int seed = 0; seed < HISTORIES; seed++) {
      Memories memories = new Memories();
      AgentMemory memory = memories.create();
      Random random = new Random(seed);
      for (int i = 0; i < 20; i++) {
        anything(memory, random);
      }
      List<LayerState> kept = memory.reader().state();
      assertEquals(kept, memories.stateOf(memories.store), "seed " + seed);
      AgentMemory reopened = memories.reopen();
      assertEquals(kept, reopened.reader().state(), "seed " + seed);
      assertEquals(memory.reader().position(), reopened.reader().position());
      if (seed % 5 == 0) {
        anything(reopened, random);
        assertEquals(reopened.reader().state(), memories.stateOf(memories.store), "seed " + seed);
      }
    }
  }

  @Test
  void everyPointOfALogEqualsALogThatEndsThere() {
    for (int seed = 1_000; seed < 1_008; seed++) {
      Memories memories = new Memories();
      AgentMemory memory = memories.create();
      Random random = new Random(seed);
      List<List<LayerState>> kept = new ArrayList<>();
      kept.add(memory.reader().state());
      for (int i = 0; i < 25; i++) {
        anything(memory, random);
        kept.add(memory.reader().state());
      }
      List<byte[]> records = memories.records();
      MemoryLog whole = memories.readOnly();
      for (int n = 0; n < records.size(); n++) {
        MemoryReader then = MemoryReader.at(whole, n);
        List<LayerState> state = then.state();
        String where = "seed " + seed + ", entry " + n;
        if (n == 0) {
          // Genesis is a command of several entries: before its last there is no log to open.
          assertEquals(0, state.get(0).size());
        } else if ((records.get(n)[7] & 1) == 1) {
          assertEquals(memories.stateOf(Memories.prefix(records, n + 1)), state, where);
          assertEquals(n, then.position(), where);
          assertTrue(kept.contains(state), where);
        } else if (then.position() >= 0) {
          assertEquals(memories.stateOf(Memories.prefix(records, n + 1)), state, where);
          assertTrue(then.position() < n, where);
        }
      }
      assertEquals(kept.get(kept.size() - 1), MemoryReader.at(whole, Long.MAX_VALUE).state());
    }
  }

  @Test
  void aTornCommandIsInvisibleAndWhatIsWrittenAfterItCounts() {
    Memories memories = new Memories();
    AgentMemory memory = memories.create();
    Memories.run(memory, "t", "task", TaskOutcome.SUCCESS);
    List<LayerState> before = memory.reader().state();
    int complete = (int) memories.store.size();
    Memories.run(memory, "u", "task", TaskOutcome.SUCCESS);
    MemoryEntryStore torn = Memories.prefix(memories.records(), complete + 1);
    AgentMemory reopened =
        AgentMemory.open(memories.ports(torn), Memories.ACTOR, Durability.PROCESS);
    assertEquals(before, reopened.reader().state());
    Memories.run(reopened, "u", "task", TaskOutcome.FAILURE);
    assertEquals(reopened.reader().state(), memories.stateOf(torn));
    assertEquals(TaskOutcome.FAILURE, requireNonNull(reopened.reader().session("u")).outcome());
  }

  /** The events of a log, each with the entry that brought it; null where an engine's own. */
  private static List<CommittedEntry> entries(MemoryLog log) {
    List<CommittedEntry> entries = new ArrayList<>();
    for (long i = 0; i <= log.lastSequence(); i++) {
      entries.add(log.entry(i));
    }
    return entries;
  }

  private static List<Projection> layers() {
    return List.of(
        new FactProjection(),
        new SkillProjection(),
        new SessionProjection(50),
        new ScreenProjection());
  }

  @Test
  void headerClocksDoNotEnterTheLayers() {
    List<List<CommittedEntry>> logs = new ArrayList<>();
    List<MemoryLog> opened = new ArrayList<>();
    for (EngineClock clock :
        List.of(Memories.clock(10_000, 1), Memories.clock(9_000_000_000L, 77_777))) {
      Memories memories = new Memories(clock);
      AgentMemory memory = memories.create();
      Memories.run(memory, "first", "task", TaskOutcome.SUCCESS);
      Random random = new Random(4);
      for (int i = 0; i < 60; i++) {
        anything(memory, random);
      }
      opened.add(memory.log());
      logs.add(entries(memory.log()));
    }
    assertEquals(logs.get(0).size(), logs.get(1).size());
    List<Projection> early = layers();
    List<Projection> late = layers();
    for (int i = 0; i < logs.get(0).size(); i++) {
      MemoryEvent event = opened.get(0).opener().open(logs.get(0).get(i)).event();
      assertNotEquals(
          logs.get(0).get(i).header().wallMillis(), logs.get(1).get(i).header().wallMillis());
      if (event != null) {
        for (int layer = 0; layer < early.size(); layer++) {
          early.get(layer).apply(logs.get(0).get(i), event);
          late.get(layer).apply(logs.get(1).get(i), event);
        }
      }
    }
    for (int layer = 0; layer < early.size(); layer++) {
      assertTrue(early.get(layer).size() > 0);
      assertEquals(digest(opened.get(0), early.get(layer)), digest(opened.get(0), late.get(layer)));
    }
  }

  private static ByteString digest(MemoryLog log, Projection projection) {
    return ByteString.of(StateDigest.of(log, projection));
  }

  /** Folds variants of one event, under one log's key, and expects as many digests. */
  private static void assertAllDiffer(
      MemoryLog log, Supplier<Projection> layer, List<MemoryEvent> first, MemoryEvent... variants) {
    CommittedEntry entry = log.entry(log.lastSequence());
    Set<ByteString> digests = new HashSet<>();
    for (MemoryEvent variant : variants) {
      Projection projection = layer.get();
      first.forEach(event -> projection.apply(entry, event));
      projection.apply(entry, variant);
      assertTrue(digests.add(digest(log, projection)), "a variant of the same digest: " + variant);
      Projection again = layer.get();
      first.forEach(event -> again.apply(entry, event));
      again.apply(entry, variant);
      assertEquals(digest(log, projection), digest(log, again));
    }
  }

  @Test
  void everyLogicalFieldOfAFactEntersTheDigest() {
    AgentMemory memory = new Memories().create();
    MemoryWriter writer = memory.writer();
    writer.remember(RememberFact.byUser("k", "v", 1));
    SealedValue value = requireNonNull(memory.reader().fact("k")).sealed();
    writer.remember(RememberFact.byUser("k2", "v", 1));
    SealedValue other = requireNonNull(memory.reader().fact("k2")).sealed();
    FactRemembered first = remembered("k", 1, value, FactSource.USER, 500, false, false, null, 1);
    assertAllDiffer(
        memory.log(),
        FactProjection::new,
        List.of(),
        first,
        remembered("l", 1, value, FactSource.USER, 500, false, false, null, 1),
        remembered("k", 2, value, FactSource.USER, 500, false, false, null, 1),
        remembered("k", 1, other, FactSource.USER, 500, false, false, null, 1),
        remembered("k", 1, value, FactSource.SEED, 500, false, false, null, 1),
        remembered("k", 1, value, FactSource.USER, 501, false, false, null, 1),
        remembered("k", 1, value, FactSource.USER, 500, true, false, null, 1),
        remembered("k", 1, value, FactSource.USER, 500, false, true, null, 1),
        remembered("k", 1, value, FactSource.USER, 500, false, false, "t", 1),
        remembered("k", 1, value, FactSource.USER, 500, false, false, null, 2));
    assertAllDiffer(
        memory.log(),
        FactProjection::new,
        List.of(first),
        new FactReaffirmed(FactKey.of("k"), 1, FactSource.USER, null, 5),
        new FactReaffirmed(FactKey.of("k"), 1, FactSource.USER, null, 6),
        remembered("k", 2, other, FactSource.USER, 500, false, false, null, 1),
        remembered("k", 2, other, FactSource.USER, 500, true, false, null, 1));
  }

  private static FactRemembered remembered(
      String key,
      int version,
      SealedValue value,
      FactSource source,
      int confidence,
      boolean pending,
      boolean sensitive,
      @Nullable String trace,
      long at) {
    return new FactRemembered(
        FactKey.of(key),
        version,
        value,
        source,
        confidence,
        pending,
        sensitive,
        trace,
        at,
        -1,
        null);
  }

  @Test
  void everyLogicalFieldOfASkillEntersTheDigest() {
    AgentMemory memory = new Memories().create();
    SkillStep step = new SkillStep(Action.of(ActionType.BACK, null), null, null);
    SkillStep other = new SkillStep(Action.of(ActionType.BACK, "x"), null, null);
    SkillLearned first =
        new SkillLearned("s", "p", "t", "1.0.0", 700, "none", List.of(step), null, 1);
    assertAllDiffer(
        memory.log(),
        SkillProjection::new,
        List.of(),
        first,
        new SkillLearned("r", "p", "t", "1.0.0", 700, "none", List.of(step), null, 1),
        new SkillLearned("s", "q", "t", "1.0.0", 700, "none", List.of(step), null, 1),
        new SkillLearned("s", "p", "u", "1.0.0", 700, "none", List.of(step), null, 1),
        new SkillLearned("s", "p", "t", "1.0.1", 700, "none", List.of(step), null, 1),
        new SkillLearned("s", "p", "t", "1.0.0", 701, "none", List.of(step), null, 1),
        new SkillLearned("s", "p", "t", "1.0.0", 700, "some", List.of(step), null, 1),
        new SkillLearned("s", "p", "t", "1.0.0", 700, "none", List.of(other), null, 1),
        new SkillLearned("s", "p", "t", "1.0.0", 700, "none", List.of(step, step), null, 1),
        new SkillLearned("s", "p", "t", "1.0.0", 700, "none", List.of(step), "o", 1),
        new SkillLearned("s", "p", "t", "1.0.0", 700, "none", List.of(step), null, 2));
    assertAllDiffer(
        memory.log(),
        SkillProjection::new,
        List.of(first),
        new SkillUsed("unknown", true, "o", 5),
        new SkillUsed("s", true, "o", 5),
        new SkillUsed("s", false, "o", 5),
        new SkillUsed("s", false, "o", 6));
  }

  @Test
  void everyLogicalFieldOfASessionEntersTheDigest() {
    AgentMemory memory = new Memories().create();
    SessionStarted first = new SessionStarted("t", "task", null, null, 0, 1);
    assertAllDiffer(
        memory.log(),
        () -> new SessionProjection(50),
        List.of(),
        first,
        new SessionStarted("u", "task", null, null, 0, 1),
        new SessionStarted("t", "other", null, null, 0, 1),
        new SessionStarted("t", "task", null, null, 0, 2));
    assertAllDiffer(
        memory.log(),
        () -> new SessionProjection(50),
        List.of(first),
        new ObservationMade("k", "v", 1),
        new ObservationMade("l", "v", 1),
        new ObservationMade("k", "w", 1),
        new ObservationMade("k", "v", 2),
        new StepRecorded(1, Memories.tap(StepOutcome.OK, 1, 1)),
        new StepRecorded(1, Memories.tap(StepOutcome.FAILED, 1, 1)),
        new StepRecorded(1, Memories.tap(StepOutcome.OK, 1, 2)),
        new SessionEnded(TaskOutcome.SUCCESS, null, null, null, 1),
        new SessionEnded(TaskOutcome.FAILURE, null, null, null, 1),
        new SessionEnded(TaskOutcome.SUCCESS, null, null, null, 2));
  }

  @Test
  void everyWriteToALayerChangesItsDigestAndNoOther() {
    Memories memories = new Memories();
    AgentMemory memory = memories.create();
    MemoryWriter writer = memory.writer();
    assertChanges(memory, () -> writer.remember(RememberFact.byUser("k", "v", 1)), "facts");
    assertChanges(memory, () -> writer.remember(RememberFact.byUser("k", "v", 2)), "facts");
    assertChanges(memory, () -> Memories.start(memory, "t", "task"), "sessions");
    assertChanges(
        memory,
        () ->
            Memories.step(
                memory, "t", Memories.tap(StepOutcome.OK, 1, 1), Memories.screen("b", "x")),
        "sessions screens");
    assertChanges(
        memory,
        () ->
            Memories.step(
                memory, "t", Memories.tap(StepOutcome.OK, 1, 1), Memories.screen("b", "x")),
        "sessions");
    assertChanges(
        memory,
        () -> writer.observe(writer.newOrigin(), "t", new ObservationMade("k", "v", 1)),
        "sessions");
    assertChanges(
        memory,
        () -> writer.consulted(writer.newOrigin(), "t", new SkillsConsulted(List.of(), 1)),
        "sessions");
    assertChanges(
        memory, () -> Memories.end(memory, "t", TaskOutcome.SUCCESS, null), "skills sessions");
    String skill = memory.reader().skills().get(0).id();
    Memories.start(memory, "u", "task");
    assertChanges(
        memory, () -> Memories.end(memory, "u", TaskOutcome.FAILURE, skill), "skills sessions");
    assertChanges(
        memory, () -> memory.recall(new RecallQuery("task", null, null, null, 1), "u"), "");
  }

  private static void assertChanges(AgentMemory memory, Runnable write, String layers) {
    List<LayerState> before = memory.reader().state();
    write.run();
    List<LayerState> after = memory.reader().state();
    StringBuilder changed = new StringBuilder();
    for (int i = 0; i < before.size(); i++) {
      if (!before.get(i).digest().equals(after.get(i).digest())) {
        changed.append(changed.length() == 0 ? "" : " ").append(after.get(i).name());
      }
    }
    assertEquals(layers, changed.toString());
  }
}
