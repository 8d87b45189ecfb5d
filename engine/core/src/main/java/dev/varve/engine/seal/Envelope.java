package dev.varve.engine.seal;

import dev.varve.engine.VarveException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The parts of a stored payload, readable without a key.
 *
 * <pre>
 *  off size field
 *    0    1 payload version (1)
 *    1    4 key generation
 *    5   12 nonce, random
 *   17   32 commitment = HMAC-SHA256(r, CBOR) with r = HMAC-SHA256(commitment key, nonce)
 *   49    n ciphertext of the CBOR
 * 49+n   16 tag
 * </pre>
 *
 * <p>Immutable; thread-safe.
 */
public final class Envelope {
  /** Bytes that sealing adds to the CBOR. */
  public static final int OVERHEAD = 1 + 4 + 12 + 32 + 16;

  static final int VERSION = 1;
  static final int NONCE_AT = 5;
  static final int NONCE = 12;
  static final int COMMITMENT_AT = 17;
  static final int COMMITMENT = 32;
  static final int CIPHERTEXT_AT = 49;

  private final byte[] bytes;

  private Envelope(byte[] bytes) {
    this.bytes = bytes;
  }

  /**
   * An envelope over a copy of {@code bytes}.
   *
   * @throws VarveException when they are too short or of an unknown version
   */
  public static Envelope of(byte[] bytes) {
    if (bytes.length < OVERHEAD) {
      throw new VarveException(
          "a stored payload has at least " + OVERHEAD + " bytes, found " + bytes.length);
    }
    if (bytes[0] != VERSION) {
      throw new VarveException("payload version " + (bytes[0] & 0xff) + ", this version reads 1");
    }
    Envelope envelope = new Envelope(bytes.clone());
    if (envelope.generation() < 0) {
      throw new VarveException("negative key generation in a stored payload");
    }
    return envelope;
  }

  /** Generation of the subject's key. */
  public int generation() {
    return ByteBuffer.wrap(bytes).getInt(1);
  }

  /** The commitment to the content: equal for nobody's guess without r. */
  public byte[] commitment() {
    return Arrays.copyOfRange(bytes, COMMITMENT_AT, COMMITMENT_AT + COMMITMENT);
  }

  /** A copy of all bytes. */
  public byte[] toBytes() {
    return bytes.clone();
  }

  byte[] raw() {
    return bytes;
  }
}
