package dev.varve.engine.seal;

/**
 * Wraps the one key-encryption key of a log under a key that stays where it is: a Keystore key on a
 * phone, a key file on a JVM.
 *
 * <p>Security guarantees: wrapping is authenticated and bound to {@code context}; unwrapping what
 * was wrapped for another context, by another key, or was changed, fails. Thread-safe.
 */
public interface KeyWrapper {
  /** Wraps {@code key} for {@code context}. */
  byte[] wrap(byte[] key, byte[] context);

  /**
   * Unwraps; the caller wipes the result.
   *
   * @throws KeyBrokenException when the wrapped key was not wrapped so for this context
   * @throws KeyStoreException when it is locked
   */
  byte[] unwrap(byte[] wrapped, byte[] context);
}
