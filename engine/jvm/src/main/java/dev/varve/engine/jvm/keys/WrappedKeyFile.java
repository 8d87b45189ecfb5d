package dev.varve.engine.jvm.keys;

import dev.varve.engine.jvm.disk.DiskSync;
import dev.varve.engine.seal.KeyStoreException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The file {@code kek.wrapped}, big-endian; there as a whole or not at all.
 *
 * <pre>
 *  off  size  field
 *    0     7  "VRVWRAP"
 *    7     1  version, 1
 *    8     4  length n of the wrapped key, 1 to 4096
 *   12     n  key as wrapped
 *  12+n    4  CRC-32 of all before
 * </pre>
 */
final class WrappedKeyFile {
  private static final byte[] MAGIC = {'V', 'R', 'V', 'W', 'R', 'A', 'P', 1};
  private static final int OVERHEAD = 16;
  private static final int MOST = 4096;

  private final Path file;

  WrappedKeyFile(Path file) {
    this.file = file;
  }

  /** The wrapped key, or null when there is no file. */
  byte @Nullable [] read() {
    try {
      if (!Files.exists(file)) {
        return null;
      }
      if (Files.size(file) > OVERHEAD + MOST) {
        throw damaged(Files.size(file) + " bytes");
      }
      return read(Files.readAllBytes(file));
    } catch (IOException e) {
      throw new KeyStoreException("cannot read " + file + ": " + e, e);
    }
  }

  /** The wrapped key in the bytes of a file. */
  byte[] read(byte[] bytes) {
    if (bytes.length <= OVERHEAD || !Arrays.equals(Arrays.copyOf(bytes, MAGIC.length), MAGIC)) {
      throw damaged("another beginning");
    }
    int end = bytes.length - 4;
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    if (buffer.getInt(8) != bytes.length - OVERHEAD
        || buffer.getInt(end) != KeyRow.crc(bytes, 0, end)) {
      throw damaged("a wrong length or check value");
    }
    return Arrays.copyOfRange(bytes, 12, end);
  }

  private KeyStoreException damaged(String found) {
    return new KeyStoreException(file + " is damaged: expected a wrapped key, found " + found);
  }

  /** The bytes of a file with this wrapped key in it. */
  static byte[] bytes(byte[] wrapped) {
    if (wrapped.length < 1 || wrapped.length > MOST) {
      throw new KeyStoreException(
          "a wrapped key has 1 to " + MOST + " bytes, found " + wrapped.length);
    }
    ByteBuffer buffer = ByteBuffer.allocate(OVERHEAD + wrapped.length);
    buffer.put(MAGIC).putInt(wrapped.length).put(wrapped);
    return buffer.putInt(KeyRow.crc(buffer.array(), 0, buffer.position())).array();
  }

  /** Writes the file, its bytes on the disk; its name is for the caller to sync. */
  void write(byte[] wrapped) {
    byte[] bytes = bytes(wrapped);
    Path unfinished = file.resolveSibling(file.getFileName() + ".new");
    try {
      Files.deleteIfExists(unfinished);
      PrivateFiles.create(unfinished, bytes);
      DiskSync.file(unfinished);
      Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new KeyStoreException("cannot write " + file + ": " + e, e);
    }
  }
}
