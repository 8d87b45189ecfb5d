package dev.varve.engine.jvm.chronicle;

import dev.varve.engine.jvm.disk.DiskSync;
import dev.varve.engine.store.DiskFullException;
import dev.varve.engine.store.StoreException;
import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Room on the disk for what the library writes next. The library writes through mappings of sparse
 * files: where the disk is full that costs a signal, late, with a record half done. Hence every
 * page is written here first, by plain writes, which fail cleanly.
 *
 * <pre>
 *  segment file   | index pages, records ........ | zeros ahead ............ | hole
 *                                      position ──┘              reserved ───┘
 * </pre>
 *
 * <p>No byte of a file ever changes by this: what stands where room is reserved is read and written
 * back as it is, which for a hole is zeros. A file for a segment to come is written beside its
 * place, under the segment's name with {@code .new} behind it, and moved there when the segment
 * before is full and on the disk. So a segment that is followed by another one is whole, after a
 * power cut too, and one that has not been begun is never shorter than {@link #BEGINNING}.
 *
 * <p>Used under the writer's lock; not thread-safe.
 */
final class ReservedSpace implements Closeable {
  /** A new segment's file has at least this length, from the moment it has its name. */
  static final int BEGINNING = 4 << 16;

  /** Zeros ahead of the last record, when there is room. */
  static final int AHEAD = 256 << 10;

  /** What the library may write beside a record: an index page, the mark of a segment's end. */
  private static final int MARGIN = 64 << 10;

  /** Where the first record of a segment begins at the latest, behind the first index pages. */
  private static final int FIRST_RECORD = 72 << 10;

  private static final int PAGE = 4096;

  /** Length of the library's table. */
  private static final int TABLE_LENGTH = 1 << 17;

  private static final String UNBEGUN = SegmentNames.SUFFIX + ".new";

  private final Path folder;
  private final SegmentNames names;
  private final TreeMap<Integer, Long> prepared = new TreeMap<>();
  private final byte[] block = new byte[1 << 16];
  private @Nullable RandomAccessFile open;
  private int segment = -1;
  private Path file;
  private long position;
  private long reserved;

  ReservedSpace(Path folder, SegmentNames names) {
    this.folder = folder;
    this.names = names;
    this.file = folder;
  }

  /** Takes away what a dead writer reserved, and makes the library's table anew, all zeros. */
  void reserveTable(Path table) {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*" + UNBEGUN)) {
      for (Path unbegun : files) {
        Files.delete(unbegun);
      }
      Files.deleteIfExists(table);
    } catch (IOException e) {
      throw new StoreException("cannot clear " + folder + ": " + e.getMessage(), e);
    }
    write(table, TABLE_LENGTH);
  }

  /**
   * Goes on in a segment that is there already, before the library opens it.
   *
   * @param index everything before this byte, index pages, is made sure of
   * @param end the first byte behind the last finished record
   */
  void resume(int number, long index, long end) {
    enter(number, end, 0);
    try {
      RandomAccessFile channel = open();
      fill(channel, 0, roundUp(index));
    } catch (IOException e) {
      throw full(file, e);
    }
    reserved = roundUp(end);
    reserve(position);
  }

  private void enter(int number, long end, long reservedTo) {
    close();
    segment = number;
    file = folder.resolve(names.name(number));
    position = Math.max(end, FIRST_RECORD);
    reserved = reservedTo;
  }

  /**
   * Makes sure of the room for records.
   *
   * @param first number of the first of them
   * @throws DiskFullException when there is none; nothing has been changed
   */
  void require(long first, List<byte[]> records) {
    boolean found = false;
    try {
      find(first, records);
      found = true;
    } finally {
      if (!found) {
        // Whoever frees room on a full disk should not see it go to segments that may never come.
        discardPrepared();
      }
    }
  }

  private void find(long first, List<byte[]> records) {
    long end = position;
    int at = segment;
    long number = first;
    for (byte[] record : records) {
      int target = (int) (number >> names.bits());
      if (target != at) {
        reserve(at, end);
        at = target;
        end = FIRST_RECORD;
      }
      end = after(end, number, record.length);
      number++;
    }
    reserve(at, end);
  }

  private void reserve(int number, long end) {
    if (number == segment) {
      reserve(end);
    } else {
      Long length = prepared.get(number);
      if (length == null || end + MARGIN > length) {
        prepare(number, Math.max(BEGINNING, roundUp(end + MARGIN)));
      }
    }
  }

  private void reserve(long end) {
    if (end + MARGIN <= reserved) {
      return;
    }
    long to = roundUp(end + MARGIN + AHEAD);
    try {
      fill(open(), reserved, to);
    } catch (IOException e) {
      throw full(file, e);
    }
    reserved = to;
  }

  /** Where the file ends behind a record, at the latest. */
  private static long after(long at, long number, int length) {
    boolean newIndexPage = number % SegmentRollCycle.INDEXED_BY_PAGE == 0;
    return SegmentFile.after(at, length) + (newIndexPage ? MARGIN : 0);
  }

  private void prepare(int number, long length) {
    write(unbegun(number), length);
    prepared.put(number, length);
  }

  private Path unbegun(int number) {
    return folder.resolve(names.name(number) + ".new");
  }

  /** Makes a file of zeros, or leaves none. */
  private void write(Path path, long length) {
    boolean written = false;
    try (RandomAccessFile channel = new RandomAccessFile(path.toFile(), "rw")) {
      Arrays.fill(block, (byte) 0);
      for (long at = 0; at < length; at += block.length) {
        channel.write(block, 0, (int) Math.min(block.length, length - at));
      }
      written = true;
    } catch (IOException e) {
      throw full(path, e);
    } finally {
      if (!written) {
        delete(path);
      }
    }
  }

  private static void delete(Path path) {
    try {
      Files.deleteIfExists(path);
    } catch (IOException e) {
      throw new StoreException("cannot delete " + path + ": " + e.getMessage(), e);
    }
  }

  /** Writes back what is there. */
  private void fill(RandomAccessFile channel, long from, long to) throws IOException {
    for (long at = from; at < to; at += block.length) {
      int length = (int) Math.min(block.length, to - at);
      channel.seek(at);
      int got = 0;
      while (got < length) {
        int read = channel.read(block, got, length - got);
        if (read < 0) {
          break;
        }
        got += read;
      }
      Arrays.fill(block, got, length, (byte) 0);
      channel.seek(at);
      channel.write(block, 0, length);
    }
  }

  private RandomAccessFile open() throws IOException {
    if (open == null) {
      open = new RandomAccessFile(file.toFile(), "rw");
    }
    return open;
  }

  private static long roundUp(long at) {
    return (at + PAGE - 1) / PAGE * PAGE;
  }

  private static DiskFullException full(Path path, IOException e) {
    return new DiskFullException(
        "cannot make room in " + path + ": " + e.getMessage() + "; nothing was appended", e);
  }

  /** A record was written behind the last one. */
  void wrote(long number, int length) {
    position = after(position, number, length);
  }

  /**
   * Gives a segment's file its name, when the one before is on the disk. Room for it is {@link
   * #require reserved}, or is now.
   */
  void begin(int number) throws IOException {
    Path target = folder.resolve(names.name(number));
    if (!prepared.containsKey(number)) {
      prepare(number, BEGINNING);
    }
    if (Files.exists(target)) {
      throw new StoreException(target + " is there already");
    }
    Path unbegun = unbegun(number);
    DiskSync.file(unbegun);
    Files.move(unbegun, target, StandardCopyOption.ATOMIC_MOVE);
    Long length = prepared.remove(number);
    enter(number, FIRST_RECORD, length == null ? 0 : length);
  }

  /** Bytes of the current segment that are sure of their room. */
  long reserved() {
    return reserved;
  }

  /** Where the next record begins at the latest. */
  long position() {
    return position;
  }

  /** Closes the file and takes away what was reserved for segments that did not come to be. */
  void discard() {
    close();
    discardPrepared();
  }

  private void discardPrepared() {
    for (Integer number : prepared.keySet()) {
      delete(unbegun(number));
    }
    prepared.clear();
  }

  @Override
  public void close() {
    RandomAccessFile channel = open;
    open = null;
    if (channel != null) {
      try {
        channel.close();
      } catch (IOException e) {
        throw new StoreException("cannot close " + file + ": " + e.getMessage(), e);
      }
    }
  }
}
