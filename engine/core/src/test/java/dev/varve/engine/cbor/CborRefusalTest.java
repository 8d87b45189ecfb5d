package dev.varve.engine.cbor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.engine.entry.Hex;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CborRefusalTest {
  @ParameterizedTest
  @CsvSource({
    "an integer of 2 bytes that fits 1, a1001817",
    "an integer of 3 bytes that fits 2, a1001900ff",
    "an integer of 5 bytes that fits 3, a1001a0000ffff",
    "an integer of 9 bytes that fits 5, a1001b00000000ffffffff",
    "a negative integer that is too long, a1003817",
    "a key that is too long, a1180001",
    "a map head that is too long, b8010001",
    "a text head that is too long, a100780161",
    "a byte string head that is too long, a100580100",
    "a list head that is too long, a100980101",
    "an unsigned integer above Long.MAX, a1001b8000000000000000",
    "the largest unsigned integer, a1001bffffffffffffffff",
    "a negative integer below Long.MIN, a1003b8000000000000000",
    "an indefinite map, bf0001ff",
    "an indefinite list, a1009f01ff",
    "an indefinite text, a1007f6161ff",
    "an indefinite byte string, a1005f4101ff",
    "a half float, a100f93c00",
    "a single float, a100fa3f800000",
    "a double, a100fb3ff0000000000000",
    "null, a100f6",
    "undefined, a100f7",
    "simple value 16, a100f0",
    "simple value 255, a100f8ff",
    "simple value 24 in its two-byte form, a100f818",
    "a break without a beginning, a100ff",
    "reserved additional information 28, a1001c",
    "a tagged integer, a100c101",
    "a tagged text, a100c06161",
    "a bignum, a100c24101",
    "a negative bignum, a100c349010000000000000000",
    "a decimal fraction, a100c48221196ab3",
    "a tagged map, d9d9f7a0",
    "a tagged key, a1c10001",
    "a string reference namespace, d90100a0",
    "a text key that spells an integer, a1613101",
    "a text key, a1616101",
    "an empty text key, a16001",
    "a negative key, a12001",
    "a byte string key, a1413101",
    "a boolean key, a1f501",
    "a list key, a18001",
    "a key above Integer.MAX, a11a8000000001",
    "a duplicate key, a200010002",
    "unsorted keys, a201010001",
    "a list at the root, 8100",
    "an integer at the root, 00",
    "a text at the root, 6161",
    "one byte behind the map, a000",
    "a second map behind the map, a0a0",
    "a break behind the map, a0ff",
    "a lone high surrogate, a10063eda080",
    "a lone low surrogate, a10063edb080",
    "a pair of encoded surrogates, a10066eda080edb080",
    "an overlong text byte, a10062c080",
    "a continuation byte alone, a1006180",
    "a text byte that UTF-8 never has, a10061ff",
    "a text that ends within a character, a10062e6b0",
    "a code point above U+10FFFF, a10064f4908080",
    "a text of 2^63 bytes, a1007b800000000000000061",
    "a text of 2 GiB, a1007a7fffffff61",
    "a byte string of 2^64-1 bytes, a1005bffffffffffffffff00",
    "a byte string of 2 GiB, a1005a7fffffff00",
    "a list of 2^64-1 items, a1009bffffffffffffffff00",
    "a list of 2 GiB items, a1009a7fffffff00",
    "a map of 2^64-1 pairs, bbffffffffffffffff0000",
    "a map of 2 GiB pairs, ba7fffffff0000"
  })
  void whatIsNotOfTheSubsetIsRefused(String what, String hex) {
    assertThrows(CborException.class, () -> CborMap.decode(Hex.parse(hex)), what);
  }

  @Test
  void nothingIsRefused() {
    assertThrows(CborException.class, () -> CborMap.decode(new byte[0]));
  }

  /** One map, one list of lists in it: {@code levels} nested containers in all. */
  private static byte[] nested(int levels) {
    byte[] bytes = new byte[levels + 1];
    bytes[0] = (byte) 0xa1;
    Arrays.fill(bytes, 2, levels, (byte) 0x81);
    bytes[levels] = (byte) 0x80;
    return bytes;
  }

  @Test
  void thirtyTwoLevelsAreReadAndOneMoreIsRefused() {
    assertEquals("a1008180", Hex.of(nested(3)));
    byte[] deepest = nested(32);
    assertEquals(Hex.of(deepest), Hex.of(CborMap.decode(deepest).encode()));
    assertThrows(CborException.class, () -> CborMap.decode(nested(33)));
    assertThrows(CborException.class, () -> CborMap.decode(nested(400_000)));
  }

  @Test
  void thirtyTwoLevelsOfMapsAreWrittenAndOneMoreIsRefused() {
    CborMap map = CborMap.EMPTY;
    for (int level = 2; level <= 32; level++) {
      map = CborMap.builder().put(0, map).build();
    }
    assertEquals("a100".repeat(31) + "a0", Hex.of(map.encode()));
    assertEquals(map, CborMap.decode(map.encode()));
    CborMap deeper = CborMap.builder().put(0, map).build();
    assertThrows(CborException.class, deeper::encode);
    assertThrows(CborException.class, () -> CborMap.decode(Hex.parse("a100".repeat(32) + "a0")));
  }

  @Test
  void aLoneSurrogateIsNotWritten() {
    for (String text : List.of("\ud800", "a\udc00", "\udc00\ud800")) {
      CborMap map = CborMap.builder().put(0, text).build();
      assertThrows(CborException.class, map::encode);
    }
  }

  private static CborMap sample() {
    return CborMap.builder()
        .put(1, "text with \u6c34 and \ud83d\ude00")
        .put(2, 1L << 40)
        .put(3, -500)
        .put(30, new byte[300])
        .put(400, List.of(1, "two", true, List.of("three", List.of(70000))))
        .put(70000, CborMap.builder().put(0, CborMap.EMPTY).put(5, "x".repeat(70)).build())
        .build();
  }

  @Test
  void aMapThatIsCutAnywhereIsRefused() {
    byte[] whole = sample().encode();
    for (int length = 0; length < whole.length; length++) {
      byte[] cut = Arrays.copyOf(whole, length);
      assertThrows(CborException.class, () -> CborMap.decode(cut), "cut at " + length);
    }
  }

  @Test
  void anExceptionDoesNotQuoteTheContent() {
    byte[] bytes = CborMap.builder().put(0, "topsecret").put(1, "x").build().encode();
    for (int i = 0; i < bytes.length; i++) {
      for (int bit = 0; bit < 8; bit++) {
        byte[] changed = bytes.clone();
        changed[i] ^= (byte) (1 << bit);
        try {
          CborMap.decode(changed);
        } catch (CborException e) {
          for (Throwable t = e; t != null; t = t.getCause()) {
            assertFalse(String.valueOf(t).contains("secret"), () -> "quoted in " + e);
          }
        }
      }
    }
  }

  @Test
  void aStringReferenceCannotMakeAFewBytesIntoGigabytes() {
    // 256([...]): one text of 100,000 bytes, then 100,000 references (tag 25) to it.
    ByteArrayOutputStream bomb = new ByteArrayOutputStream();
    bomb.writeBytes(Hex.parse("a100d901009a000186a1" + "7a000186a0"));
    bomb.writeBytes("x".repeat(100_000).getBytes(StandardCharsets.US_ASCII));
    for (int i = 0; i < 100_000; i++) {
      bomb.writeBytes(Hex.parse("d81900"));
    }
    assertThrows(CborException.class, () -> CborMap.decode(bomb.toByteArray()));
  }

  private static Object randomValue(Random random, int depth) {
    return switch (random.nextInt(depth > 4 ? 4 : 6)) {
      case 0 -> random.nextLong() >> random.nextInt(64);
      case 1 -> true;
      case 2 -> randomText(random);
      case 3 -> {
        byte[] bytes = new byte[random.nextInt(40)];
        random.nextBytes(bytes);
        yield bytes;
      }
      case 4 -> {
        List<Object> list = new ArrayList<>();
        for (int i = random.nextInt(4); i >= 0; i--) {
          list.add(randomValue(random, depth + 1));
        }
        yield list;
      }
      default -> randomMap(random, depth + 1);
    };
  }

  private static String randomText(Random random) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(40); i > 0; i--) {
      int codePoint = random.nextInt(0x110000 >> random.nextInt(15));
      text.appendCodePoint(codePoint >= 0xd800 && codePoint < 0xe000 ? '?' : codePoint);
    }
    return text.toString();
  }

  private static CborMap randomMap(Random random, int depth) {
    CborMap.Builder map = CborMap.builder();
    int key = -1;
    for (int i = random.nextInt(6); i > 0; i--) {
      key += 1 + random.nextInt(1 << random.nextInt(20));
      map.putRaw(key, randomValue(random, depth));
    }
    return map.build();
  }

  @Test
  void randomMapsAreReadBackAsTheyWereWritten() {
    for (long seed = 0; seed < 2000; seed++) {
      CborMap map = randomMap(new Random(seed), 1);
      byte[] bytes = map.encode();
      CborMap decoded = CborMap.decode(bytes);
      assertEquals(Hex.of(bytes), Hex.of(decoded.encode()), "seed " + seed);
      assertEquals(CborDiagnostic.of(map), CborDiagnostic.of(decoded), "seed " + seed);
    }
  }

  @Test
  void tenThousandMutationsGiveAMapOrACborException() {
    int maps = 0;
    for (long seed = 0; seed < 10_000; seed++) {
      Random random = new Random(seed);
      byte[] bytes = seed % 2 == 0 ? sample().encode() : randomMap(random, 1).encode();
      for (int change = random.nextInt(6); change >= 0; change--) {
        bytes = mutated(random, bytes);
      }
      try {
        CborMap map = CborMap.decode(bytes);
        assertEquals(Hex.of(bytes), Hex.of(map.encode()), "seed " + seed);
        maps++;
      } catch (CborException e) {
        // refused, as it should be; anything else fails the test
      } catch (RuntimeException | Error e) {
        throw new AssertionError("seed " + seed + " " + Hex.of(bytes), e);
      }
    }
    assertTrue(maps > 0, "some mutations leave a valid map");
  }

  private static byte[] mutated(Random random, byte[] bytes) {
    int at = bytes.length == 0 ? 0 : random.nextInt(bytes.length);
    byte[] inserted =
        switch (random.nextInt(8)) {
          case 0 -> Hex.parse("7a7fffffff");
          case 1 -> Hex.parse("5b00000000ffffffff");
          case 2 -> Hex.parse("9a7fffffff");
          case 3 -> Hex.parse("bb7fffffffffffffff");
          case 4 -> Hex.parse("81".repeat(200));
          case 5 -> Hex.parse("d90100d81900");
          case 6 -> new byte[] {(byte) random.nextInt(256)};
          default -> new byte[0];
        };
    boolean replace = inserted.length <= 1 || random.nextBoolean();
    int rest = Math.min(bytes.length, at + (replace ? inserted.length : 0));
    byte[] out = Arrays.copyOf(bytes, at + inserted.length + bytes.length - rest);
    System.arraycopy(inserted, 0, out, at, inserted.length);
    System.arraycopy(bytes, rest, out, at + inserted.length, bytes.length - rest);
    return inserted.length == 0 ? Arrays.copyOf(bytes, at) : out;
  }
}
