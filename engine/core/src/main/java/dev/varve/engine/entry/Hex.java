package dev.varve.engine.entry;

/** Lower-case hexadecimal, since {@code java.util.HexFormat} is not on Android. */
public final class Hex {
  private Hex() {}

  /** Two digits a byte. */
  public static String of(byte[] bytes) {
    StringBuilder out = new StringBuilder(bytes.length * 2);
    for (byte b : bytes) {
      out.append(Character.forDigit((b >> 4) & 15, 16)).append(Character.forDigit(b & 15, 16));
    }
    return out.toString();
  }

  /**
   * Reads two digits a byte, either case.
   *
   * @throws IllegalArgumentException on an odd length or another character
   */
  public static byte[] parse(String hex) {
    if (hex.length() % 2 != 0) {
      throw new IllegalArgumentException("odd number of hex digits: " + hex.length());
    }
    byte[] bytes = new byte[hex.length() / 2];
    for (int i = 0; i < bytes.length; i++) {
      int high = Character.digit(hex.charAt(2 * i), 16);
      int low = Character.digit(hex.charAt(2 * i + 1), 16);
      if (high < 0 || low < 0 || hex.charAt(2 * i) > 'f' || hex.charAt(2 * i + 1) > 'f') {
        throw new IllegalArgumentException("not a hex digit at " + (high < 0 ? 2 * i : 2 * i + 1));
      }
      bytes[i] = (byte) (high << 4 | low);
    }
    return bytes;
  }
}
