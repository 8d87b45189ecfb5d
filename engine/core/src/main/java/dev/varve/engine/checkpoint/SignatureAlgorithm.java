package dev.varve.engine.checkpoint;

/** How checkpoints are signed; the numbers are those of C2SP's signed notes. */
public enum SignatureAlgorithm {
  /** Ed25519 (RFC 8032). */
  ED25519(1, "ed25519", "Ed25519", "Ed25519"),
  /** ECDSA on P-256 with SHA-256, signatures in ASN.1 DER. */
  ECDSA_P256(2, "ecdsa-p256", "SHA256withECDSA", "EC");

  private final int type;
  private final String label;
  private final String signature;
  private final String keys;

  SignatureAlgorithm(int type, String label, String signature, String keys) {
    this.type = type;
    this.label = label;
    this.signature = signature;
    this.keys = keys;
  }

  /** The type byte in keys. */
  public int type() {
    return type;
  }

  /** The name on a command line. */
  public String label() {
    return label;
  }

  /** The name that {@link java.security.Signature} knows it by. */
  public String signatureName() {
    return signature;
  }

  /** The name that {@link java.security.KeyFactory} knows its keys by. */
  public String keyName() {
    return keys;
  }

  /**
   * The algorithm of a type byte.
   *
   * @throws NoteException when it is of none
   */
  public static SignatureAlgorithm ofType(int type) {
    for (SignatureAlgorithm algorithm : values()) {
      if (algorithm.type == type) {
        return algorithm;
      }
    }
    throw new NoteException("signature type " + type + " is not known here");
  }
}
