package dev.varve.engine.tree;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** The hash of an interior node: SHA-256(0x01 || left || right). Not thread-safe. */
final class NodeHash {
  static final int SIZE = 32;

  private final MessageDigest sha256;

  /** 0x01 and two hashes: one call of the digest costs less than three. */
  private final byte[] node = new byte[1 + 2 * SIZE];

  NodeHash() {
    node[0] = 1;
    try {
      sha256 = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  byte[] parent(byte[] left, byte[] right) {
    System.arraycopy(left, 0, node, 1, SIZE);
    System.arraycopy(right, 0, node, 1 + SIZE, SIZE);
    return sha256.digest(node);
  }

  byte[] ofNothing() {
    return sha256.digest();
  }
}
