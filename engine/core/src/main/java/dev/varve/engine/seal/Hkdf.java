package dev.varve.engine.seal;

import java.security.InvalidKeyException;
import java.util.Arrays;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** HKDF-SHA256 (RFC 5869) over a {@link Mac}. Not thread-safe. */
final class Hkdf {
  private static final int HASH = 32;

  private final Mac mac;

  Hkdf(Mac hmacSha256) {
    this.mac = hmacSha256;
  }

  /** Extract, then expand; an empty salt stands for 32 zero bytes. At most 8,160 bytes. */
  byte[] derive(byte[] salt, byte[] key, byte[] info, int length) {
    if (length < 1 || length > 255 * HASH) {
      throw new IllegalArgumentException("HKDF yields 1 to 8160 bytes, asked for " + length);
    }
    byte[] pseudorandom = hmac(salt.length == 0 ? new byte[HASH] : salt, key);
    byte[] okm = new byte[length];
    byte[] block = new byte[0];
    for (int i = 1, at = 0; at < length; i++, at += HASH) {
      block = hmac(pseudorandom, block, info, new byte[] {(byte) i});
      System.arraycopy(block, 0, okm, at, Math.min(HASH, length - at));
    }
    Arrays.fill(pseudorandom, (byte) 0);
    Arrays.fill(block, (byte) 0);
    return okm;
  }

  private byte[] hmac(byte[] key, byte[]... parts) {
    try {
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
    } catch (InvalidKeyException e) {
      throw new KeyStoreException("HMAC refuses a key of " + key.length + " bytes", e);
    }
    for (byte[] part : parts) {
      mac.update(part);
    }
    return mac.doFinal();
  }
}
