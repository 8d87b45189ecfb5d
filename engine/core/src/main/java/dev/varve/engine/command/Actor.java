package dev.varve.engine.command;

import dev.varve.engine.entry.Hex;

/**
 * Who writes.
 *
 * @param packageName of the app or program
 * @param certificate SHA-256 of its signing certificate, 64 lower-case hex digits; zeros for none
 * @param pid its process id
 */
public record Actor(String packageName, String certificate, int pid) {
  /** The certificate of a program that is not signed. */
  public static final String NO_CERTIFICATE = "0".repeat(64);

  /** Checks the form. */
  public Actor {
    if (packageName.isEmpty() || packageName.length() > 256) {
      throw new IllegalArgumentException("an actor's package name has 1 to 256 characters");
    }
    if (Hex.parse(certificate).length != 32
        || !certificate.equals(certificate.toLowerCase(java.util.Locale.ROOT))) {
      throw new IllegalArgumentException("an actor's certificate is 64 lower-case hex digits");
    }
    if (pid < 0) {
      throw new IllegalArgumentException("pid " + pid + " is negative");
    }
  }

  /** An actor without a certificate. */
  public static Actor unsigned(String packageName, int pid) {
    return new Actor(packageName, NO_CERTIFICATE, pid);
  }
}
