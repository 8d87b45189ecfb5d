package dev.varve.engine.seal;

import dev.varve.engine.entry.SubjectId;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Seals CBOR into an {@link Envelope} and opens it again.
 *
 * <p>Security guarantees: AES-256-GCM with a random nonce under the subject's key; bound to its
 * entry by header bytes 0..183 as additional data, so that a payload moved to another entry does
 * not open; the commitment, itself additional data, is recomputed and compared at every opening, so
 * that one envelope cannot be opened to two contents.
 *
 * <p>Not thread-safe: it reuses cipher and MAC. Make one a thread.
 */
public final class PayloadSealer {
  private final KeyRing keys;
  private final Cipher cipher;
  private final Mac mac;

  /** A sealer with the keys of one log. */
  public PayloadSealer(KeyRing keys) {
    this.keys = keys;
    this.cipher = keys.crypto().aesGcm();
    this.mac = keys.crypto().hmacSha256();
  }

  KeyRing keys() {
    return keys;
  }

  /**
   * Seals.
   *
   * @param context header bytes 0..183 of the entry
   * @throws KeyStoreException when there is no such generation
   */
  public byte[] seal(byte[] context, SubjectId subject, int generation, byte[] cbor) {
    KeyRing.EnvelopeKeys open = keys.envelopeKeys(subject, generation);
    if (open == null) {
      throw new KeyStoreException("no key of generation " + generation + " of subject " + subject);
    }
    byte[] nonce = keys.crypto().random(Envelope.NONCE);
    ByteBuffer out = ByteBuffer.allocate(cbor.length + Envelope.OVERHEAD);
    out.put((byte) Envelope.VERSION).putInt(generation).put(nonce);
    try {
      out.put(commitment(open, nonce, cbor));
      byte[] envelope = out.array();
      cipher.init(Cipher.ENCRYPT_MODE, open.seal(), new GCMParameterSpec(128, nonce));
      associate(context, envelope);
      cipher.doFinal(cbor, 0, cbor.length, envelope, Envelope.CIPHERTEXT_AT);
      return envelope;
    } catch (GeneralSecurityException e) {
      throw new KeyStoreException("cannot seal a payload", e);
    }
  }

  /**
   * Opens.
   *
   * @param context header bytes 0..183 of the entry
   * @return the CBOR, or null when the key of that generation is not there (erased)
   * @throws SealBrokenException when the envelope is not what was sealed for this context
   */
  public byte @Nullable [] open(byte[] context, SubjectId subject, Envelope envelope) {
    KeyRing.EnvelopeKeys open = keys.envelopeKeys(subject, envelope.generation());
    if (open == null) {
      return null;
    }
    byte[] bytes = envelope.raw();
    try {
      cipher.init(
          Cipher.DECRYPT_MODE,
          open.seal(),
          new GCMParameterSpec(128, bytes, Envelope.NONCE_AT, Envelope.NONCE));
      associate(context, bytes);
      byte[] cbor =
          cipher.doFinal(bytes, Envelope.CIPHERTEXT_AT, bytes.length - Envelope.CIPHERTEXT_AT);
      byte[] nonce = java.util.Arrays.copyOfRange(bytes, Envelope.NONCE_AT, Envelope.COMMITMENT_AT);
      if (!MessageDigest.isEqual(commitment(open, nonce, cbor), envelope.commitment())) {
        throw new SealBrokenException("the commitment of a payload does not fit its content", null);
      }
      return cbor;
    } catch (GeneralSecurityException e) {
      throw new SealBrokenException("a payload is not authentic where it stands", e);
    }
  }

  /**
   * What lets somebody without a key check the commitment of an envelope that was opened here:
   * HMAC(commit key, nonce). It says nothing about any other envelope.
   *
   * @return 32 bytes, or null when the key of that generation is not there (erased)
   */
  public byte @Nullable [] commitmentKey(SubjectId subject, Envelope envelope) {
    KeyRing.EnvelopeKeys open = keys.envelopeKeys(subject, envelope.generation());
    if (open == null) {
      return null;
    }
    try {
      mac.init(open.commit());
      return mac.doFinal(
          java.util.Arrays.copyOfRange(envelope.raw(), Envelope.NONCE_AT, Envelope.COMMITMENT_AT));
    } catch (GeneralSecurityException e) {
      throw new KeyStoreException("cannot open a commitment", e);
    }
  }

  private byte[] commitment(KeyRing.EnvelopeKeys open, byte[] nonce, byte[] cbor)
      throws GeneralSecurityException {
    mac.init(open.commit());
    byte[] r = mac.doFinal(nonce);
    mac.init(new SecretKeySpec(r, "HmacSHA256"));
    return mac.doFinal(cbor);
  }

  private void associate(byte[] context, byte[] envelope) {
    cipher.updateAAD(context);
    cipher.updateAAD(envelope, 0, Envelope.NONCE_AT);
    cipher.updateAAD(envelope, Envelope.COMMITMENT_AT, Envelope.COMMITMENT);
  }
}
