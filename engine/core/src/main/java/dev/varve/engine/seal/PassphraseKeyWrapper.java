package dev.varve.engine.seal;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.Arrays;
import java.util.zip.CRC32;

/**
 * Wraps under a random wrapping key that itself rests wrapped by a passphrase.
 *
 * <pre>
 *  off  size  the wrapping key as it rests, big-endian
 *    0     7  "VRVPASS"
 *    7     1  version, 1
 *    8     1  derivation: 1 = PBKDF2-HMAC-SHA256
 *    9     4  iterations, 100,000 to 10,000,000
 *   13    16  salt, random
 *   29    60  wrapping key: AES-256-GCM under the derived key; nonce (12), key (32), tag (16);
 *             additional data: bytes 0..28
 *   89     4  CRC-32 of bytes 0..88
 * </pre>
 *
 * <p>The passphrase is derived from as UTF-8 of its normal form C, so that one that looks the same
 * is the same on every keyboard.
 *
 * <p>Security guarantees: those of {@link AesGcmKeyWrapper}, against whoever has the bytes and
 * cannot guess the passphrase: each guess costs {@link #ITERATIONS} HMACs. A short passphrase is
 * guessed all the same. The check value finds damage, so that it is told apart from a wrong
 * passphrase; fewer iterations than 100,000 are refused, whoever wrote them. Thread-safe.
 */
public final class PassphraseKeyWrapper implements KeyWrapper {
  /** Iterations of what is written here. */
  public static final int ITERATIONS = 600_000;

  /** Fewest iterations that are accepted. */
  public static final int FEWEST = 100_000;

  /** Bytes of a wrapping key as it rests. */
  public static final int LENGTH = 93;

  /** Longest passphrase, in bytes of UTF-8. */
  public static final int MAX_PASSPHRASE = 1024;

  private static final int MOST = 10_000_000;
  private static final byte[] MAGIC = {'V', 'R', 'V', 'P', 'A', 'S', 'S', 1, 1};
  private static final int ITERATIONS_AT = 9;
  private static final int SALT_AT = 13;
  private static final int WRAPPED_AT = 29;
  private static final int CRC_AT = 89;

  private final AesGcmKeyWrapper wrapper;

  private PassphraseKeyWrapper(AesGcmKeyWrapper wrapper) {
    this.wrapper = wrapper;
  }

  /**
   * Wraps a wrapping key of 32 bytes by a passphrase, as it is to rest.
   *
   * @param passphrase not empty; neither it nor the key is kept, and the caller wipes both
   */
  public static byte[] seal(byte[] key, char[] passphrase, Crypto crypto) {
    return seal(key, passphrase, crypto, ITERATIONS);
  }

  static byte[] seal(byte[] key, char[] passphrase, Crypto crypto, int iterations) {
    byte[] head =
        ByteBuffer.allocate(WRAPPED_AT)
            .put(MAGIC)
            .putInt(iterations)
            .put(crypto.random(16))
            .array();
    byte[] derived = derive(head, passphrase, crypto);
    byte[] wrapped = new AesGcmKeyWrapper(crypto, derived).wrap(key, head);
    Arrays.fill(derived, (byte) 0);
    ByteBuffer out = ByteBuffer.allocate(LENGTH).put(head).put(wrapped);
    return out.putInt(crc(out.array())).array();
  }

  /**
   * Opens what {@link #seal} made.
   *
   * @param place of the bytes, for messages
   * @param passphrase not kept; the caller wipes it
   * @throws WrongPassphraseException when it is another passphrase
   * @throws KeyStoreException when the bytes are damaged, or too easy to guess from
   */
  public static PassphraseKeyWrapper open(
      byte[] resting, String place, char[] passphrase, Crypto crypto) {
    requireWhole(resting, place);
    byte[] head = Arrays.copyOf(resting, WRAPPED_AT);
    byte[] derived = derive(head, passphrase, crypto);
    byte[] key = new byte[0];
    try {
      key =
          new AesGcmKeyWrapper(crypto, derived)
              .unwrap(Arrays.copyOfRange(resting, WRAPPED_AT, CRC_AT), head);
      return new PassphraseKeyWrapper(new AesGcmKeyWrapper(crypto, key));
    } catch (KeyStoreException e) {
      throw new WrongPassphraseException("wrong passphrase for " + place);
    } finally {
      Arrays.fill(derived, (byte) 0);
      Arrays.fill(key, (byte) 0);
    }
  }

  private static void requireWhole(byte[] resting, String place) {
    boolean isWhole =
        resting.length == LENGTH
            && Arrays.equals(Arrays.copyOf(resting, MAGIC.length), MAGIC)
            && ByteBuffer.wrap(resting).getInt(CRC_AT) == crc(resting);
    if (!isWhole) {
      throw new KeyStoreException(
          place + " is damaged: expected " + LENGTH + " bytes of a key wrapped by a passphrase");
    }
    int iterations = ByteBuffer.wrap(resting).getInt(ITERATIONS_AT);
    if (iterations < FEWEST || iterations > MOST) {
      throw new KeyStoreException(
          place + ": " + iterations + " iterations, expected " + FEWEST + " to " + MOST);
    }
  }

  private static byte[] derive(byte[] head, char[] passphrase, Crypto crypto) {
    byte[] password = utf8(passphrase);
    try {
      return new Pbkdf2(crypto.hmacSha256())
          .derive(
              password,
              Arrays.copyOfRange(head, SALT_AT, WRAPPED_AT),
              ByteBuffer.wrap(head).getInt(ITERATIONS_AT));
    } finally {
      Arrays.fill(password, (byte) 0);
    }
  }

  private static byte[] utf8(char[] passphrase) {
    CharBuffer characters = CharBuffer.wrap(passphrase);
    if (!Normalizer.isNormalized(characters, Normalizer.Form.NFC)) {
      characters = CharBuffer.wrap(Normalizer.normalize(characters, Normalizer.Form.NFC));
    }
    byte[] buffer = new byte[Math.multiplyExact(3, characters.remaining())];
    ByteBuffer encoded = ByteBuffer.wrap(buffer);
    CoderResult result = StandardCharsets.UTF_8.newEncoder().encode(characters, encoded, true);
    byte[] bytes = Arrays.copyOf(buffer, encoded.position());
    Arrays.fill(buffer, (byte) 0);
    if (result.isError()) {
      Arrays.fill(bytes, (byte) 0);
      throw new KeyStoreException("a passphrase is text; this one has half a character in it");
    }
    if (bytes.length == 0 || bytes.length > MAX_PASSPHRASE) {
      throw new KeyStoreException(
          "a passphrase has 1 to " + MAX_PASSPHRASE + " bytes, found " + bytes.length);
    }
    return bytes;
  }

  private static int crc(byte[] bytes) {
    CRC32 crc = new CRC32();
    crc.update(bytes, 0, CRC_AT);
    return (int) crc.getValue();
  }

  @Override
  public byte[] wrap(byte[] key, byte[] context) {
    return wrapper.wrap(key, context);
  }

  @Override
  public byte[] unwrap(byte[] wrapped, byte[] context) {
    return wrapper.unwrap(wrapped, context);
  }
}
