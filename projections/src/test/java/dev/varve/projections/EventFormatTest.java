package dev.varve.projections;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.engine.VarveException;
import dev.varve.engine.cbor.CborMap;
import dev.varve.engine.entry.ByteString;
import dev.varve.engine.entry.Hex;
import dev.varve.engine.event.EventRegistry;
import dev.varve.engine.event.EventType;
import dev.varve.engine.event.MemoryEvent;
import dev.varve.engine.seal.SealedValue;
import dev.varve.projections.facts.FactEvent.FactReaffirmed;
import dev.varve.projections.facts.FactEvent.FactRemembered;
import dev.varve.projections.facts.FactKey;
import dev.varve.projections.facts.FactSource;
import dev.varve.projections.recall.RecallEvent.PassedOver;
import dev.varve.projections.recall.RecallEvent.RecallAnswered;
import dev.varve.projections.recall.RecallEvent.Scored;
import dev.varve.projections.screens.CaptureBackend;
import dev.varve.projections.screens.CaptureMark;
import dev.varve.projections.screens.Column;
import dev.varve.projections.screens.RelativeBounds;
import dev.varve.projections.screens.RelativePoint;
import dev.varve.projections.screens.ScreenEvent.ScreenInterned;
import dev.varve.projections.screens.ScreenStructure;
import dev.varve.projections.screens.Target;
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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Payloads byte by byte. The hexadecimal strings come from an encoder written for this test alone,
 * from RFC 8949; a change that breaks one of them breaks every log that was ever written.
 */
class EventFormatTest {
  private static final EventRegistry REGISTRY = MemoryReader.registry();
  private static final byte[] ENVELOPE = bytes(0xAB, 70).toBytes();
  private static final SealedValue VALUE = SealedValue.fresh(CborMap.EMPTY);
  private static final Target TARGET =
      new Target(
          "p:id/b",
          "我",
          "d",
          "android.widget.Button",
          3,
          "p:id/r",
          "android.view.View",
          new RelativeBounds(1, 2, 3, 10_000),
          new RelativePoint(5, 6));
  private static final Action ACTION =
      new Action(ActionType.SWIPE, "hello", "p:id/b", "我", "d", 0, 1, 9_999, 10_000, TARGET);

  private record Sample(String name, int type, MemoryEvent event, String hex) {}

  private static List<Sample> samples() {
    return List.of(
        new Sample(
            "FactRemembered full",
            100,
            new FactRemembered(
                FactKey.of("k"),
                2,
                VALUE,
                FactSource.USER,
                900,
                true,
                true,
                "t-1",
                1_000,
                17,
                bytes(0x11, 32)),
            "ab01616b025846abababababababababababababababababababababababababababab"
                + "ababababababababababababababababababababababababababababababababababab"
                + "ababababababab030204010519038406f507f50863742d31091903e80a110b58201111"
                + "111111111111111111111111111111111111111111111111111111111111"),
        new Sample(
            "FactRemembered bare",
            100,
            new FactRemembered(
                FactKey.of("k"),
                1,
                VALUE,
                FactSource.OBSERVATION,
                0,
                false,
                false,
                null,
                0,
                -1,
                null),
            "a601616b025846abababababababababababababababababababababababababababab"
                + "ababababababababababababababababababababababababababababababababababab"
                + "ababababababab0301040205000900"),
        new Sample(
            "FactReaffirmed full",
            101,
            new FactReaffirmed(FactKey.of("k"), 2, FactSource.PROMOTION, "t-1", 70_000),
            "a501616b030204030863742d31091a00011170"),
        new Sample(
            "FactReaffirmed bare",
            101,
            new FactReaffirmed(FactKey.of("k"), 2, FactSource.IMPORT, null, 70_000),
            "a401616b03020405091a00011170"),
        new Sample(
            "SkillLearned full",
            200,
            new SkillLearned(
                "s-1",
                "com.example.shop",
                "领优惠券",
                "1.0.0",
                700,
                "none",
                List.of(
                    new SkillStep(ACTION, ".Main", bytes(0x22, 16)),
                    new SkillStep(Action.of(ActionType.BACK, null), null, null)),
                "t-1",
                1_000),
            "a90163732d310270636f6d2e6578616d706c652e73686f70036ce9a286e4bc98e683a0"
                + "e588b80465312e302e30051902bc06646e6f6e650782a301aa0103026568656c6c6f03"
                + "66703a69642f620463e68891056164060007010819270f091927100aa90166703a6964"
                + "2f620263e688910361640475616e64726f69642e7769646765742e427574746f6e0503"
                + "0666703a69642f720771616e64726f69642e766965772e566965770884010203192710"
                + "0982050602652e4d61696e035022222222222222222222222222222222a101a1010808"
                + "63742d31091903e8"),
        new Sample(
            "SkillLearned bare",
            200,
            new SkillLearned(
                "s-1",
                "p",
                "t",
                "1.0.0",
                1_000,
                "none",
                List.of(new SkillStep(Action.of(ActionType.HOME, null), null, null)),
                null,
                0),
            "a80163732d310261700361740465312e302e30051903e806646e6f6e650781a101a101" + "090900"),
        new Sample(
            "SkillUsed success",
            201,
            new SkillUsed("s-1", true, "t-1", 5),
            "a40163732d3102f50363742d310405"),
        new Sample(
            "SkillUsed failure",
            201,
            new SkillUsed("s-1", false, "t-1", 5),
            "a30163732d310363742d310405"),
        new Sample(
            "SessionStarted full",
            300,
            new SessionStarted("t-1", "领优惠券", "com.example.agent", "ab".repeat(32), 4_211, 1_000),
            "a60163742d31026ce9a286e4bc98e683a0e588b80371636f6d2e6578616d706c652e61"
                + "67656e7404784061626162616261626162616261626162616261626162616261626162"
                + "6162616261626162616261626162616261626162616261626162616261626162616261"
                + "6205191073061903e8"),
        new Sample(
            "SessionStarted bare",
            300,
            new SessionStarted("t-1", "", null, null, 0, 1_000),
            "a40163742d3102600500061903e8"),
        new Sample(
            "StepRecorded full",
            301,
            new StepRecorded(
                1,
                new Step(
                    1_000,
                    "com.example.shop",
                    ".Main",
                    new SeenScreen(bytes(0x22, 16), bytes(0x33, 32), List.of(1L, "我", "d")),
                    ACTION,
                    StepOutcome.EXCEPTION,
                    "boom",
                    310,
                    "s-1",
                    "1.0.0",
                    List.of(1L, 2L, 3L),
                    "ime")),
            "ad0101021903e80370636f6d2e6578616d706c652e73686f7004652e4d61696e05a301"
                + "5022222222222222222222222222222222025820333333333333333333333333333333"
                + "333333333333333333333333333333333303830163e68891616406aa0103026568656c"
                + "6c6f0366703a69642f620463e68891056164060007010819270f091927100aa9016670"
                + "3a69642f620263e688910361640475616e64726f69642e7769646765742e427574746f"
                + "6e05030666703a69642f720771616e64726f69642e766965772e566965770884010203"
                + "1927100982050607030864626f6f6d091901360a63732d310b65312e302e300c830102"
                + "030d63696d65"),
        new Sample(
            "StepRecorded bare",
            301,
            new StepRecorded(
                300,
                new Step(
                    1_000,
                    null,
                    null,
                    null,
                    Action.of(ActionType.OPEN_APP, null),
                    StepOutcome.OK,
                    null,
                    -1,
                    null,
                    null,
                    List.of(),
                    null)),
            "a40119012c021903e806a101070701"),
        new Sample(
            "ObservationMade",
            302,
            new ObservationMade("app/p/main_activity", ".Main", 1),
            "a301736170702f702f6d61696e5f616374697669747902652e4d61696e0301"),
        new Sample(
            "SkillsConsulted full",
            303,
            new SkillsConsulted(List.of("s-1", "s-2"), 1),
            "a2018263732d3163732d320201"),
        new Sample("SkillsConsulted bare", 303, new SkillsConsulted(List.of(), 1), "a10201"),
        new Sample(
            "SessionEnded full",
            304,
            new SessionEnded(TaskOutcome.FAILURE, "why", "s-1", "boom", 1L << 40),
            "a5010202637768790363732d310464626f6f6d051b0000010000000000"),
        new Sample(
            "SessionEnded bare",
            304,
            new SessionEnded(TaskOutcome.UNKNOWN, null, null, null, 1),
            "a201040501"),
        new Sample(
            "RecallAnswered full",
            410,
            new RecallAnswered(
                "领",
                "p",
                ".Main",
                5,
                9,
                List.of(new Scored("s-1", 812)),
                List.of(new PassedOver("s-2", "wording")),
                List.of("app/p/x"),
                "SAME"),
            "a90163e9a28602617003652e4d61696e040505090681a20163732d310219032c0781a2"
                + "0163732d320267776f7264696e670881676170702f702f78096453414d45"),
        new Sample(
            "RecallAnswered bare",
            410,
            new RecallAnswered("x", null, null, 5, 9, List.of(), List.of(), List.of(), "UNKNOWN"),
            "a4016178040505090967554e4b4e4f574e"),
        new Sample(
            "ScreenInterned full",
            400,
            new ScreenInterned(
                bytes(0x22, 16),
                bytes(0x33, 32),
                structure(
                    CaptureBackend.DROIDBOT,
                    ".Main",
                    EnumSet.of(CaptureMark.REPAIRED),
                    List.of("", "a.V", "p", "p:id/b"),
                    new int[][] {
                      {-1, 0},
                      {1, 1},
                      {0, 3},
                      {2, 2},
                      {65, 67},
                      {0, -5},
                      {0, 0},
                      {1080, 300},
                      {2400, 70_000}
                    })),
            "af01502222222222222222222222222222222202582033333333333333333333333333"
                + "33333333333333333333333333333333333333030304652e4d61696e05810206846063"
                + "612e56617066703a69642f620b8220000c8201010d8200030e8202020f821841184310"
                + "82002411820000128219043819012c13821909601a00011170"),
        new Sample(
            "ScreenInterned bare",
            400,
            new ScreenInterned(
                bytes(0x22, 16),
                bytes(0x33, 32),
                structure(
                    CaptureBackend.UIAUTOMATOR,
                    null,
                    EnumSet.noneOf(CaptureMark.class),
                    List.of("", "a.V"),
                    new int[][] {
                      {-1, 0}, {1, 1}, {0, 0}, {0, 0}, {1, 1}, {0, 0}, {0, 0}, {1, 1}, {1, 1}
                    })),
            "ad01502222222222222222222222222222222202582033333333333333333333333333"
                + "33333333333333333333333333333333333333030106826063612e560b8220000c8201"
                + "010d8200000e8200000f82010110820000118200001282010113820101"));
  }

  private static ByteString bytes(int value, int count) {
    byte[] bytes = new byte[count];
    Arrays.fill(bytes, (byte) value);
    return ByteString.of(bytes);
  }

  /** Columns in the order of their numbers, 1 to 9. */
  private static ScreenStructure structure(
      CaptureBackend backend,
      @Nullable String activity,
      Set<CaptureMark> marks,
      List<String> strings,
      int[][] columns) {
    Map<Column, int[]> byColumn = new EnumMap<>(Column.class);
    for (Column column : Column.values()) {
      byColumn.put(column, columns[column.number() - 1]);
    }
    return ScreenStructure.of(backend, activity, marks, strings, byColumn);
  }

  private static SealedValue bind(byte[] envelope) {
    assertArrayEquals(ENVELOPE, envelope);
    return VALUE;
  }

  private static @Nullable MemoryEvent decode(int type, byte[] payload) {
    return REGISTRY.decode(type, 1, CborMap.decode(payload), EventFormatTest::bind);
  }

  @Test
  void everyEventIsWrittenAsTheFormatFixesIt() {
    for (Sample sample : samples()) {
      byte[] cbor = REGISTRY.encode(sample.event(), value -> ENVELOPE).encode();
      assertEquals(sample.hex(), Hex.of(cbor), sample.name());
    }
  }

  @Test
  void everyPayloadIsReadBackAsTheEventThatItWas() {
    for (Sample sample : samples()) {
      assertEquals(sample.event(), decode(sample.type(), Hex.parse(sample.hex())), sample.name());
    }
  }

  @Test
  void everyEventHasItsNumberAndASample() {
    Set<Integer> sampled = new HashSet<>();
    for (Sample sample : samples()) {
      EventType type = REGISTRY.typeOf(sample.event());
      assertNotNull(type, sample.name());
      assertEquals(sample.type(), type.number(), sample.name());
      assertEquals(1, type.schemaVersion(), sample.name());
      assertTrue(sample.name().startsWith(type.name()), sample.name());
      sampled.add(sample.type());
    }
    List<Integer> layers = new ArrayList<>();
    for (EventType type : REGISTRY.types()) {
      if (type.number() >= 100) {
        layers.add(type.number());
      }
    }
    assertEquals(List.of(100, 101, 200, 201, 300, 301, 302, 303, 304, 400, 410), layers);
    assertEquals(new HashSet<>(layers), sampled);
  }

  @Test
  void keysOfALaterVersionArePassedOver() {
    for (Sample sample : samples()) {
      byte[] payload = Hex.parse(sample.hex());
      byte[] more = Arrays.copyOf(payload, payload.length + 5);
      // One more key in a map of fewer than 23: 0x18 0x63 (99) with the text "!".
      more[0]++;
      System.arraycopy(new byte[] {0x18, 0x63, 0x61, 0x21}, 0, more, payload.length, 4);
      assertEquals(
          sample.event(),
          decode(sample.type(), Arrays.copyOf(more, payload.length + 4)),
          sample.name());
    }
  }

  @Test
  void aPayloadWithoutARequiredKeyIsRefusedByName() {
    for (Sample sample : samples()) {
      assertThrows(VarveException.class, () -> decode(sample.type(), new byte[] {(byte) 0xa0}));
    }
  }

  @Test
  void aLaterSchemaAndAnUnknownNumberDecodeToNothing() {
    byte[] payload = Hex.parse("a40163732d3102f50363742d310405");
    assertNull(REGISTRY.decode(201, 2, CborMap.decode(payload), EventFormatTest::bind));
    assertNull(REGISTRY.decode(299, 1, CborMap.decode(payload), EventFormatTest::bind));
  }

  @Test
  void numbersOfConstantsAreThoseOfTheFormat() {
    assertEquals(
        "USER=1 OBSERVATION=2 PROMOTION=3 SEED=4 IMPORT=5 ",
        numbers(FactSource.values(), FactSource::number));
    assertEquals(
        "TAP=1 LONG_PRESS=2 SWIPE=3 INPUT_TEXT=4 KEY=5 WAIT=6 OPEN_APP=7 BACK=8 HOME=9 ",
        numbers(ActionType.values(), ActionType::number));
    assertEquals(
        "OK=1 FAILED=2 EXCEPTION=3 UNKNOWN=4 ", numbers(StepOutcome.values(), StepOutcome::number));
    assertEquals(
        "SUCCESS=1 FAILURE=2 CANCELLED=3 UNKNOWN=4 ",
        numbers(TaskOutcome.values(), TaskOutcome::number));
  }

  private static <E extends Enum<E>> String numbers(
      E[] values, java.util.function.ToIntFunction<E> number) {
    StringBuilder out = new StringBuilder();
    for (E value : values) {
      out.append(value.name()).append('=').append(number.applyAsInt(value)).append(' ');
    }
    return out.toString();
  }

  @Test
  void anActionOutOfRangeOrOfAnUnknownKindIsRefused() {
    assertThrows(
        VarveException.class, () -> Action.on(ActionType.TAP, null, null, null, null, 10_001, 0));
    assertThrows(
        VarveException.class, () -> Action.on(ActionType.TAP, null, null, null, null, 0, -2));
    // {1: 10}
    assertThrows(VarveException.class, () -> Action.decode(CborMap.decode(Hex.parse("a1010a"))));
    // {1: 1, 10: {1..7 set, 8: [1,2,3], 9: [5,6]}}: a rectangle of three numbers
    assertThrows(
        VarveException.class,
        () ->
            Action.decode(
                CborMap.decode(
                    Hex.parse("a201010aa90160026003600460050006600760088301020309820506"))));
  }
}
