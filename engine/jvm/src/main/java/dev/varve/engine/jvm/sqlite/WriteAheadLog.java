package dev.varve.engine.jvm.sqlite;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Looks for commits in a write-ahead log that SQLite will leave out.
 *
 * <p>SQLite takes a frame that does not fit its checksum for the end: what a writer was writing
 * when it died. It says nothing when commits stand behind such a frame, and writes over them. A
 * dying process leaves none there; damage does, and so may a loss of power, of what was never
 * forced.
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
  private static final byte[] NOTHING = {};
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
  private final int frames;

  /** Number of frames up to the end that SQLite finds. */
  private final int sound;

  private WriteAheadLog(ByteBuffer bytes) {
    this.bytes = bytes;
    boolean hasHeader = bytes.capacity() >= HEADER;
    this.pageSize = hasHeader ? bytes.getInt(8) : 0;
    this.headerSound =
        hasHeader
            && (bytes.getInt(0) & ~1) == MAGIC
            && isPageSize()
            && sums(0, 0, SUMS_AT) == bytes.getLong(SUMS_AT);
    this.frames = isPageSize() ? (bytes.capacity() - HEADER) / (FRAME + pageSize) : 0;
    this.sound = headerSound ? soundFrames() : 0;
  }

  /** Reads a log; one that is not there is empty. */
  static WriteAheadLog of(Path file) throws IOException {
    boolean isRead = Files.exists(file) && Files.size(file) <= MOST;
    return new WriteAheadLog(ByteBuffer.wrap(isRead ? Files.readAllBytes(file) : NOTHING));
  }

  /** Where the next frame will be written, or the header where there is none. */
  long end() {
    return headerSound ? at(sound) : 0;
  }

  /** What stands in a log where the next frame will be: other bytes mean that one has come. */
  static byte[] beginningAt(Path file, long end) throws IOException {
    byte[] found = new byte[HEADER];
    try (RandomAccessFile opened = new RandomAccessFile(file.toFile(), "r")) {
      opened.seek(end);
      return Arrays.copyOf(found, Math.max(0, opened.read(found)));
    } catch (FileNotFoundException e) {
      return NOTHING;
    }
  }

  /** The file was made longer and the power lost before its first bytes came. */
  private boolean isUnwritten() {
    for (int at = 0; at < Math.min(HEADER, bytes.capacity()); at++) {
      if (bytes.get(at) != 0) {
        return false;
      }
    }
    return true;
  }

  private boolean isPageSize() {
    return pageSize >= 512 && pageSize <= 65_536 && Integer.bitCount(pageSize) == 1;
  }

  /**
   * What is behind the end that SQLite finds, in words that name {@code file}; null when there is
   * no commit there.
   */
  @Nullable String damage(Path file) {
    if (bytes.capacity() < HEADER + FRAME || isUnwritten()) {
      return null;
    }
    if (!isPageSize()) {
      return file + " is damaged: there is no page size in its header";
    }
    int lost = lostCommits();
    return lost == 0
        ? null
        : file
            + " is damaged: "
            + (headerSound ? "frame " + sound : "its header")
            + " does not fit its checksum, and "
            + lost
            + " commits behind it cannot be read";
  }

  private int lostCommits() {
    int lost = !headerSound && frames > 0 && isCommit(0) ? 1 : 0;
    // The transaction that the bad frame is part of may be one that was never finished.
    boolean isBehind = !headerSound;
    for (int frame = sound; frame < frames; frame++) {
      boolean isSound = frame > sound && isOfThisLog(frame) && follows(frame, sumsOf(frame - 1));
      if (isSound && isBehind && isCommit(frame)) {
        lost++;
      }
      isBehind |= isOfThisLog(frame) && isCommit(frame);
    }
    return lost;
  }

  private int soundFrames() {
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
    return ((long) first << 32) | (second & 0xffffffffL);
  }
}
