package dev.varve.engine.jvm.index;

/**
 * A Bloom filter over the first halves of ids: says of most slots that are not in a run that they
 * are not, without a look at the disk. Eight bits a row up to {@link #MAX_BYTES}, three hashes: one
 * in thirty is wrong; above that more.
 */
final class SlotFilter {
  static final int MAX_BYTES = 2 << 20;

  private static final int HASHES = 3;

  private final byte[] bits;
  private final long mask;

  /** A filter of these bits; their number is a power of two. */
  SlotFilter(byte[] bits) {
    this.bits = bits;
    this.mask = bits.length * 8L - 1;
  }

  /** Bytes of the filter of a run. */
  static int bytesFor(long rows) {
    int bytes = 64;
    while (bytes < rows && bytes < MAX_BYTES) {
      bytes <<= 1;
    }
    return bytes;
  }

  void add(long slot) {
    long hash = mix(slot);
    for (int i = 0; i < HASHES; i++) {
      long bit = (hash + i * (hash >>> 32 | 1)) & mask;
      bits[(int) (bit >>> 3)] |= (byte) (1 << (bit & 7));
    }
  }

  boolean mayHold(long slot) {
    long hash = mix(slot);
    for (int i = 0; i < HASHES; i++) {
      long bit = (hash + i * (hash >>> 32 | 1)) & mask;
      if ((bits[(int) (bit >>> 3)] & 1 << (bit & 7)) == 0) {
        return false;
      }
    }
    return true;
  }

  /** The finalizer of SplitMix64 (Steele, Lea, Flood 2014): ids need not be random. */
  private static long mix(long slot) {
    long z = (slot ^ (slot >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }
}
