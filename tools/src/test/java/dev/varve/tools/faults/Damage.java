package dev.varve.tools.faults;

import java.util.Arrays;
import java.util.Random;

/** Changes a file's bytes as a seed says: bits, bytes, or its end. */
final class Damage {
  private final Random random;
  private String what = "";

  Damage(long seed) {
    this.random = new Random(seed);
  }

  /** In words, what was done last. */
  @Override
  public String toString() {
    return what;
  }

  /** A changed copy of a file that is not empty. */
  byte[] of(byte[] sound) {
    int at = place(sound);
    int kind = random.nextInt(8);
    if (kind < 2) {
      what = "cut at " + at;
      return Arrays.copyOf(sound, at);
    }
    byte[] changed = sound.clone();
    int length = 1 + random.nextInt(8);
    if (kind < 6) {
      what = length + " bits from " + at;
      for (int i = 0; i < length; i++) {
        int byteAt = Math.min(changed.length - 1, at + random.nextInt(16) * (i == 0 ? 0 : 1));
        changed[byteAt] ^= (byte) (1 << random.nextInt(8));
      }
    } else {
      what = length + " bytes from " + at;
      for (int i = at; i < Math.min(changed.length, at + length); i++) {
        changed[i] = kind == 6 ? 0 : (byte) random.nextInt();
      }
    }
    return changed;
  }

  /** Files are sparse: mostly where there is something, or close by. */
  private int place(byte[] sound) {
    if (random.nextInt(5) > 0) {
      for (int i = 0; i < 2_000; i++) {
        int at = random.nextInt(sound.length);
        int from = Math.max(0, at - 8);
        for (int near = from; near < Math.min(sound.length, at + 8); near++) {
          if (sound[near] != 0) {
            return at;
          }
        }
      }
    }
    return random.nextInt(sound.length);
  }
}
