package dev.varve.engine.seal;

import java.security.GeneralSecurityException;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Wraps with AES-256-GCM under a key held in this process: random nonce (12), ciphertext, tag (16).
 * Used with the key of a key file, and with the key-encryption key for the keys of subjects.
 */
public final class AesGcmKeyWrapper implements KeyWrapper {
  private static final int NONCE = 12;

  private final Crypto crypto;
  private final Cipher cipher;
  private final SecretKeySpec key;

  /** Takes a copy of a 32-byte key. */
  public AesGcmKeyWrapper(Crypto crypto, byte[] key) {
    if (key.length != 32) {
      throw new KeyStoreException("a wrapping key has 32 bytes, found " + key.length);
    }
    this.crypto = crypto;
    this.cipher = crypto.aesGcm();
    this.key = new SecretKeySpec(key, "AES");
  }

  @Override
  public synchronized byte[] wrap(byte[] plain, byte[] context) {
    byte[] nonce = crypto.random(NONCE);
    try {
      cipher.init(Cipher.ENCRYPT_MODE, key, new GCMParameterSpec(128, nonce));
      cipher.updateAAD(context);
      byte[] wrapped = Arrays.copyOf(nonce, NONCE + plain.length + 16);
      cipher.doFinal(plain, 0, plain.length, wrapped, NONCE);
      return wrapped;
    } catch (GeneralSecurityException e) {
      throw new KeyStoreException("cannot wrap a key", e);
    }
  }

  @Override
  public synchronized byte[] unwrap(byte[] wrapped, byte[] context) {
    if (wrapped.length < NONCE + 16) {
      throw new KeyBrokenException(
          "a wrapped key is cut short: " + wrapped.length + " bytes", null);
    }
    try {
      cipher.init(Cipher.DECRYPT_MODE, key, new GCMParameterSpec(128, wrapped, 0, NONCE));
      cipher.updateAAD(context);
      return cipher.doFinal(wrapped, NONCE, wrapped.length - NONCE);
    } catch (GeneralSecurityException e) {
      throw new KeyBrokenException("a wrapped key is not authentic under this wrapping key", e);
    }
  }
}
