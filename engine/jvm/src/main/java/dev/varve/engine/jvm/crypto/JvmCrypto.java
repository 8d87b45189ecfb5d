package dev.varve.engine.jvm.crypto;

import dev.varve.engine.seal.Crypto;
import dev.varve.engine.seal.KeyStoreException;
import java.util.Map;
import org.conscrypt.Conscrypt;

/**
 * The providers of MAC and cipher on a JVM. What one seals the other opens: Conscrypt is what
 * Android has. Thread-safe.
 */
public final class JvmCrypto {
  /** The environment variable that names a provider. */
  public static final String VARIABLE = "VARVE_CRYPTO";

  private static final String JDK = "jdk";
  private static final String CONSCRYPT = "conscrypt";

  private JvmCrypto() {}

  /** Conscrypt's provider, made when it is first asked for: that takes a tenth of a second. */
  private static final class Native {
    private static final Crypto CRYPTO = Crypto.of(Conscrypt.newProvider());
  }

  /** The JDK's own providers, in the platform's order. */
  public static Crypto jdk() {
    return Crypto.platform();
  }

  /**
   * Conscrypt.
   *
   * @throws KeyStoreException when it has no native library for this platform
   */
  public static Crypto conscrypt() {
    try {
      return Native.CRYPTO;
    } catch (LinkageError e) {
      throw new KeyStoreException("Conscrypt does not work on this platform; use the JDK's", e);
    }
  }

  /**
   * The one that the environment names, else the JDK's.
   *
   * @throws KeyStoreException when it names another
   */
  public static Crypto of(Map<String, String> environment) {
    String name = environment.getOrDefault(VARIABLE, "");
    if (name.isEmpty() || name.equals(JDK)) {
      return jdk();
    }
    if (name.equals(CONSCRYPT)) {
      return conscrypt();
    }
    throw new KeyStoreException(VARIABLE + " is " + JDK + " or " + CONSCRYPT + ", found " + name);
  }
}
