package dev.varve.engine.jvm.keys;

import dev.varve.engine.seal.AesGcmKeyWrapper;
import dev.varve.engine.seal.Crypto;
import dev.varve.engine.seal.KeyStoreException;
import dev.varve.engine.seal.KeyWrapper;
import dev.varve.engine.seal.PassphraseKeyWrapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The wrapping key of a keys folder: in {@code wrapping.key} as it is, or in {@code wrapping.pass}
 * as {@link PassphraseKeyWrapper} has it.
 */
final class WrappingKey {
  private static final int LENGTH = 32;

  private final String name;
  private final byte[] content;
  private final KeyWrapper wrapper;

  private WrappingKey(String name, byte[] content, KeyWrapper wrapper) {
    this.name = name;
    this.content = content;
    this.wrapper = wrapper;
  }

  /** A new random key, to rest under a passphrase or, where that is null, as it is. */
  static WrappingKey random(Crypto crypto, char @Nullable [] passphrase) {
    byte[] key = crypto.random(LENGTH);
    KeyWrapper wrapper = new AesGcmKeyWrapper(crypto, key);
    if (passphrase == null) {
      return new WrappingKey(KeyFiles.WRAPPING_KEY, key, wrapper);
    }
    byte[] resting = PassphraseKeyWrapper.seal(key, passphrase, crypto);
    Arrays.fill(key, (byte) 0);
    return new WrappingKey(KeyFiles.WRAPPING_PASS, resting, wrapper);
  }

  /** Name of its file. */
  String name() {
    return name;
  }

  /** Content of its file, until it is wiped; a secret where no passphrase wraps it. */
  byte[] content() {
    return content;
  }

  /** What wraps with it. */
  KeyWrapper wrapper() {
    return wrapper;
  }

  void wipe() {
    Arrays.fill(content, (byte) 0);
  }

  /**
   * What wraps with the key that rests in a file.
   *
   * @throws KeyStoreException when it cannot be read, is damaged, or others may open it
   * @throws dev.varve.engine.seal.WrongPassphraseException when the passphrase is another one
   */
  static KeyWrapper open(Path file, Crypto crypto, PassphraseSource passphrases) {
    if (!String.valueOf(file.getFileName()).equals(KeyFiles.WRAPPING_PASS)) {
      return FileKeyWrapper.open(file, crypto);
    }
    byte[] resting;
    try {
      PrivateFiles.requirePrivate(file);
      resting = Files.readAllBytes(file);
    } catch (IOException e) {
      throw new KeyStoreException("cannot read the key file " + file + ": " + e, e);
    }
    Path folder = file.toAbsolutePath().getParent();
    char[] passphrase = passphrases.of(folder == null ? file : folder);
    try {
      return PassphraseKeyWrapper.open(resting, file.toString(), passphrase, crypto);
    } finally {
      Arrays.fill(passphrase, '\0');
    }
  }
}
