package dev.varve.jmh;

import dev.varve.engine.entry.EntryHeader;
import dev.varve.engine.seal.Crypto;
import dev.varve.engine.seal.Envelope;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * The cryptography that an entry's format asks for, over bytes of the same lengths, with nothing
 * around it: no log, no header, no store. It takes the same provider as the engine.
 */
@State(Scope.Thread)
public class EntryFloor {
  private static final int NONCE = 12;
  private static final int SEALED_CONTEXT = EntryHeader.SEALED_CONTEXT_SIZE + 1 + 4 + 32;

  private final Crypto crypto = Crypto.platform();
  private final MessageDigest sha256 = crypto.sha256();
  private final Mac hmac = crypto.hmacSha256();
  private final Cipher cipher = crypto.aesGcm();

  private final byte[] header = crypto.random(EntryHeader.HASHED_SIZE);
  private final byte[] payload = crypto.random(BenchedLog.PAYLOAD);
  private final byte[] stored = crypto.random(BenchedLog.PAYLOAD + Envelope.OVERHEAD);
  private final byte[] additional = crypto.random(SEALED_CONTEXT);
  private final SecretKeySpec[] sealKeys = keys("AES");
  private final SecretKeySpec[] commitKeys = keys("HmacSHA256");
  private int turn;

  private SecretKeySpec[] keys(String algorithm) {
    SecretKeySpec[] keys = new SecretKeySpec[BenchedLog.SUBJECTS];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = new SecretKeySpec(crypto.random(32), algorithm);
    }
    return keys;
  }

  byte[] hash() {
    byte[] payloadDigest = sha256.digest(stored);
    // The digest is part of the header that is hashed next, as in an entry.
    System.arraycopy(payloadDigest, 0, header, 184, payloadDigest.length);
    sha256.update((byte) 0);
    return sha256.digest(header);
  }

  byte[] sealAndHash() throws GeneralSecurityException {
    int key = turn++ & (BenchedLog.SUBJECTS - 1);
    byte[] nonce = crypto.random(NONCE);
    hmac.init(commitKeys[key]);
    hmac.init(new SecretKeySpec(hmac.doFinal(nonce), "HmacSHA256"));
    byte[] commitment = hmac.doFinal(payload);
    System.arraycopy(commitment, 0, additional, SEALED_CONTEXT - 32, commitment.length);
    cipher.init(Cipher.ENCRYPT_MODE, sealKeys[key], new GCMParameterSpec(128, nonce));
    cipher.updateAAD(additional);
    cipher.doFinal(payload, 0, payload.length, stored, Envelope.OVERHEAD - 16);
    return hash();
  }
}
