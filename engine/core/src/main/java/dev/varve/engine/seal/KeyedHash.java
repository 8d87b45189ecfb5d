package dev.varve.engine.seal;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.InvalidKeyException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * HMAC-SHA256 under a key of the log: equal inputs give equal hashes within one log, and nobody
 * without the key can test a guess. Not thread-safe.
 */
public final class KeyedHash {
  private final Mac mac;

  KeyedHash(Mac mac, SecretKeySpec key) {
    this.mac = mac;
    try {
      mac.init(key);
    } catch (InvalidKeyException e) {
      throw new KeyStoreException("HMAC refuses its key", e);
    }
  }

  /** Goes on with more input. */
  public KeyedHash update(byte[] bytes) {
    mac.update(bytes);
    return this;
  }

  /**
   * Goes on with the length of the bytes (4, big-endian) and the bytes, so that parts cannot shift.
   */
  public KeyedHash updatePart(byte[] bytes) {
    mac.update(ByteBuffer.allocate(4).putInt(bytes.length).array());
    mac.update(bytes);
    return this;
  }

  /** The 32-byte hash of everything since the last one. */
  public byte[] finish() {
    return mac.doFinal();
  }

  /** The hash of a text in UTF-8, alone. */
  public byte[] of(String text) {
    mac.reset();
    mac.update(text.getBytes(StandardCharsets.UTF_8));
    return mac.doFinal();
  }
}
