package dev.varve.engine.seal;

import java.security.InvalidKeyException;
import java.util.Arrays;
import javax.crypto.Mac;
import javax.crypto.ShortBufferException;
import javax.crypto.spec.SecretKeySpec;

/**
 * PBKDF2 with HMAC-SHA256 (RFC 8018, section 5.2), over bytes: how a platform's own one turns
 * characters into bytes differs. Yields one block of 32 bytes. Not thread-safe.
 */
final class Pbkdf2 {
  private static final int BLOCK = 32;

  private final Mac mac;

  Pbkdf2(Mac hmacSha256) {
    this.mac = hmacSha256;
  }

  /** The first 32 bytes; the caller wipes them, and the password. */
  byte[] derive(byte[] password, byte[] salt, int iterations) {
    byte[] block = new byte[BLOCK];
    try {
      mac.init(new SecretKeySpec(password, "HmacSHA256"));
      mac.update(salt);
      mac.update(new byte[] {0, 0, 0, 1});
      mac.doFinal(block, 0);
      byte[] sum = block.clone();
      for (int i = 1; i < iterations; i++) {
        mac.update(block);
        mac.doFinal(block, 0);
        for (int j = 0; j < BLOCK; j++) {
          sum[j] ^= block[j];
        }
      }
      return sum;
    } catch (InvalidKeyException | ShortBufferException e) {
      throw new KeyStoreException("HMAC refuses a passphrase", e);
    } finally {
      Arrays.fill(block, (byte) 0);
    }
  }
}
