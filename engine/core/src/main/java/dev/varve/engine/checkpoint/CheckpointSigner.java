package dev.varve.engine.checkpoint;

/**
 * Whoever holds the key that signs a log's checkpoints: a key file on a JVM, the Keystore on a
 * phone. Thread-safe.
 *
 * <p>Security guarantees: the private key never leaves it; a signature is made of the very bytes
 * that were given.
 */
public interface CheckpointSigner {
  /** The key that its signatures are checked with. */
  VerifierKey verifierKey();

  /**
   * Signs a note's text.
   *
   * @throws dev.varve.engine.VarveException when the key cannot be used now
   */
  byte[] sign(byte[] text);
}
