package dev.varve.engine.seal;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.Provider;
import java.security.SecureRandom;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import org.jspecify.annotations.Nullable;

/**
 * The one seam through which the algorithms of keys come: the platform's preferred provider, or a
 * given one. Digests are always the platform's: they are part of the entry, not of a choice. No
 * other class names a provider. Thread-safe; the objects it hands out are not.
 */
public final class Crypto {
  private static final Crypto PLATFORM = new Crypto(null);

  private final @Nullable Provider provider;
  private final SecureRandom random = new SecureRandom();

  private Crypto(@Nullable Provider provider) {
    this.provider = provider;
  }

  /** The platform's own order of providers. */
  public static Crypto platform() {
    return PLATFORM;
  }

  /** One given provider for MAC and cipher. */
  public static Crypto of(Provider provider) {
    return new Crypto(provider);
  }

  /** A new SHA-256 of the platform. */
  public MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (GeneralSecurityException e) {
      throw missing("SHA-256", e);
    }
  }

  /** A new HMAC-SHA256, without a key. */
  public Mac hmacSha256() {
    try {
      return provider == null
          ? Mac.getInstance("HmacSHA256")
          : Mac.getInstance("HmacSHA256", provider);
    } catch (GeneralSecurityException e) {
      throw missing("HmacSHA256", e);
    }
  }

  /** A new AES-GCM cipher, not initialised. */
  public Cipher aesGcm() {
    try {
      return provider == null
          ? Cipher.getInstance("AES/GCM/NoPadding")
          : Cipher.getInstance("AES/GCM/NoPadding", provider);
    } catch (GeneralSecurityException e) {
      throw missing("AES/GCM/NoPadding", e);
    }
  }

  /** Fresh random bytes from the platform's generator. */
  public byte[] random(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  private KeyStoreException missing(String algorithm, GeneralSecurityException e) {
    return new KeyStoreException(
        algorithm
            + " is not to be had from "
            + (provider == null ? "this platform" : provider.getName()),
        e);
  }
}
