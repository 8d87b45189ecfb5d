package dev.varve.tools.fuzz;

import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Changes seeds as a number says: bits, bytes, numbers, ranges left out, doubled, or spliced. */
final class Mutation {
  private static final int[] TELLING = {
    0, 1, -1, 0x7f, 0x80, 0xff, 0x7fff, 0xffff, 0x7fffffff, 0x80000000, 0x3fffffff, 4096
  };

  private final List<byte[]> seeds;

  Mutation(List<byte[]> seeds) {
    this.seeds = List.copyOf(seeds);
  }

  /** The input that a number names; the first numbers name the seeds themselves. */
  byte[] of(int number) {
    if (number < seeds.size()) {
      return seeds.get(number).clone();
    }
    Random random = new Random(number * 0x9e3779b97f4a7c15L);
    byte[] input = seeds.get(random.nextInt(seeds.size())).clone();
    for (int left = 1 + random.nextInt(4); left > 0; left--) {
      input = changed(input, random);
    }
    return input;
  }

  private byte[] changed(byte[] input, Random random) {
    if (input.length == 0) {
      return new byte[] {(byte) random.nextInt()};
    }
    int at = random.nextInt(input.length);
    int length =
        Math.min(input.length - at, 1 + random.nextInt(random.nextInt(10) == 0 ? 400 : 12));
    return switch (random.nextInt(8)) {
      case 0 -> with(input, at, input[at] ^ (1 << random.nextInt(8)), 1);
      case 1 -> with(input, at, random.nextInt(), 1);
      case 2 -> with(input, at, TELLING[random.nextInt(TELLING.length)], 4);
      case 3 -> joined(head(input, at), tail(input, at + length));
      case 4 -> joined(head(input, at + length), tail(input, at));
      case 5 -> {
        byte[] other = seeds.get(random.nextInt(seeds.size()));
        int from = other.length == 0 ? 0 : random.nextInt(other.length);
        yield joined(head(input, at), tail(other, from));
      }
      case 6 -> {
        byte[] noise = new byte[length];
        random.nextBytes(noise);
        yield joined(head(input, at), noise, tail(input, at));
      }
      default -> head(input, at);
    };
  }

  /** {@code value}, big-endian, over as many bytes. */
  private static byte[] with(byte[] input, int at, int value, int length) {
    for (int i = 0; i < length && at + i < input.length; i++) {
      input[at + i] = (byte) (value >> (8 * (length - 1 - i)));
    }
    return input;
  }

  private static byte[] head(byte[] bytes, int to) {
    return Arrays.copyOf(bytes, to);
  }

  private static byte[] tail(byte[] bytes, int from) {
    return Arrays.copyOfRange(bytes, Math.min(from, bytes.length), bytes.length);
  }

  private static byte[] joined(byte[]... parts) {
    int length = 0;
    for (byte[] part : parts) {
      length += part.length;
    }
    byte[] whole = new byte[length];
    int at = 0;
    for (byte[] part : parts) {
      System.arraycopy(part, 0, whole, at, part.length);
      at += part.length;
    }
    return whole;
  }
}
