package dev.varve.engine.checkpoint;

import dev.varve.engine.entry.LogId;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;

/** Signs with a key in the heap. */
public final class TestSigner implements CheckpointSigner {
  private final KeyPair pair;
  private final VerifierKey key;

  private TestSigner(KeyPair pair, VerifierKey key) {
    this.pair = pair;
    this.key = key;
  }

  public static TestSigner of(LogId log, SignatureAlgorithm algorithm) {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance(algorithm.keyName());
      if (algorithm == SignatureAlgorithm.ECDSA_P256) {
        generator.initialize(new ECGenParameterSpec("secp256r1"));
      }
      KeyPair pair = generator.generateKeyPair();
      return new TestSigner(
          pair, VerifierKey.of(log.hex(), algorithm, pair.getPublic().getEncoded()));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public VerifierKey verifierKey() {
    return key;
  }

  @Override
  public byte[] sign(byte[] text) {
    try {
      Signature signature = Signature.getInstance(key.algorithm().signatureName());
      signature.initSign(pair.getPrivate());
      signature.update(text);
      return signature.sign();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
