package dev.varve.engine.entry;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The two hashes of an entry, by the algorithm that its header names. The entry hash is the leaf
 * hash of RFC 6962, section 2.1 (a zero byte before the data), so that chain and Merkle tree share
 * it. Not thread-safe: it reuses digests.
 */
public final class EntryHash {
  /** Bytes of a hash, whichever algorithm. */
  public static final int SIZE = 32;

  private final MessageDigest sha256;
  private @Nullable MessageDigest sha512t256;

  /** Uses the platform's algorithms. */
  public EntryHash() {
    this(digest("SHA-256"));
  }

  /** Uses {@code sha256}, which nobody else may touch, for algorithm 1. */
  public EntryHash(MessageDigest sha256) {
    this.sha256 = sha256;
  }

  private static MessageDigest digest(String name) {
    try {
      return MessageDigest.getInstance(name);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has " + name, e);
    }
  }

  /** Hash of (0x00 || header bytes 0..247) of the header at {@code offset}. */
  public byte[] ofHeader(byte[] record, int offset) {
    MessageDigest digest = of(record[offset + 5]);
    digest.update((byte) 0);
    digest.update(record, offset, EntryHeader.HASHED_SIZE);
    return digest.digest();
  }

  /** Hash of a stored payload under an algorithm of {@link EntryHeader#hashAlgorithm}. */
  public byte[] ofPayload(int algorithm, byte[] record, int offset, int length) {
    MessageDigest digest = of(algorithm);
    digest.update(record, offset, length);
    return digest.digest();
  }

  /** What states an unknown algorithm is hashed by the first one, and found unsound by its form. */
  private MessageDigest of(int algorithm) {
    if (algorithm != EntryHeader.HASH_SHA512_256) {
      return sha256;
    }
    MessageDigest digest = sha512t256;
    if (digest == null) {
      digest = digest("SHA-512/256");
      sha512t256 = digest;
    }
    return digest;
  }

  /**
   * Whether bytes are an entry that hashes to what it states, payload included: what can be said of
   * one that is found without its neighbours.
   */
  public static boolean isWhole(byte[] record) {
    if (record.length < EntryHeader.SIZE) {
      return false;
    }
    EntryHeader header = EntryHeader.of(record);
    int length = record.length - EntryHeader.SIZE;
    if (header.defect() != null || header.payloadLength() != length) {
      return false;
    }
    EntryHash hash = new EntryHash();
    return Arrays.equals(hash.ofHeader(record, 0), header.entryHash())
        && Arrays.equals(
            hash.ofPayload(header.hashAlgorithm(), record, EntryHeader.SIZE, length),
            header.payloadDigest());
  }
}
