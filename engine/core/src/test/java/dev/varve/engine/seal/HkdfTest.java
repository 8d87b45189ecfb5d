package dev.varve.engine.seal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.varve.engine.entry.Hex;
import org.junit.jupiter.api.Test;

/** RFC 5869, appendix A, the three cases with SHA-256. */
class HkdfTest {
  private final Hkdf hkdf = new Hkdf(Crypto.platform().hmacSha256());

  private static String range(int from, int to) {
    StringBuilder hex = new StringBuilder();
    for (int i = from; i <= to; i++) {
      hex.append(Hex.of(new byte[] {(byte) i}));
    }
    return hex.toString();
  }

  private String derive(String salt, String key, String info, int length) {
    return Hex.of(hkdf.derive(Hex.parse(salt), Hex.parse(key), Hex.parse(info), length));
  }

  @Test
  void testCase1() {
    assertEquals(
        "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865",
        derive(range(0x00, 0x0c), "0b".repeat(22), range(0xf0, 0xf9), 42));
  }

  @Test
  void testCase2WithLongerInputsAndOutputs() {
    assertEquals(
        "b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c59045a99cac7827271cb41c6"
            + "5e590e09da3275600c2f09b8367793a9aca3db71cc30c58179ec3e87c14c01d5c1f3434f1d87",
        derive(range(0x60, 0xaf), range(0x00, 0x4f), range(0xb0, 0xff), 82));
  }

  @Test
  void testCase3WithEmptySaltAndInfo() {
    assertEquals(
        "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8",
        derive("", "0b".repeat(22), "", 42));
  }

  @Test
  void theLengthIsLimitedAsTheRfcSays() {
    assertEquals(255 * 32, hkdf.derive(new byte[0], new byte[32], new byte[0], 255 * 32).length);
    assertThrows(
        IllegalArgumentException.class,
        () -> hkdf.derive(new byte[0], new byte[32], new byte[0], 255 * 32 + 1));
    assertThrows(
        IllegalArgumentException.class,
        () -> hkdf.derive(new byte[0], new byte[32], new byte[0], 0));
  }
}
