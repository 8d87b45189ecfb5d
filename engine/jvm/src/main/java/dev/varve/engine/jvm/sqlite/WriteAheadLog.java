package dev.varve.engine.jvm.sqlite;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Looks for commits in a write-ahead log that SQLite will leave out.
 *
 * <p>SQLite takes a frame that does not fit its checksum for the end: what a writer was writing when
 * it died. It says nothing when commits stand behind such a frame, and writes over them. A dying
 * process leaves none there; damage does, and so may a loss of power, of what was never forced.
 *
 * <pre>
 *  off  size  header, 32 bytes, big-endian          off  size  frame header, 24 bytes, big-endian
 *    0     4  377f0682, or ..83: sums big-endian      0     4  number of the page that follows
 *    4     4  version 3007000                         4     4  pages after the commit, or 0
 *    8     4  page size                               8     8  salts of the header
 *   12     4  number of the checkpoint               16     8  sums over the first 8 bytes and the
 *   16     8  salts                                            page, carried on from frame to frame
 *   24     8  sums over the first 24 bytes
 * </pre>
 *
 * <p>Source: the SQLite file format, section 4.
 */
final class WriteAheadLog {
  private static final int MAGIC = 0x377f0682;
  private static final int HEADER = 32;
  private static final int FRAME = 24;
  private static final int SALTS_AT = 16;
  private static final int SUMS_AT = 24;

  /** A longer one, which takes a checkpoint that never came, is not looked through. */
  private static final long MOST = 256L << 20;

  private final ByteBuffer bytes;
  private final int pageSize;
  private final boolean headerSound;

  private WriteAheadLog(ByteBuffer bytes) {
    this.bytes = bytes;
    this.pageSize = bytes.getInt(8);
    this.headerSound = (bytes.getInt(0) & ~1) == MAGIC && sums(0, 0, 24) == bytes.getLong(SUMS_AT);
  }

  /**
   * What is behind the end that SQLite will find, in words that name the file; null when there is no
   * commit there.
   */
  static @Nullable String damage(Path file) throws IOException {
    long size = Files.exists(file) ? Files.size(file) : 0;
    if (size < HEADER + FRAME || size > MOST) {
      return null;
    }
    WriteAheadLog log = new WriteAheadLog(ByteBuffer.wrap(Files.readAllBytes(file)));
    if (log.isUnwritten()) {
      return null;
    }
    if (!log.isPageSize()) {
      return file + " is damaged: there is no page size in its header";
    }
    return log.damage(String.valueOf(file));
  }

  /** The file was made longer and the power lost before its first bytes came. */
  private boolean isUnwritten() {
    for (int at = 0; at < HEADER; at++) {
      if (bytes.get(at) != 0) {
        return false;
      }
    }
    return true;
  }

  private boolean isPageSize() {
    return pageSize >= 512 && pageSize <= 65_536 && Integer.bitCount(pageSize) == 1;
  }

  private @Nullable String damage(String file) {
    int frames = (bytes.capacity() - HEADER) / (FRAME + pageSize);
    int bad = headerSound ? firstBad(frames) : 0;
    int lost = !headerSound && frames > 0 && isCommit(0) ? 1 : 0;
    // The transaction that the bad frame is part of may be one that was never finished.
    boolean isBehind = !headerSound;
    for (int frame = bad; frame < frames; frame++) {
      boolean sound = frame > bad && isOfThisLog(frame) && follows(frame, sumsOf(frame - 1));
      if (sound && isBehind && isCommit(frame)) {
        lost++;
      }
      isBehind |= isOfThisLog(frame) && isCommit(frame);
    }
    return lost == 0
        ? null
        : file
            + " is damaged: "
            + (headerSound ? "frame " + bad : "its header")
            + " does not fit its checksum, and "
            + lost
            + " commits behind it cannot be read";
  }

  private int firstBad(int frames) {
    long sums = bytes.getLong(SUMS_AT);
    for (int frame = 0; frame < frames; frame++) {
      if (!isOfThisLog(frame) || !follows(frame, sums)) {
        return frame;
      }
      sums = sumsOf(frame);
    }
    return frames;
  }

  private int at(int frame) {
    return HEADER + frame * (FRAME + pageSize);
  }

  /** Other salts are those of an earlier log, which a checkpoint has brought into the database. */
  private boolean isOfThisLog(int frame) {
    return headerSound
        ? bytes.getLong(at(frame) + 8) == bytes.getLong(SALTS_AT)
        : bytes.getLong(at(frame) + 8) == bytes.getLong(at(0) + 8);
  }

  private boolean isCommit(int frame) {
    return bytes.getInt(at(frame) + 4) != 0;
  }

  private long sumsOf(int frame) {
    return bytes.getLong(at(frame) + 16);
  }

  private boolean follows(int frame, long before) {
    long sums = sums(before, at(frame), 8);
    return sums(sums, at(frame) + FRAME, pageSize) == sumsOf(frame);
  }

  private long sums(long before, int from, int length) {
    ByteBuffer words = bytes.duplicate();
    words.order((bytes.getInt(0) & 1) == 0 ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
    int first = (int) (before >>> 32);
    int second = (int) before;
    for (int at = from; at < from + length; at += 8) {
      first += words.getInt(at) + second;
      second += words.getInt(at + 4) + first;
    }
    return (long) first << 32 | second & 0xffffffffL;
  }
}
