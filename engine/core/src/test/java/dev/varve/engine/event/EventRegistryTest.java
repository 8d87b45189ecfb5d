package dev.varve.engine.event;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.engine.VarveException;
import dev.varve.engine.cbor.CborMap;
import dev.varve.engine.entry.ByteString;
import dev.varve.engine.entry.CommandId;
import dev.varve.engine.entry.Hex;
import dev.varve.engine.entry.SubjectId;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class EventRegistryTest {
  /** As of schema version 3: millis, once seconds (2), once seconds as text (1). */
  private record Waited(long millis) implements MemoryEvent {}

  private record Other(String text) implements MemoryEvent {}

  private static final EventCodec.ValueBinder NO_VALUES =
      envelope -> {
        throw new AssertionError("no value here");
      };
  private static final EventCodec.ValueSealer NOTHING_TO_SEAL =
      value -> {
        throw new AssertionError("no value here");
      };

  private static final EventCodec<Waited> CODEC =
      PlainCodec.of(e -> CborMap.builder().put(1, e.millis()), m -> new Waited(m.getLong(1)));
  private static final EventCodec<Other> OTHER_CODEC =
      PlainCodec.of(e -> CborMap.builder().put(1, e.text()), m -> new Other(m.getString(1)));

  private static final Map<Integer, Upcaster> UPCASTERS =
      Map.of(
          1, m -> CborMap.builder().put(1, Long.parseLong(m.getString(1))).build(),
          2, m -> CborMap.builder().put(1, m.getLong(1) * 1000).build());

  private static final EventRegistry REGISTRY =
      EventRegistry.builder()
          .register(new EventType(700, 3, "Waited"), Waited.class, CODEC, UPCASTERS)
          .build();

  private static CborMap payload(String hex) {
    return CborMap.decode(Hex.parse(hex));
  }

  @Test
  void anOldPayloadIsLiftedVersionByVersion() {
    // {1: "12"}, {1: 12}, {1: 12000}
    assertEquals(new Waited(12_000), REGISTRY.decode(700, 1, payload("a101623132"), NO_VALUES));
    assertEquals(new Waited(12_000), REGISTRY.decode(700, 2, payload("a1010c"), NO_VALUES));
    assertEquals(new Waited(12_000), REGISTRY.decode(700, 3, payload("a101192ee0"), NO_VALUES));
    assertEquals(
        "a101192ee0", Hex.of(REGISTRY.encode(new Waited(12_000), NOTHING_TO_SEAL).encode()));
  }

  @Test
  void anUnknownNumberAndANewerSchemaArePassedOver() {
    assertNull(REGISTRY.decode(701, 1, CborMap.EMPTY, NO_VALUES));
    assertNull(REGISTRY.decode(700, 4, CborMap.EMPTY, NO_VALUES));
  }

  @Test
  void aSchemaVersionThatNeverWasIsRefused() {
    assertThrows(VarveException.class, () -> REGISTRY.decode(700, 0, payload("a1010c"), NO_VALUES));
  }

  @Test
  void aPayloadThatIsNotWhatItsSchemaPromisesIsRefusedWithoutQuotingIt() {
    VarveException missing =
        assertThrows(VarveException.class, () -> REGISTRY.decode(700, 3, CborMap.EMPTY, NO_VALUES));
    assertTrue(String.valueOf(missing.getMessage()).contains("key 1"));
    // {1: "secret"}: the upcaster's own exception quotes it.
    VarveException quoting =
        assertThrows(
            VarveException.class,
            () -> REGISTRY.decode(700, 1, payload("a10166736563726574"), NO_VALUES));
    assertTrue(String.valueOf(quoting.getMessage()).contains("Waited"));
    for (Throwable t = quoting; t != null; t = t.getCause()) {
      assertFalse(t.toString().contains("secret"), t.toString());
    }
    // A subject id of 3 bytes: {1: 1, 2: h'010203'}.
    assertThrows(
        VarveException.class, () -> REGISTRY.decode(4, 1, payload("a201010243010203"), NO_VALUES));
  }

  @Test
  void aNumberOrClassThatIsTakenIsRefusedAndTheBuilderGoesOnAsBefore() {
    EventRegistry.Builder builder = EventRegistry.builder();
    builder.register(new EventType(700, 1, "Waited"), Waited.class, CODEC);
    assertThrows(
        IllegalArgumentException.class,
        () -> builder.register(new EventType(700, 1, "Other"), Other.class, OTHER_CODEC));
    assertThrows(
        IllegalArgumentException.class,
        () -> builder.register(new EventType(702, 1, "Again"), Waited.class, CODEC));
    assertThrows(
        IllegalArgumentException.class,
        () -> builder.register(new EventType(1, 1, "Other"), Other.class, OTHER_CODEC));
    builder.register(new EventType(702, 1, "Other"), Other.class, OTHER_CODEC);
    EventRegistry registry = builder.build();
    assertEquals(new EventType(702, 1, "Other"), registry.typeOf(702));
    assertEquals(new EventType(700, 1, "Waited"), registry.typeOf(new Waited(1)));
  }

  @Test
  void aMissingUpcasterIsRefused() {
    EventRegistry.Builder builder = EventRegistry.builder();
    EventType type = new EventType(700, 3, "Waited");
    Map<Integer, Upcaster> onlyFirst = Map.of(1, m -> m);
    assertThrows(IllegalArgumentException.class, () -> builder.register(type, Waited.class, CODEC));
    assertThrows(
        IllegalArgumentException.class,
        () -> builder.register(type, Waited.class, CODEC, onlyFirst));
    assertNull(builder.build().typeOf(700));
  }

  @Test
  void anEventOfAClassThatIsNotRegisteredIsNotEncoded() {
    assertNull(REGISTRY.typeOf(new Other("x")));
    assertThrows(VarveException.class, () -> REGISTRY.encode(new Other("x"), NOTHING_TO_SEAL));
  }

  @Test
  void aTypeOutOfRangeCannotBeMade() {
    new EventType(0xffff, 0xffff, "Last");
    assertThrows(IllegalArgumentException.class, () -> new EventType(0, 1, "x"));
    assertThrows(IllegalArgumentException.class, () -> new EventType(0x10000, 1, "x"));
    assertThrows(IllegalArgumentException.class, () -> new EventType(1, 0, "x"));
    assertThrows(IllegalArgumentException.class, () -> new EventType(1, 0x10000, "x"));
  }

  private static void assertEngineEvent(int number, String hex, MemoryEvent event) {
    EventType type = Objects.requireNonNull(REGISTRY.typeOf(event));
    assertEquals(number, type.number());
    assertEquals(1, type.schemaVersion());
    assertEquals(hex, Hex.of(REGISTRY.encode(event, NOTHING_TO_SEAL).encode()));
    assertEquals(event, REGISTRY.decode(number, 1, payload(hex), NO_VALUES));
  }

  @Test
  void theEnginesEventsHaveTheirNumbersAndBytes() {
    assertEngineEvent(1, "a2016176021903e8", new EngineEvent.LogCreated("v", 1000));
    assertEngineEvent(2, "a2016161026130", new EngineEvent.ActorRegistered("a", "0"));
    assertEngineEvent(3, "a20118180263612e62", new EngineEvent.NameIntroduced(24, "a.b"));
    assertEngineEvent(
        4,
        "a201010250000102030405060708090a0b0c0d0e0f",
        new EngineEvent.SubjectIntroduced(
            1, new SubjectId(0x0001020304050607L, 0x08090a0b0c0d0e0fL)));
    assertEngineEvent(
        5,
        "a301040207035000000000000000010000000000000002",
        new EngineEvent.CommandAbandoned(4, 7, new CommandId(1, 2)));
    assertEngineEvent(6, "a301050206031864", new EngineEvent.ClockAdjusted(5, 6, 100));
    assertEngineEvent(
        7,
        "a201010250000102030405060708090a0b0c0d0e0f",
        new EngineEvent.SubjectErased(1, new SubjectId(0x0001020304050607L, 0x08090a0b0c0d0e0fL)));
    assertEngineEvent(
        10, "a3016161026162036163", new EngineEvent.CheckpointKeyRotated("a", "b", "c"));
    assertEngineEvent(12, "a201020201", new EngineEvent.AlgorithmsChanged(2, 1));
    assertEngineEvent(13, "a2011840026171", new EngineEvent.TailTruncated(64, "q"));
    assertEngineEvent(
        14,
        "a501010203034201ff0405056171",
        new EngineEvent.EpochBegan(1, 3, ByteString.of(new byte[] {1, -1}), 5, "q"));
    assertEngineEvent(
        15,
        "a4010002050306044107",
        new EngineEvent.CommandSalvaged(0, 5, 6, ByteString.of(new byte[] {7})));
    assertEquals(
        List.of(
            "LogCreated",
            "ActorRegistered",
            "NameIntroduced",
            "SubjectIntroduced",
            "CommandAbandoned",
            "ClockAdjusted",
            "SubjectErased",
            "CheckpointKeyRotated",
            "AlgorithmsChanged",
            "TailTruncated",
            "EpochBegan",
            "CommandSalvaged",
            "Waited"),
        REGISTRY.types().stream().map(EventType::name).toList());
  }
}
