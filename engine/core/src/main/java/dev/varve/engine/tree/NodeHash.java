package dev.varve.engine.tree;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** The hash of an interior node: SHA-256(0x01 || left || right). Not thread-safe. */
final class NodeHash {
  static final int SIZE = 32;

  private final MessageDigest sha256;

  NodeHash() {
    try {
      sha256 = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  byte[] parent(byte[] left, byte[] right) {
    sha256.update((byte) 1);
    sha256.update(left);
    sha256.update(right);
    return sha256.digest();
  }

  byte[] ofNothing() {
    return sha256.digest();
  }
}
