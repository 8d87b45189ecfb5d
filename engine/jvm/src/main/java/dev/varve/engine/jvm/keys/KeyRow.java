package dev.varve.engine.jvm.keys;

import dev.varve.engine.entry.ByteString;
import dev.varve.engine.entry.SubjectId;
import dev.varve.engine.seal.KeyStoreException;
import dev.varve.engine.seal.SubjectKeyStore.Row;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32;

/**
 * The bytes of {@code subjects.keys}, big-endian.
 *
 * <pre>
 *  off  size  header
 *    0     7  "VRVKEYS"
 *    7     1  version, 1
 *    8     4  bytes in a row, 84
 *   12     4  CRC-32 of bytes 0..11
 *
 *  off  size  row, one behind the other
 *    0    16  subject id
 *   16     4  generation
 *   20    60  wrapped key: nonce (12), key (32), tag (16); zeros once it was destroyed
 *   80     4  CRC-32 of bytes 0..79
 * </pre>
 *
 * The check values find damage, not forgery: a forged row does not unwrap.
 */
final class KeyRow {
  static final int HEADER = 16;
  static final int LENGTH = 84;
  static final int WRAPPED = 60;

  private static final int CHECKED = LENGTH - 4;
  private static final byte[] MAGIC = {'V', 'R', 'V', 'K', 'E', 'Y', 'S', 1};

  private KeyRow() {}

  /** The header of a file. */
  static byte[] header() {
    ByteBuffer header = ByteBuffer.allocate(HEADER).put(MAGIC).putInt(LENGTH);
    return header.putInt(crc(header.array(), 0, HEADER - 4)).array();
  }

  /** Whether a file begins as it has to. */
  static boolean isHeader(byte[] bytes) {
    return Arrays.equals(bytes, header());
  }

  /** The bytes of a row. */
  static byte[] of(Row row) {
    if (!row.isDestroyed() && row.wrapped().length() != WRAPPED) {
      throw new KeyStoreException(
          "a wrapped key has " + WRAPPED + " bytes, found " + row.wrapped().length());
    }
    if (row.generation() < 0) {
      throw new KeyStoreException("a generation is 0 or more, found " + row.generation());
    }
    byte[] bytes = new byte[LENGTH];
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    buffer.put(row.subject().toBytes()).putInt(row.generation()).put(row.wrapped().toBytes());
    buffer.putInt(CHECKED, crc(bytes, 0, CHECKED));
    return bytes;
  }

  /** Whether the row at {@code at} is whole. */
  static boolean isWhole(byte[] bytes, int at) {
    return ByteBuffer.wrap(bytes).getInt(at + CHECKED) == crc(bytes, at, CHECKED)
        && ByteBuffer.wrap(bytes).getInt(at + 16) >= 0;
  }

  /** The whole row at {@code at}. */
  static Row read(byte[] bytes, int at) {
    byte[] row = Arrays.copyOfRange(bytes, at, at + CHECKED);
    byte[] wrapped = Arrays.copyOfRange(row, 20, CHECKED);
    SubjectId subject = SubjectId.of(row);
    int generation = ByteBuffer.wrap(row).getInt(16);
    return Arrays.equals(wrapped, new byte[WRAPPED])
        ? Row.destroyed(subject, generation)
        : new Row(subject, generation, ByteString.of(wrapped));
  }

  /**
   * Whether a row that is not whole was never finished: after a loss of power a file can be longer
   * than what reached it, and the rest is zeros.
   */
  static boolean isUnfinished(byte[] bytes, int at) {
    for (int i = at + CHECKED; i < bytes.length; i++) {
      if (bytes[i] != 0) {
        return false;
      }
    }
    return true;
  }

  static int crc(byte[] bytes, int from, int length) {
    CRC32 crc = new CRC32();
    crc.update(bytes, from, length);
    return (int) crc.getValue();
  }
}
