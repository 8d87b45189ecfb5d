package dev.varve.projections;

import dev.varve.engine.clock.ClockReading;
import dev.varve.engine.clock.EngineClock;
import dev.varve.engine.command.Actor;
import dev.varve.engine.log.LogPorts;
import dev.varve.engine.log.MemoryLog;
import dev.varve.engine.seal.AesGcmKeyWrapper;
import dev.varve.engine.seal.Crypto;
import dev.varve.engine.seal.MemorySubjectKeyStore;
import dev.varve.engine.store.Durability;
import dev.varve.engine.store.EntryCursor;
import dev.varve.engine.store.EntryStore;
import dev.varve.engine.store.memory.MemoryEntryStore;
import dev.varve.projections.screens.CaptureFailedException;
import dev.varve.projections.screens.UiAutomatorDump;
import dev.varve.projections.screens.ViewTree;
import dev.varve.projections.sessions.Action;
import dev.varve.projections.sessions.ActionType;
import dev.varve.projections.sessions.SessionEvent.SessionEnded;
import dev.varve.projections.sessions.SessionEvent.SessionStarted;
import dev.varve.projections.sessions.Step;
import dev.varve.projections.sessions.StepOutcome;
import dev.varve.projections.sessions.TaskOutcome;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One store in the heap with its keys, and the memories that tests open over it. */
final class Memories {
  static final Actor ACTOR = Actor.unsigned("dev.varve.test", 7);
  static final String SHOP = "com.example.shop";

  final MemoryEntryStore store = new MemoryEntryStore();
  final MemorySubjectKeyStore keys = new MemorySubjectKeyStore();
  private final EngineClock clock;

  Memories() {
    this(EngineClock.system());
  }

  Memories(EngineClock clock) {
    this.clock = clock;
  }

  /** A clock that starts somewhere and goes on by a step with every reading. */
  static EngineClock clock(long start, long step) {
    long[] now = {start};
    return () -> new ClockReading(now[0] += step, now[0] * 1_000_000, 3);
  }

  LogPorts ports(EntryStore entries) {
    return new LogPorts(
        entries,
        keys,
        new AesGcmKeyWrapper(Crypto.platform(), new byte[32]),
        Crypto.platform(),
        clock);
  }

  AgentMemory create() {
    return AgentMemory.create(
        ports(store), MemoryLog.newId(Crypto.platform()), ACTOR, "test", Durability.PROCESS);
  }

  /** The memory that a restarted process opens. */
  AgentMemory reopen() {
    return AgentMemory.open(ports(store.reopened()), ACTOR, Durability.PROCESS);
  }

  /** The log as another process reads it. */
  MemoryLog readOnly() {
    return MemoryLog.open(ports(store.reader()), MemoryReader.registry(), Durability.PROCESS);
  }

  List<byte[]> records() {
    List<byte[]> records = new ArrayList<>();
    try (EntryCursor cursor = store.cursor(0)) {
      byte[] record;
      while ((record = cursor.next()) != null) {
        records.add(record);
      }
    }
    return records;
  }

  /** A store of its own with the first records of this one. */
  static MemoryEntryStore prefix(List<byte[]> records, int count) {
    MemoryEntryStore copy = new MemoryEntryStore();
    records.subList(0, count).forEach(copy::append);
    return copy;
  }

  /** What a log made of these records and this store's keys says of its layers. */
  List<LayerState> stateOf(MemoryEntryStore entries) {
    MemoryLog log =
        MemoryLog.open(ports(entries.reader()), MemoryReader.registry(), Durability.PROCESS);
    return MemoryReader.at(log, Long.MAX_VALUE).state();
  }

  /** The number of entries of a type. */
  long count(int eventType) {
    return records().stream()
        .filter(r -> ((r[20] & 0xff) << 8 | (r[21] & 0xff)) == eventType)
        .count();
  }

  static ViewTree dump(String... nodes) {
    String xml =
        "<?xml version='1.0' encoding='UTF-8'?><hierarchy rotation=\"0\">"
            + String.join("", nodes)
            + "</hierarchy>";
    try {
      return UiAutomatorDump.parse(xml.getBytes(StandardCharsets.UTF_8), "dump");
    } catch (CaptureFailedException e) {
      throw new AssertionError(e);
    }
  }

  static String node(String className, String id, String text, String bounds, String... children) {
    return "<node text=\""
        + text
        + "\" resource-id=\""
        + id
        + "\" class=\""
        + className
        + "\" package=\""
        + SHOP
        + "\" content-desc=\"\" bounds=\""
        + bounds
        + "\">"
        + String.join("", children)
        + "</node>";
  }

  /** A screen of 1000 by 2000 pixels with one button, known by its id. */
  static ViewTree screen(String button, String text) {
    return dump(
        node(
            "android.widget.FrameLayout",
            "",
            "",
            "[0,0][1000,2000]",
            node("android.widget.Button", SHOP + ":id/" + button, text, "[800,1800][1000,2000]")));
  }

  static Step step(Action action, StepOutcome outcome, @Nullable String packageName, long at) {
    return new Step(
        at,
        packageName,
        ".MainActivity",
        null,
        action,
        outcome,
        null,
        -1,
        null,
        null,
        List.of(),
        null);
  }

  static Step tap(StepOutcome outcome, int x, int y) {
    return step(Action.on(ActionType.TAP, null, null, null, null, x, y), outcome, SHOP, 1_000);
  }

  static void start(AgentMemory memory, String trace, String task) {
    MemoryWriter writer = memory.writer();
    writer.startTask(writer.newOrigin(), new SessionStarted(trace, task, null, null, 0, 1_000));
  }

  static void step(AgentMemory memory, String trace, Step step, @Nullable ViewTree screen) {
    memory.writer().recordStep(memory.writer().newOrigin(), trace, step, screen);
  }

  static void end(AgentMemory memory, String trace, TaskOutcome outcome, @Nullable String skill) {
    memory
        .writer()
        .endTask(
            memory.writer().newOrigin(),
            trace,
            new SessionEnded(outcome, null, skill, null, 2_000));
  }

  /** A task of one tap in the shop. */
  static void run(AgentMemory memory, String trace, String task, TaskOutcome outcome) {
    start(memory, trace, task);
    step(memory, trace, tap(StepOutcome.OK, 9_000, 9_500), screen("tab_me", "我的"));
    end(memory, trace, outcome, null);
  }
}
