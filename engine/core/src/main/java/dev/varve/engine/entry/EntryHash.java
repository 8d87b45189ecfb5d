package dev.varve.engine.entry;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * The two hashes of an entry. The entry hash is the leaf hash of RFC 6962, section 2.1 (a zero byte
 * before the data), so that chain and Merkle tree share it. Not thread-safe: it reuses a digest.
 */
public final class EntryHash {
  /** Bytes of a hash. */
  public static final int SIZE = 32;

  private final MessageDigest sha256;

  /** Uses the platform's SHA-256. */
  public EntryHash() {
    this(sha256());
  }

  /** Uses {@code sha256}, which nobody else may touch. */
  public EntryHash(MessageDigest sha256) {
    this.sha256 = sha256;
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /** SHA-256(0x00 || header bytes 0..247) of the header at {@code offset}. */
  public byte[] ofHeader(byte[] record, int offset) {
    sha256.update((byte) 0);
    sha256.update(record, offset, EntryHeader.HASHED_SIZE);
    return sha256.digest();
  }

  /** SHA-256 of a stored payload. */
  public byte[] ofPayload(byte[] record, int offset, int length) {
    sha256.update(record, offset, length);
    return sha256.digest();
  }
}
