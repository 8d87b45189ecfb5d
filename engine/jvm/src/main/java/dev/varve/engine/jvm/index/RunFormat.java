package dev.varve.engine.jvm.index;

import java.nio.ByteBuffer;
import java.util.zip.CRC32;

/**
 * The bytes of a run, big-endian.
 *
 * <pre>
 *  header, 2048 bytes            page, 2048 bytes               behind the pages
 *  off size field                off   size field               size field
 *    0    4 "VRVI"                 0   2016 rows of 32 bytes      8k the first slot of every page
 *    4    4 format (1)          2016      4 number of rows         b the filter
 *    8    8 from                2020      4 number of the page     4 CRC-32 of these
 *   16    8 below               2024      8 from
 *   24    8 rows                2032      8 below
 *   32   32 anchor              2040      4 0
 *   64    4 pages k             2044      4 CRC-32 of the page
 *   68    4 bytes of filter b
 * 2044    4 CRC-32 of the header
 * </pre>
 *
 * <p>A run holds every complete command whose last entry has a sequence of {@code from} to {@code
 * below - 1}. The anchor is the hash of the entry before {@code below}: it binds the run to the
 * log's history.
 */
final class RunFormat {
  static final int MAGIC = 0x56525649;
  static final int FORMAT = 1;
  static final int PAGE = 2048;
  static final int ROWS = 63;
  static final int TRAILER = ROWS * Row.SIZE;
  static final int CHECK = PAGE - 4;
  static final int ANCHOR = 32;

  private RunFormat() {}

  /** The check value of a page or header. */
  static int check(byte[] page) {
    return check(page, CHECK);
  }

  static int check(byte[] bytes, int length) {
    CRC32 crc = new CRC32();
    crc.update(bytes, 0, length);
    return (int) crc.getValue();
  }

  static boolean isSound(byte[] page) {
    return ByteBuffer.wrap(page).getInt(CHECK) == check(page);
  }

  static long pages(long rows) {
    return (rows + ROWS - 1) / ROWS;
  }
}
