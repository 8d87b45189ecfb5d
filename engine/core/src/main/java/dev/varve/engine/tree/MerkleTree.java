package dev.varve.engine.tree;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.List;

/**
 * The root of a growing RFC 6962 tree, kept in one hash for each complete subtree: at most 63
 * hashes for any size. Leaves are leaf hashes already (an entry's hash is one). Not thread-safe.
 */
public final class MerkleTree {
  private final MessageDigest sha256;
  private final List<byte[]> subtrees = new ArrayList<>();
  private long size;

  /** An empty tree. */
  public MerkleTree() {
    try {
      sha256 = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /**
   * Adds a leaf by its hash of 32 bytes.
   *
   * @throws IllegalArgumentException when it has another length
   */
  public void append(byte[] leafHash) {
    if (leafHash.length != 32) {
      throw new IllegalArgumentException("a leaf hash has 32 bytes, found " + leafHash.length);
    }
    byte[] node = leafHash.clone();
    for (long carry = size; (carry & 1) == 1; carry >>= 1) {
      node = parent(subtrees.remove(subtrees.size() - 1), node);
    }
    subtrees.add(node);
    size++;
  }

  /** Number of leaves. */
  public long size() {
    return size;
  }

  /** MTH of RFC 6962: 32 bytes; SHA-256 of nothing for the empty tree. */
  public byte[] root() {
    if (subtrees.isEmpty()) {
      return sha256.digest();
    }
    byte[] root = subtrees.get(subtrees.size() - 1);
    for (int i = subtrees.size() - 2; i >= 0; i--) {
      root = parent(subtrees.get(i), root);
    }
    return root.clone();
  }

  private byte[] parent(byte[] left, byte[] right) {
    sha256.update((byte) 1);
    sha256.update(left);
    sha256.update(right);
    return sha256.digest();
  }
}
