package dev.varve.engine.tree;

import java.util.Arrays;

/** Hashes of 32 bytes, one after the other. */
final class HashList {
  private byte[] bytes = new byte[16 * NodeHash.SIZE];
  private int size;

  int size() {
    return size;
  }

  void add(byte[] hash) {
    int at = size * NodeHash.SIZE;
    if (at == bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.multiplyExact(at, 2));
    }
    System.arraycopy(hash, 0, bytes, at, NodeHash.SIZE);
    size++;
  }

  byte[] get(int index) {
    return Arrays.copyOfRange(bytes, index * NodeHash.SIZE, (index + 1) * NodeHash.SIZE);
  }
}
