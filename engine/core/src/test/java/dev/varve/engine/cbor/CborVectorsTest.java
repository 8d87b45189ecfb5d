package dev.varve.engine.cbor;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.engine.entry.Hex;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CborVectorsTest {
  /** The map {0: value}: one pair, key 0, then the value's own bytes. */
  private static String underKeyZero(String value) {
    return "a100" + value;
  }

  private static void assertEncodes(String expected, CborMap map) {
    assertEquals(expected, Hex.of(map.encode()));
    assertEquals(map, CborMap.decode(Hex.parse(expected)));
  }

  /** RFC 8949, appendix A, then both sides of each size boundary, worked out by hand. */
  @ParameterizedTest
  @CsvSource({
    "0, 00",
    "1, 01",
    "10, 0a",
    "23, 17",
    "24, 1818",
    "25, 1819",
    "100, 1864",
    "255, 18ff",
    "256, 190100",
    "1000, 1903e8",
    "65535, 19ffff",
    "65536, 1a00010000",
    "1000000, 1a000f4240",
    "2147483647, 1a7fffffff",
    "2147483648, 1a80000000",
    "4294967295, 1affffffff",
    "4294967296, 1b0000000100000000",
    "1000000000000, 1b000000e8d4a51000",
    "9223372036854775807, 1b7fffffffffffffff",
    "-1, 20",
    "-10, 29",
    "-24, 37",
    "-25, 3818",
    "-100, 3863",
    "-256, 38ff",
    "-257, 390100",
    "-1000, 3903e7",
    "-65536, 39ffff",
    "-65537, 3a00010000",
    "-2147483648, 3a7fffffff",
    "-2147483649, 3a80000000",
    "-4294967296, 3affffffff",
    "-4294967297, 3b0000000100000000",
    "-9223372036854775808, 3b7fffffffffffffff"
  })
  void integersHaveTheShortestEncoding(long value, String hex) {
    assertEncodes(underKeyZero(hex), CborMap.builder().put(0, value).build());
    assertEquals(value, CborMap.decode(Hex.parse(underKeyZero(hex))).getLong(0));
  }

  @ParameterizedTest
  @CsvSource({
    "0, 00",
    "23, 17",
    "24, 1818",
    "255, 18ff",
    "256, 190100",
    "65535, 19ffff",
    "65536, 1a00010000",
    "2147483647, 1a7fffffff"
  })
  void keysHaveTheShortestEncoding(int key, String hex) {
    assertEncodes("a1" + hex + "01", CborMap.builder().put(key, 1).build());
  }

  @Test
  void textsOfTheRfcComeOut() {
    assertEncodes(underKeyZero("60"), CborMap.builder().put(0, "").build());
    assertEncodes(underKeyZero("6161"), CborMap.builder().put(0, "a").build());
    assertEncodes(underKeyZero("6449455446"), CborMap.builder().put(0, "IETF").build());
    assertEncodes(underKeyZero("62225c"), CborMap.builder().put(0, "\"\\").build());
    assertEncodes(underKeyZero("62c3bc"), CborMap.builder().put(0, "\u00fc").build());
    assertEncodes(underKeyZero("63e6b0b4"), CborMap.builder().put(0, "\u6c34").build());
    assertEncodes(underKeyZero("64f0908591"), CborMap.builder().put(0, "\ud800\udd51").build());
  }

  @Test
  void byteStringsListsMapsAndBooleansOfTheRfcComeOut() {
    assertEncodes(underKeyZero("40"), CborMap.builder().put(0, new byte[0]).build());
    assertEncodes(
        underKeyZero("4401020304"), CborMap.builder().put(0, new byte[] {1, 2, 3, 4}).build());
    assertEncodes(underKeyZero("f5"), CborMap.builder().put(0, true).build());
    assertEncodes(underKeyZero("83010203"), CborMap.builder().put(0, List.of(1, 2, 3)).build());
    assertEncodes(
        underKeyZero("8301820203820405"),
        CborMap.builder().put(0, List.of(1, List.of(2, 3), List.of(4, 5))).build());
    List<Integer> twentyFive = new ArrayList<>();
    for (int i = 1; i <= 25; i++) {
      twentyFive.add(i);
    }
    assertEncodes(
        underKeyZero("98190102030405060708090a0b0c0d0e0f101112131415161718181819"),
        CborMap.builder().put(0, twentyFive).build());
    assertEncodes("a0", CborMap.EMPTY);
    assertEncodes("a201020304", CborMap.builder().put(3, 4).put(1, 2).build());
  }

  @Test
  void falseAndTheEmptyListAreWrittenByTheirAbsenceAndReadInNoOtherWay() {
    assertEncodes("a0", CborMap.builder().put(0, false).put(1, List.of()).build());
    for (String explicit : List.of("a100f4", "a10180", "a100a101f4")) {
      assertThrows(CborException.class, () -> CborMap.decode(Hex.parse(explicit)));
    }
    assertEncodes(
        underKeyZero("82f480"), CborMap.builder().put(0, List.of(false, List.of())).build());
  }

  private static byte[] head(int major, int length) {
    if (length < 24) {
      return new byte[] {(byte) (major << 5 | length)};
    }
    if (length < 256) {
      return new byte[] {(byte) (major << 5 | 24), (byte) length};
    }
    if (length < 65536) {
      return new byte[] {(byte) (major << 5 | 25), (byte) (length >> 8), (byte) length};
    }
    return new byte[] {
      (byte) (major << 5 | 26),
      (byte) (length >> 24),
      (byte) (length >> 16),
      (byte) (length >> 8),
      (byte) length
    };
  }

  private static byte[] expectedUnderKeyZero(int major, byte[] content) {
    byte[] head = head(major, content.length);
    byte[] all = new byte[2 + head.length + content.length];
    all[0] = (byte) 0xa1;
    System.arraycopy(head, 0, all, 2, head.length);
    System.arraycopy(content, 0, all, 2 + head.length, content.length);
    return all;
  }

  @ParameterizedTest
  @ValueSource(
      ints = {
        1, 23, 24, 255, 256, 3995, 3996, 3997, 7998, 7999, 8000, 8001, 15999, 16000, 16001, 65535,
        65536, 70000, 300000
      })
  void longTextsAndByteStringsKeepEveryByteWhereverABufferEnds(int length) {
    for (String unit : List.of("x", "\u00fc", "\u6c34", "\ud83d\ude00")) {
      for (int shift = 0; shift < 4; shift++) {
        String text = "y".repeat(shift) + unit.repeat(length / unit.length());
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        CborMap map = CborMap.builder().put(0, text).build();
        assertArrayEquals(expectedUnderKeyZero(3, utf8), map.encode());
        assertEquals(text, CborMap.decode(map.encode()).getString(0));
      }
    }
    byte[] bytes = new byte[length];
    Arrays.fill(bytes, (byte) 0xf5);
    CborMap map = CborMap.builder().put(0, bytes).build();
    assertArrayEquals(expectedUnderKeyZero(2, bytes), map.encode());
    assertArrayEquals(bytes, CborMap.decode(map.encode()).getBytes(0));
  }

  @Test
  void manyKeysAreWrittenInOrderHoweverTheyCame() {
    CborMap.Builder up = CborMap.builder();
    CborMap.Builder down = CborMap.builder();
    for (int i = 0; i < 300; i++) {
      up.put(i * 7, i);
      down.put((299 - i) * 7, 299 - i);
    }
    assertEquals(Hex.of(up.build().encode()), Hex.of(down.build().encode()));
    // 300 pairs: b9 012c; then key 0, value 0.
    assertTrue(Hex.of(up.build().encode()).startsWith("b9012c0000" + "0701"));
  }

  @Test
  void unknownKeysSurviveDecodingAndEncoding() {
    // {1: "a", 500: {9: [h'ff', -7]}, 70000: true}
    String hex = "a301616119" + "01f4a1098241ff261a00011170f5";
    CborMap decoded = CborMap.decode(Hex.parse(hex));
    assertEquals("a", decoded.getString(1));
    assertArrayEquals(new int[] {1, 500, 70000}, decoded.keys());
    assertEquals(hex, Hex.of(decoded.encode()));
  }

  @Test
  void valuesAreCopiedInAndOut() {
    byte[] bytes = {1};
    CborMap map = CborMap.builder().put(0, bytes).put(1, List.of(bytes, List.of(bytes))).build();
    bytes[0] = 9;
    map.getBytes(0)[0] = 9;
    ((byte[]) Objects.requireNonNull(map.get(0)))[0] = 9;
    ((byte[]) map.getList(1, Object.class).get(0))[0] = 9;
    List<?> list = (List<?>) Objects.requireNonNull(map.get(1));
    ((byte[]) list.get(0))[0] = 9;
    ((byte[]) ((List<?>) list.get(1)).get(0))[0] = 9;
    assertEquals("a2004101018241018141" + "01", Hex.of(map.encode()));
  }

  @Test
  void aMissingOrMistypedKeyIsNamedWithoutItsValue() {
    CborMap map = CborMap.builder().put(1, "secret").put(2, 1L << 40).put(3, List.of("x")).build();
    assertEquals(
        "key 1: expected Long, found String",
        assertThrows(CborException.class, () -> map.getLong(1)).getMessage());
    assertEquals(
        "key 9: expected String, found nothing",
        assertThrows(CborException.class, () -> map.getString(9)).getMessage());
    String tooLarge = assertThrows(CborException.class, () -> map.getInt(2)).getMessage();
    assertTrue(
        tooLarge != null && tooLarge.contains("key 2") && !tooLarge.contains("1099511627776"));
    assertEquals(
        "key 3: expected a list of Long, found String",
        assertThrows(CborException.class, () -> map.getList(3, Long.class)).getMessage());
    assertEquals("CborMap keys [1, 2, 3]", map.toString());
    assertEquals(7, map.getInt(9, 7));
    assertEquals(7L, map.getLong(9, 7L));
    assertNotEquals(CborMap.EMPTY, map);
  }

  @Test
  void theBuilderRefusesNegativeAndRepeatedKeysAndForeignValues() {
    assertThrows(CborException.class, () -> CborMap.builder().put(-1, 1));
    assertThrows(CborException.class, () -> CborMap.builder().put(1, 1).put(1, "x"));
    assertThrows(CborException.class, () -> CborMap.builder().put(1, List.of(1.5)));
    assertThrows(CborException.class, () -> CborMap.builder().put(1, List.of(List.of('c'))));
  }
}
