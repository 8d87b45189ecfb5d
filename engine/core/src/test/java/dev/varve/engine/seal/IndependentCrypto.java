package dev.varve.engine.seal;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * The seal written down a second time, from the words of the format's description alone and with
 * nothing of the engine in it: what a stranger's reader would do.
 */
final class IndependentCrypto {
  private IndependentCrypto() {}

  static byte[] join(byte[]... parts) {
    int size = 0;
    for (byte[] part : parts) {
      size += part.length;
    }
    ByteBuffer all = ByteBuffer.allocate(size);
    for (byte[] part : parts) {
      all.put(part);
    }
    return all.array();
  }

  static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  static byte[] hmac(byte[] key, byte[]... parts) throws GeneralSecurityException {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(key, "HmacSHA256"));
    return mac.doFinal(join(parts));
  }

  /** RFC 5869 without a salt, for one block of output. */
  static byte[] hkdf32(byte[] key, byte[] info) throws GeneralSecurityException {
    byte[] pseudorandom = hmac(new byte[32], key);
    return hmac(pseudorandom, info, new byte[] {1});
  }

  static byte[] gcm(int mode, byte[] key, byte[] nonce, byte[] associated, byte[] input)
      throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
    cipher.init(mode, new SecretKeySpec(key, "AES"), new GCMParameterSpec(128, nonce));
    cipher.updateAAD(associated);
    return cipher.doFinal(input);
  }

  /** A wrapped key: nonce (12), ciphertext and tag, the context as additional data. */
  static byte[] unwrap(byte[] key, byte[] wrapped, byte[] context) throws GeneralSecurityException {
    return gcm(
        Cipher.DECRYPT_MODE,
        key,
        Arrays.copyOf(wrapped, 12),
        context,
        Arrays.copyOfRange(wrapped, 12, wrapped.length));
  }

  static byte[] commitment(byte[] commitKey, byte[] nonce, byte[] cbor)
      throws GeneralSecurityException {
    return hmac(hmac(commitKey, nonce), cbor);
  }

  /** version (1), generation (4), nonce (12), commitment (32), ciphertext, tag (16). */
  static byte[] seal(
      byte[] subjectKey, byte[] logId, int generation, byte[] header184, byte[] nonce, byte[] cbor)
      throws GeneralSecurityException {
    byte[] sealKey = hkdf32(subjectKey, join(ascii("varve/1/seal"), logId));
    byte[] commitKey = hkdf32(subjectKey, join(ascii("varve/1/commit"), logId));
    byte[] start = ByteBuffer.allocate(5).put((byte) 1).putInt(generation).array();
    byte[] commitment = commitment(commitKey, nonce, cbor);
    byte[] associated = join(header184, start, commitment);
    return join(
        start, nonce, commitment, gcm(Cipher.ENCRYPT_MODE, sealKey, nonce, associated, cbor));
  }

  static byte[] open(byte[] subjectKey, byte[] logId, byte[] header184, byte[] envelope)
      throws GeneralSecurityException {
    byte[] sealKey = hkdf32(subjectKey, join(ascii("varve/1/seal"), logId));
    byte[] commitKey = hkdf32(subjectKey, join(ascii("varve/1/commit"), logId));
    byte[] start = Arrays.copyOf(envelope, 5);
    byte[] nonce = Arrays.copyOfRange(envelope, 5, 17);
    byte[] commitment = Arrays.copyOfRange(envelope, 17, 49);
    byte[] cbor =
        gcm(
            Cipher.DECRYPT_MODE,
            sealKey,
            nonce,
            join(header184, start, commitment),
            Arrays.copyOfRange(envelope, 49, envelope.length));
    if (!Arrays.equals(commitment, commitment(commitKey, nonce, cbor))) {
      throw new GeneralSecurityException("the commitment does not fit");
    }
    return cbor;
  }
}
