package dev.varve.engine.checkpoint;

import dev.varve.engine.entry.ByteString;
import dev.varve.engine.entry.Hex;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.MessageDigest;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A public key by which signed notes are checked, as C2SP writes it:
 *
 * <pre>
 *  name "+" key id, 8 hex digits "+" base64(type || public key)
 *
 *  type 1  Ed25519     public key: 32 bytes          key id: SHA-256(name || 0x0a || 1 || key)
 *  type 2  ECDSA P-256 public key: DER of the SPKI   key id: SHA-256(key)
 * </pre>
 *
 * <p>The key id is the first four bytes of these. Not secret. Immutable; thread-safe.
 *
 * @see <a href="https://c2sp.org/signed-note">C2SP signed-note</a>
 */
public final class VerifierKey {
  /** What stands before the 32 bytes of an Ed25519 key in its SPKI (RFC 8410). */
  private static final byte[] ED25519_SPKI = Hex.parse("302a300506032b6570032100");

  private static final int MAX_TEXT = 512;

  private final String name;
  private final SignatureAlgorithm algorithm;
  private final byte[] key;
  private final byte[] id;

  private VerifierKey(String name, SignatureAlgorithm algorithm, byte[] key) {
    this.name = name;
    this.algorithm = algorithm;
    this.key = key;
    this.id = id(name, algorithm, key);
  }

  /** The key of a signer: its name and its public key in X.509 encoding (SPKI). */
  public static VerifierKey of(String name, SignatureAlgorithm algorithm, byte[] spki) {
    requireName(name);
    byte[] key = spki.clone();
    if (algorithm == SignatureAlgorithm.ED25519) {
      int prefix = ED25519_SPKI.length;
      if (spki.length != prefix + 32 || !Arrays.equals(ED25519_SPKI, Arrays.copyOf(spki, prefix))) {
        throw new NoteException("this is not the public key of Ed25519");
      }
      key = Arrays.copyOfRange(spki, prefix, spki.length);
    }
    VerifierKey verifier = new VerifierKey(name, algorithm, key);
    if (verifier.publicKey() == null) {
      throw new NoteException("this is no public key of " + algorithm.label());
    }
    return verifier;
  }

  static void requireName(String name) {
    boolean plain = name.chars().allMatch(c -> c > ' ' && c != '+' && c < 0x7f);
    if (name.isEmpty() || name.length() > 255 || !plain) {
      throw new NoteException("a key's name has 1 to 255 characters, no space and no plus");
    }
  }

  /**
   * Reads the text form.
   *
   * @throws NoteException when it is none, or the key id is not that of the key
   */
  public static VerifierKey parse(String text) {
    int first = text.indexOf('+');
    int second = text.indexOf('+', first + 1);
    if (text.length() > MAX_TEXT || first < 0 || second < 0) {
      throw new NoteException("a verifier key is name+id+key, found something else");
    }
    String name = text.substring(0, first);
    requireName(name);
    byte[] typed = Base64Text.parse(text.substring(second + 1), "the key of a verifier key");
    if (typed.length < 33) {
      throw new NoteException("a verifier key's key has 33 bytes and more, found " + typed.length);
    }
    SignatureAlgorithm algorithm = SignatureAlgorithm.ofType(typed[0]);
    byte[] key = Arrays.copyOfRange(typed, 1, typed.length);
    if (algorithm == SignatureAlgorithm.ED25519 && key.length != 32) {
      throw new NoteException("a key of Ed25519 has 32 bytes, found " + key.length);
    }
    VerifierKey verifier = new VerifierKey(name, algorithm, key);
    if (!text.equals(verifier.text())) {
      throw new NoteException("the key id of a verifier key is not that of its key");
    }
    if (verifier.publicKey() == null) {
      throw new NoteException("a verifier key holds no key of " + algorithm.label());
    }
    return verifier;
  }

  private static byte[] id(String name, SignatureAlgorithm algorithm, byte[] key) {
    try {
      MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
      if (algorithm == SignatureAlgorithm.ED25519) {
        sha256.update(name.getBytes(StandardCharsets.UTF_8));
        sha256.update((byte) '\n');
        sha256.update((byte) algorithm.type());
      }
      return Arrays.copyOf(sha256.digest(key), 4);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  private byte[] spki() {
    if (algorithm != SignatureAlgorithm.ED25519) {
      return key;
    }
    byte[] spki = Arrays.copyOf(ED25519_SPKI, ED25519_SPKI.length + key.length);
    System.arraycopy(key, 0, spki, ED25519_SPKI.length, key.length);
    return spki;
  }

  private @Nullable PublicKey publicKey() {
    try {
      KeyFactory factory = KeyFactory.getInstance(algorithm.keyName());
      return factory.generatePublic(new X509EncodedKeySpec(spki()));
    } catch (GeneralSecurityException e) {
      return null;
    }
  }

  /** Who signs: the log, by its id in hex. */
  public String name() {
    return name;
  }

  /** How it signs. */
  public SignatureAlgorithm algorithm() {
    return algorithm;
  }

  /** The key id, four bytes. */
  public ByteString id() {
    return ByteString.of(id);
  }

  /** The text form, which {@link #parse} reads. */
  public String text() {
    byte[] typed = new byte[1 + key.length];
    typed[0] = (byte) algorithm.type();
    System.arraycopy(key, 0, typed, 1, key.length);
    return name + "+" + Hex.of(id) + "+" + Base64Text.of(typed);
  }

  /**
   * Whether a signature over {@code message} is this key's.
   *
   * @throws NoteException when the platform does not have the algorithm
   */
  public boolean verify(byte[] message, byte[] signature) {
    PublicKey publicKey = publicKey();
    if (publicKey == null) {
      throw new NoteException("this platform has no " + algorithm.label());
    }
    Signature verifier;
    try {
      verifier = Signature.getInstance(algorithm.signatureName());
      verifier.initVerify(publicKey);
    } catch (GeneralSecurityException e) {
      throw new NoteException("this platform cannot check " + algorithm.label());
    }
    try {
      verifier.update(message);
      return verifier.verify(signature);
    } catch (GeneralSecurityException e) {
      return false;
    }
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof VerifierKey that && text().equals(that.text());
  }

  @Override
  public int hashCode() {
    return Objects.hash(name, Arrays.hashCode(key));
  }

  @Override
  public String toString() {
    return text();
  }
}
