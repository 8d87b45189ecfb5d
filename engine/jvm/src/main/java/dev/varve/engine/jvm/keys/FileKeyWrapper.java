package dev.varve.engine.jvm.keys;

import dev.varve.engine.jvm.disk.DiskSync;
import dev.varve.engine.seal.AesGcmKeyWrapper;
import dev.varve.engine.seal.Crypto;
import dev.varve.engine.seal.KeyStoreException;
import dev.varve.engine.seal.KeyWrapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Wraps under a key that rests in a file: 32 random bytes, nothing else.
 *
 * <p>Security guarantees: those of {@link AesGcmKeyWrapper}, against whoever cannot read the file.
 * The file is its owner's alone from the moment it exists, and one that others may open is not
 * used. Thread-safe.
 */
public final class FileKeyWrapper implements KeyWrapper {
  private static final int LENGTH = 32;

  private final AesGcmKeyWrapper wrapper;

  private FileKeyWrapper(AesGcmKeyWrapper wrapper) {
    this.wrapper = wrapper;
  }

  /**
   * Makes a new key in a new file, on the disk when this returns.
   *
   * @throws KeyStoreException when there is a file, or it cannot be written
   */
  public static FileKeyWrapper create(Path file, Crypto crypto) {
    byte[] key = crypto.random(LENGTH);
    try {
      PrivateFiles.create(file, key);
      DiskSync.file(file);
      return new FileKeyWrapper(new AesGcmKeyWrapper(crypto, key));
    } catch (IOException e) {
      throw new KeyStoreException("cannot create the key file " + file + ": " + e, e);
    } finally {
      Arrays.fill(key, (byte) 0);
    }
  }

  /**
   * Reads the key of an existing file.
   *
   * @throws KeyStoreException when there is none, it is no key, or others may open it
   */
  public static FileKeyWrapper open(Path file, Crypto crypto) {
    byte[] key = new byte[0];
    try {
      if (!Files.isRegularFile(file)) {
        throw new KeyStoreException("no key file " + file);
      }
      PrivateFiles.requirePrivate(file);
      if (Files.size(file) != LENGTH) {
        throw new KeyStoreException(
            file + " has " + Files.size(file) + " bytes, expected a key of " + LENGTH);
      }
      key = Files.readAllBytes(file);
      return new FileKeyWrapper(new AesGcmKeyWrapper(crypto, key));
    } catch (IOException e) {
      throw new KeyStoreException("cannot read the key file " + file + ": " + e, e);
    } finally {
      Arrays.fill(key, (byte) 0);
    }
  }

  @Override
  public byte[] wrap(byte[] key, byte[] context) {
    return wrapper.wrap(key, context);
  }

  @Override
  public byte[] unwrap(byte[] wrapped, byte[] context) {
    return wrapper.unwrap(wrapped, context);
  }
}
