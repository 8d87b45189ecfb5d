package dev.varve.engine.entry;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.engine.VarveException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class EntryHeaderTest {
  private static final byte[] PAYLOAD = "hello".getBytes(StandardCharsets.US_ASCII);

  /** One row of the byte table: where, which bytes by hand, how it is read, and as what. */
  private record Field(
      int offset, String bytes, Function<EntryHeader, Object> read, Object expected) {}

  private static Field field(
      int offset, String bytes, Function<EntryHeader, Object> read, Object expected) {
    return new Field(offset, bytes, read, expected);
  }

  private static final String CERTIFICATE = "80".repeat(31) + "ff";
  // SHA-256 of "hello", and of 0x00 and the 248 bytes below, by Python's hashlib.
  private static final String PAYLOAD_DIGEST =
      "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824";
  private static final String PREVIOUS =
      "c0c1c2c3c4c5c6c7c8c9cacbcccdcecfd0d1d2d3d4d5d6d7d8d9dadbdcdddedf";
  private static final String ENTRY_HASH =
      "ccd3f6a182e779730fcc455bc826d06ef4391d81453d030aa1f59db9d3544ca9";

  static List<Field> table() {
    return List.of(
        field(0, "56525631", h -> new String(h.toBytes(), 0, 4, StandardCharsets.US_ASCII), "VRV1"),
        field(4, "01", EntryHeader::format, 1),
        field(5, "01", EntryHeader::hashAlgorithm, 1),
        field(6, "01", EntryHeader::sealAlgorithm, 1),
        field(7, "01", EntryHeader::isLastOfCommand, true),
        field(8, "0102030405060708", EntryHeader::sequence, 0x0102030405060708L),
        field(16, "11121314", EntryHeader::epoch, 0x11121314),
        field(20, "f1f2", EntryHeader::eventType, 0xf1f2),
        field(22, "e1e2", EntryHeader::schemaVersion, 0xe1e2),
        field(24, "00000005", EntryHeader::payloadLength, 5),
        field(28, "21222324", EntryHeader::bootCount, 0x21222324),
        field(
            32,
            "303132333435363738393a3b3c3d3e3f",
            EntryHeader::stream,
            new StreamId(0x3031323334353637L, 0x38393a3b3c3d3e3fL)),
        field(48, "41424344", EntryHeader::streamVersion, 0x41424344),
        field(52, "d1d2", EntryHeader::commandIndex, 0xd1d2),
        field(54, "0000", h -> "reserved", "reserved"),
        field(
            56,
            "505152535455565758595a5b5c5d5e5f",
            EntryHeader::command,
            new CommandId(0x5051525354555657L, 0x58595a5b5c5d5e5fL)),
        field(
            72,
            "b0b1b2b3b4b5b6b7b8b9babbbcbdbebf",
            EntryHeader::trace,
            new TraceId(0xb0b1b2b3b4b5b6b7L, 0xb8b9babbbcbdbebfL)),
        field(88, "0000019bc0de0001", EntryHeader::wallMillis, 0x19bc0de0001L),
        field(96, "7061626364656667", EntryHeader::elapsedNanos, 0x7061626364656667L),
        field(104, "71727374", EntryHeader::actorRef, 0x71727374),
        field(108, "75767778", EntryHeader::actorPid, 0x75767778),
        field(112, "797a7b7c", EntryHeader::activityRef, 0x797a7b7c),
        field(116, "7d7e7f70", EntryHeader::subjectRef, 0x7d7e7f70),
        field(120, CERTIFICATE, h -> Hex.of(h.actorCertificate()), CERTIFICATE),
        field(
            152,
            "909192939495969798999a9b9c9d9e9f",
            h -> Hex.of(h.screenDigest()),
            "909192939495969798999a9b9c9d9e9f"),
        field(
            168,
            "640102000a0b0c0d",
            EntryHeader::deviceBefore,
            new DeviceState(100, 1, 2, 0x0a0b0c0d)),
        field(
            176,
            "ffff050011223344",
            EntryHeader::deviceAfter,
            new DeviceState(255, 255, 5, 0x11223344)),
        field(184, PAYLOAD_DIGEST, h -> Hex.of(h.payloadDigest()), PAYLOAD_DIGEST),
        field(216, PREVIOUS, h -> Hex.of(h.previousHash()), PREVIOUS),
        field(248, ENTRY_HASH, h -> Hex.of(h.entryHash()), ENTRY_HASH));
  }

  private static byte[] handMade() {
    StringBuilder all = new StringBuilder();
    for (Field field : table()) {
      assertEquals(field.offset(), all.length() / 2, "the table has neither gap nor overlap");
      all.append(field.bytes());
    }
    return Hex.parse(all.toString());
  }

  private static EntryHeaderEncoder encoder() {
    return new EntryHeaderEncoder()
            .position(0x11121314, 0x0102030405060708L)
            .event(0xf1f2, 0xe1e2)
            .payloadLength(5)
            .clocks(0x19bc0de0001L, 0x7061626364656667L, 0x21222324)
            .stream(new StreamId(0x3031323334353637L, 0x38393a3b3c3d3e3fL), 0x41424344)
            .command(new CommandId(0x5051525354555657L, 0x58595a5b5c5d5e5fL), 0xd1d2, true)
            .trace(new TraceId(0xb0b1b2b3b4b5b6b7L, 0xb8b9babbbcbdbebfL))
            .actor(0x71727374, 0x75767778, Hex.parse(CERTIFICATE))
            .activity(0x797a7b7c)
            .subject(0x7d7e7f70)
            .screen(Hex.parse("909192939495969798999a9b9c9d9e9f"))
            .device(
                new DeviceState(100, 1, 2, 0x0a0b0c0d), new DeviceState(255, 255, 5, 0x11223344));
  }

  @Test
  void theHandMadeHeaderHas280Bytes() {
    assertEquals(280, handMade().length);
    assertEquals(280, EntryHeader.SIZE);
  }

  @ParameterizedTest
  @MethodSource("table")
  void eachFieldIsReadWhereTheTablePutsIt(Field field) {
    assertEquals(field.expected(), field.read().apply(EntryHeader.of(handMade())));
  }

  @ParameterizedTest
  @MethodSource("table")
  void noFieldIsReadFromTheBytesOfAnother(Field field) {
    byte[] bytes = handMade();
    int end = field.offset() + field.bytes().length() / 2;
    for (int i = 0; i < bytes.length; i++) {
      if (i < field.offset() || i >= end) {
        bytes[i] = 0;
      }
    }
    assertEquals(field.expected(), field.read().apply(EntryHeader.of(bytes)));
  }

  @Test
  void theEncoderWritesTheHandMadeBytesAndThePayloadBehindThem() {
    byte[] record = encoder().finish(PAYLOAD, Hex.parse(PREVIOUS), new EntryHash());
    assertEquals(Hex.of(handMade()) + "68656c6c6f", Hex.of(record));
    assertNull(EntryHeader.of(record).defect());
  }

  @Test
  void theEntryHashIsTheRfc6962LeafHashOfTheFirst248Bytes() throws Exception {
    byte[] bytes = handMade();
    MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
    sha256.update((byte) 0x00);
    sha256.update(bytes, 0, 248);
    assertEquals(ENTRY_HASH, Hex.of(sha256.digest()));
    assertEquals(ENTRY_HASH, Hex.of(new EntryHash().ofHeader(bytes, 0)));
    byte[] shifted = new byte[300];
    System.arraycopy(bytes, 0, shifted, 20, 280);
    assertEquals(ENTRY_HASH, Hex.of(new EntryHash().ofHeader(shifted, 20)));
  }

  @Test
  void theSealedContextIsTheFirst184Bytes() {
    byte[] expected = Arrays.copyOf(handMade(), 184);
    assertArrayEquals(expected, EntryHeader.of(handMade()).sealedContext());
    assertArrayEquals(expected, encoder().sealedContext());
  }

  @Test
  void anEmptyHeaderKnowsNothingAndHasNoDefect() {
    byte[] expected = new byte[184];
    System.arraycopy(Hex.parse("5652563101010100"), 0, expected, 0, 8);
    expected[168] = (byte) 255;
    expected[176] = (byte) 255;
    assertArrayEquals(expected, new EntryHeaderEncoder().sealedContext());
    assertArrayEquals(expected, encoder().reset().sealedContext());
    byte[] record = new EntryHeaderEncoder().finish(new byte[0], new byte[32], new EntryHash());
    assertNull(EntryHeader.of(record).defect());
  }

  @Test
  void theLargestValueOfEachFieldIsWrittenAndHasNoDefect() {
    byte[] record =
        new EntryHeaderEncoder()
                .position(Integer.MAX_VALUE, Long.MAX_VALUE)
                .event(0xffff, 0xffff)
                .clocks(Long.MAX_VALUE, Long.MAX_VALUE, Integer.MAX_VALUE)
                .stream(new StreamId(-1, -1), Integer.MAX_VALUE)
                .command(new CommandId(-1, -1), 0xffff, false)
                .trace(new TraceId(-1, -1))
                .actor(Integer.MAX_VALUE, Integer.MAX_VALUE, new byte[32])
                .activity(Integer.MAX_VALUE)
                .subject(Integer.MAX_VALUE)
                .finish(new byte[0], new byte[32], new EntryHash());
    EntryHeader header = EntryHeader.of(record);
    assertNull(header.defect());
    assertEquals("7fffffffffffffff7fffffffffffffff", Hex.of(Arrays.copyOfRange(record, 88, 104)));
    assertEquals(
        "7fffffffffffffff7fffffffffffffff".substring(0, 24),
        Hex.of(Arrays.copyOfRange(record, 8, 20)));
    assertEquals(0xffff, header.commandIndex());
    assertFalse(header.isLastOfCommand());
  }

  @Test
  void whatDoesNotFitItsFieldIsRefused() {
    EntryHeaderEncoder e = new EntryHeaderEncoder();
    CommandId id = new CommandId(0, 0);
    StreamId stream = new StreamId(0, 0);
    byte[] none = new byte[32];
    List<Runnable> refused =
        List.of(
            () -> e.position(-1, 0),
            () -> e.position(0, -1),
            () -> e.event(-1, 1),
            () -> e.event(0x10000, 1),
            () -> e.event(1, -1),
            () -> e.event(1, 0x10000),
            () -> e.payloadLength(-1),
            () -> e.clocks(-1, 0, 0),
            () -> e.clocks(0, -1, 0),
            () -> e.clocks(0, 0, -1),
            () -> e.stream(stream, -1),
            () -> e.command(id, -1, true),
            () -> e.command(id, 0x10000, true),
            () -> e.actor(-1, 0, none),
            () -> e.actor(0, -1, none),
            () -> e.actor(0, 0, new byte[31]),
            () -> e.actor(0, 0, new byte[33]),
            () -> e.activity(-1),
            () -> e.subject(-1),
            () -> e.screen(new byte[15]),
            () -> e.screen(new byte[17]),
            () -> e.finish(new byte[1], none, new EntryHash()),
            () -> e.reset().finish(new byte[0], new byte[31], new EntryHash()));
    for (int i = 0; i < refused.size(); i++) {
      assertThrows(VarveException.class, refused.get(i)::run, "case " + i);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "0, 57, magic",
    "3, 32, magic",
    "4, 00, format version 0",
    "4, 02, format version 2",
    "5, 03, hash algorithm 3",
    "6, 00, seal algorithm 0",
    "7, 02, flags 2",
    "7, 81, flags 129",
    "54, 01, reserved",
    "55, 01, reserved",
    "171, 01, reserved",
    "179, 80, reserved",
    "8, 80, offset 8",
    "16, 80, offset 16",
    "24, 80, offset 24",
    "28, 80, offset 28",
    "48, 80, offset 48",
    "88, ff, offset 88",
    "96, 80, offset 96",
    "104, 80, offset 104",
    "108, 80, offset 108",
    "112, 80, offset 112",
    "116, 80, offset 116",
    "172, 80, offset 172",
    "180, 80, offset 180",
    "168, 65, battery 101",
    "176, fe, battery 254"
  })
  void aDefectOfFormIsNamed(int offset, String value, String expected) {
    byte[] bytes = handMade();
    assertNull(EntryHeader.of(bytes).defect());
    bytes[offset] = (byte) Integer.parseInt(value, 16);
    String defect = EntryHeader.of(bytes).defect();
    assertTrue(defect != null && defect.contains(expected), () -> "found " + defect);
  }

  @ParameterizedTest
  @ValueSource(ints = {20, 22, 32, 40, 52, 56, 72, 120, 152, 184, 216, 248})
  void theTopBitIsFreeInShortNumbersIdsAndHashes(int offset) {
    byte[] bytes = handMade();
    bytes[offset] |= (byte) 0x80;
    assertNull(EntryHeader.of(bytes).defect());
  }

  @Test
  void aRecordOfFewerThan280BytesHasNoHeader() {
    assertThrows(VarveException.class, () -> EntryHeader.of(new byte[279]));
    assertThrows(VarveException.class, () -> EntryHeader.of(new byte[0]));
  }

  @Test
  void aHeaderIsACopyAndGivesCopiesAway() {
    byte[] bytes = handMade();
    EntryHeader header = EntryHeader.of(bytes);
    Arrays.fill(bytes, (byte) 0);
    Arrays.fill(header.toBytes(), (byte) 0);
    Arrays.fill(header.entryHash(), (byte) 0);
    assertArrayEquals(handMade(), header.toBytes());
    assertEquals(EntryHeader.of(handMade()), header);
    assertEquals(EntryHeader.of(handMade()).hashCode(), header.hashCode());
    byte[] other = handMade();
    other[279] ^= 1;
    assertNotEquals(EntryHeader.of(other), header);
  }

  @Test
  void bothHalvesOfAnIdAreBigEndian() {
    byte[] bytes = Hex.parse("000102030405060708090a0b0c0d0e0f");
    CommandId id = CommandId.of(bytes);
    assertEquals(0x0001020304050607L, id.high());
    assertEquals(0x08090a0b0c0d0e0fL, id.low());
    assertArrayEquals(bytes, id.toBytes());
    assertEquals("000102030405060708090a0b0c0d0e0f", id.toString());
    assertEquals(id, CommandId.ofSlot(bytes, ByteBuffer.allocate(8).putLong(id.low()).array()));
    assertTrue(TraceId.NONE.isNone());
    assertFalse(new TraceId(0, 1).isNone());
  }

  @Test
  void idsOfOneSlotAreNeighboursInOrder() {
    CommandId low = new CommandId(1, 0);
    CommandId high = new CommandId(1, -1);
    CommandId next = new CommandId(2, 0);
    CommandId last = new CommandId(-1, 0);
    List<CommandId> sorted = new java.util.ArrayList<>(List.of(last, next, high, low));
    sorted.sort(null);
    assertEquals(List.of(low, high, next, last), sorted);
  }
}
