package dev.varve.projections;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.engine.cbor.CborMap;
import dev.varve.engine.command.Command;
import dev.varve.engine.command.Context;
import dev.varve.engine.command.NewEvent;
import dev.varve.engine.entry.ByteString;
import dev.varve.engine.entry.StreamId;
import dev.varve.engine.entry.SubjectId;
import dev.varve.engine.event.MemoryEvent;
import dev.varve.engine.log.LogWriter;
import dev.varve.engine.seal.SealedValue;
import dev.varve.projections.facts.FactEvent.FactReaffirmed;
import dev.varve.projections.facts.FactEvent.FactRemembered;
import dev.varve.projections.facts.FactKey;
import dev.varve.projections.facts.FactSource;
import dev.varve.projections.facts.RememberFact;
import dev.varve.projections.recall.RecallEvent.RecallAnswered;
import dev.varve.projections.recall.RecallQuery;
import dev.varve.projections.screens.RelativeBounds;
import dev.varve.projections.screens.RelativePoint;
import dev.varve.projections.screens.ScreenTexts;
import dev.varve.projections.screens.Target;
import dev.varve.projections.screens.ViewTree;
import dev.varve.projections.sessions.Action;
import dev.varve.projections.sessions.ActionType;
import dev.varve.projections.sessions.SessionEvent.ObservationMade;
import dev.varve.projections.sessions.SessionEvent.SessionEnded;
import dev.varve.projections.sessions.SessionEvent.SessionStarted;
import dev.varve.projections.sessions.SessionEvent.SkillsConsulted;
import dev.varve.projections.sessions.SessionEvent.StepRecorded;
import dev.varve.projections.sessions.Step;
import dev.varve.projections.sessions.Step.SeenScreen;
import dev.varve.projections.sessions.StepOutcome;
import dev.varve.projections.sessions.TaskOutcome;
import dev.varve.projections.skills.SkillEvent.SkillLearned;
import dev.varve.projections.skills.SkillEvent.SkillUsed;
import dev.varve.projections.skills.SkillStep;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is printed by accident shows nothing that a person said, typed or saw. */
class PrivacyTest {
  private static final String SECRET = "GEHEIM4711";

  private static final Target TARGET =
      new Target(
          "p:id/b",
          SECRET,
          SECRET,
          "android.widget.Button",
          0,
          "",
          "android.view.View",
          new RelativeBounds(0, 0, 1, 1),
          new RelativePoint(0, 0));
  private static final Action ACTION =
      new Action(ActionType.INPUT_TEXT, SECRET, "p:id/b", SECRET, SECRET, 0, 0, 0, 0, TARGET);
  private static final Step STEP =
      new Step(
          1,
          "p",
          ".Main",
          new SeenScreen(
              ByteString.of(new byte[16]),
              ByteString.of(new byte[32]),
              List.of(1L, SECRET, SECRET)),
          ACTION,
          StepOutcome.EXCEPTION,
          SECRET,
          1,
          "s",
          "1",
          List.of(4_711L),
          "ime");
  private static final SkillLearned SKILL =
      new SkillLearned(
          "s",
          "p",
          SECRET,
          "1.0.0",
          500,
          SECRET,
          List.of(new SkillStep(ACTION, ".Main", null)),
          "t",
          1);

  private static List<MemoryEvent> events() {
    SealedValue value = SealedValue.fresh(CborMap.builder().put(0, SECRET).build());
    return List.of(
        new FactRemembered(
            FactKey.of("k"), 1, value, FactSource.USER, 1, false, false, "t", 1, -1, null),
        new FactReaffirmed(FactKey.of("k"), 1, FactSource.USER, "t", 1),
        SKILL,
        new SkillUsed("s", true, "t", 1),
        new SessionStarted("t", SECRET, "p", "ab".repeat(32), 1, 1),
        new StepRecorded(1, STEP),
        new ObservationMade("k", SECRET, 1),
        new SkillsConsulted(List.of("s"), 1),
        new SessionEnded(TaskOutcome.FAILURE, SECRET, "s", SECRET, 1),
        new RecallAnswered(SECRET, "p", ".Main", 1, 1, List.of(), List.of(), List.of(), "UNKNOWN"));
  }

  private static void assertSilent(Object printed) {
    String text = String.valueOf(printed);
    assertFalse(text.contains(SECRET), text);
  }

  @Test
  void noEventPrintsWhatItHolds() {
    for (MemoryEvent event : events()) {
      assertSilent(event);
      NewEvent fresh = new NewEvent(new StreamId(1, 1), SubjectId.LOG, event);
      assertSilent(fresh);
      assertSilent(
          Command.of(
              new Memories().create().log().newCommandId(),
              Context.of(Memories.ACTOR),
              List.of(fresh)));
    }
  }

  @Test
  void aStepPrintsNoTouches() {
    assertEquals("input_text p:id/b, EXCEPTION", STEP.toString());
  }

  @Test
  void nothingThatAReaderGivesOutPrintsWhatItHolds() {
    Memories memories = new Memories();
    AgentMemory memory = memories.create();
    MemoryWriter writer = memory.writer();
    ViewTree screen = Memories.screen("b", SECRET);
    writer.remember(RememberFact.byUser("k", SECRET, 1));
    Memories.start(memory, "t", SECRET);
    Memories.step(memory, "t", Memories.step(ACTION, StepOutcome.OK, "p", 1), screen);
    writer.observe(writer.newOrigin(), "t", new ObservationMade("k", SECRET, 1));
    MemoryReader reader = memory.reader();
    List<Object> printed = new ArrayList<>();
    printed.add(requireNonNull(reader.session("t")));
    printed.addAll(requireNonNull(reader.session("t")).lastSteps());
    printed.addAll(requireNonNull(reader.session("t")).observations());
    Memories.end(memory, "t", TaskOutcome.SUCCESS, null);
    printed.addAll(reader.facts(true));
    printed.addAll(reader.skills());
    printed.addAll(reader.skills().get(0).steps());
    printed.addAll(reader.sessions());
    printed.addAll(reader.steps("t"));
    printed.addAll(reader.state());
    RecallQuery query = new RecallQuery(SECRET, screen, "p", null, 1);
    printed.add(query);
    printed.add(reader.recall(query));
    printed.add(memory.recall(query, "t"));
    printed.add(RememberFact.byUser("k", SECRET, 1));
    printed.add(screen);
    printed.add(screen.texts());
    printed.add(new ScreenTexts.Entry(1, SECRET, SECRET));
    printed.add(TARGET);
    printed.add(reader);
    printed.add(writer);
    printed.add(memory);
    printed.forEach(PrivacyTest::assertSilent);
    for (long i = 0; i <= memory.log().lastSequence(); i++) {
      assertSilent(memory.log().entry(i));
      assertSilent(memory.log().opener().open(memory.log().entry(i)));
      byte[] record = memory.log().entry(i).record();
      assertFalse(new String(record, StandardCharsets.ISO_8859_1).contains(SECRET));
    }
  }

  @Test
  void anOpenedValueIsWipedWhenItIsClosedAndNeverPrinted() throws ReflectiveOperationException {
    AgentMemory memory = new Memories().create();
    memory.writer().remember(RememberFact.byUser("k", SECRET, 1));
    FactValue value = requireNonNull(memory.reader().value("k"));
    assertEquals("opened value", value.toString());
    assertEquals(SECRET, value.asString());
    char[] copy = value.toCharArray();
    assertArrayEquals(SECRET.toCharArray(), copy);
    Arrays.fill(copy, 'x');
    assertEquals(SECRET, value.asString(), "the copy is the caller's");
    Field characters = FactValue.class.getDeclaredField("characters");
    characters.setAccessible(true);
    char[] held = (char[]) characters.get(value);
    value.close();
    assertArrayEquals(new char[SECRET.length()], held);
    assertEquals("closed value", value.toString());
    assertThrows(IllegalStateException.class, value::asString);
    assertThrows(IllegalStateException.class, value::toCharArray);
    value.close();
  }

  @Test
  void aReaderHasNoWayToWrite() {
    List<Class<?>> writing =
        List.of(
            MemoryWriter.class,
            LogWriter.class,
            AgentMemory.class,
            Origin.class,
            Command.class,
            NewEvent.class,
            dev.varve.engine.store.EntryStore.class,
            dev.varve.engine.log.LogPorts.class);
    int seen = 0;
    for (Method method : MemoryReader.class.getDeclaredMethods()) {
      if (Modifier.isPublic(method.getModifiers())) {
        assertFalse(writing.contains(method.getReturnType()), method.getName());
        assertFalse(
            method.getReturnType().equals(dev.varve.engine.log.MemoryLog.class), method.getName());
        assertNoneOf(writing, method);
        seen++;
      }
    }
    assertTrue(seen > 10);
    for (Constructor<?> constructor : MemoryReader.class.getDeclaredConstructors()) {
      assertFalse(Modifier.isPublic(constructor.getModifiers()));
      assertNoneOf(writing, constructor);
    }
    for (Field field : MemoryReader.class.getDeclaredFields()) {
      assertTrue(Modifier.isPrivate(field.getModifiers()), field.getName());
      assertFalse(writing.contains(field.getType()), field.getName());
    }
  }

  private static void assertNoneOf(List<Class<?>> writing, Executable executable) {
    for (Class<?> parameter : executable.getParameterTypes()) {
      assertFalse(writing.contains(parameter), executable.getName());
    }
  }

  @Test
  void readingAppendsNothing() {
    Memories memories = new Memories();
    AgentMemory memory = memories.create();
    memory.writer().remember(RememberFact.byUser("k", "v", 1));
    Memories.run(memory, "t", "task", TaskOutcome.SUCCESS);
    List<byte[]> before = memories.records();
    for (MemoryReader reader :
        List.of(memory.reader(), MemoryReader.at(memories.readOnly(), Long.MAX_VALUE))) {
      reader.facts(true).forEach(fact -> reader.open(fact).close());
      reader.factHistory("k");
      reader.skills();
      reader.sessions();
      reader.steps("t");
      reader.state();
      reader.recall(new RecallQuery("task", Memories.screen("b", "x"), null, null, 1));
    }
    List<byte[]> after = memories.records();
    assertEquals(before.size(), after.size());
    for (int i = 0; i < before.size(); i++) {
      assertArrayEquals(before.get(i), after.get(i));
    }
  }
}
