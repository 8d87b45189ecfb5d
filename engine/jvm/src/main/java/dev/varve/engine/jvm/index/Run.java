package dev.varve.engine.jvm.index;

import dev.varve.engine.entry.CommandId;
import dev.varve.engine.store.CommandIndex.Span;
import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A sorted, immutable file of rows, see {@link RunFormat}. In the heap are its filter and the first
 * slot of every page, or of every second, fourth, ... of a long run; the rest is read when it is
 * asked for, by plain reads that no interrupt closes. Not thread-safe.
 */
final class Run implements Closeable {
  /** First slots kept in the heap at most. */
  static final int MAX_FENCES = 1 << 16;

  private final Path path;
  private final RandomAccessFile file;
  private final long from;
  private final long below;
  private final long rows;
  private final byte[] anchor;
  private final int pages;
  private final int stride;
  private final long[] fences;
  private final SlotFilter filter;
  private final byte[] bytes = new byte[RunFormat.PAGE];
  private final ByteBuffer page = ByteBuffer.wrap(bytes);
  private int loaded = -1;

  private Run(Path path, RandomAccessFile file, ByteBuffer header) throws IOException {
    this.path = path;
    this.file = file;
    this.from = header.getLong(8);
    this.below = header.getLong(16);
    this.rows = header.getLong(24);
    this.anchor = new byte[RunFormat.ANCHOR];
    header.get(32, anchor);
    this.pages = header.getInt(64);
    int filterLength = header.getInt(68);
    long start = (pages + 1L) * RunFormat.PAGE;
    long length = start + 8L * pages + filterLength + 4;
    boolean fits =
        path.getFileName().toString().equals(name(from, below))
            && rows > 0
            && pages == RunFormat.pages(rows)
            && filterLength == Integer.highestOneBit(filterLength)
            && filterLength > 0
            && filterLength <= SlotFilter.MAX_BYTES
            && length == file.length()
            && pages < 1 << 27;
    if (!fits) {
      throw new DamagedRunException(path + ": its header does not fit it");
    }
    byte[] behind = new byte[(int) (length - start)];
    file.seek(start);
    file.readFully(behind);
    ByteBuffer view = ByteBuffer.wrap(behind);
    if (view.getInt(behind.length - 4) != RunFormat.check(behind, behind.length - 4)) {
      throw new DamagedRunException(path + ": its index does not match its check value");
    }
    this.stride = strideOf(pages);
    this.fences = new long[(pages + stride - 1) / stride];
    for (int i = 0; i < fences.length; i++) {
      fences[i] = view.getLong(8 * i * stride);
    }
    this.filter = new SlotFilter(Arrays.copyOfRange(behind, 8 * pages, 8 * pages + filterLength));
  }

  private static int strideOf(int pages) {
    int stride = 1;
    while ((pages + stride - 1) / stride > MAX_FENCES) {
      stride <<= 1;
    }
    return stride;
  }

  /** The file name of a run. */
  static String name(long from, long below) {
    return "%016x-%016x.run".formatted(from, below);
  }

  /**
   * Opens a run.
   *
   * @throws IOException when it cannot be read, or is not what was written
   */
  static Run open(Path path) throws IOException {
    RandomAccessFile file = new RandomAccessFile(path.toFile(), "r");
    boolean opened = false;
    try {
      byte[] bytes = new byte[RunFormat.PAGE];
      file.readFully(bytes);
      ByteBuffer header = ByteBuffer.wrap(bytes);
      if (!RunFormat.isSound(bytes)
          || header.getInt(0) != RunFormat.MAGIC
          || header.getInt(4) != RunFormat.FORMAT) {
        throw new DamagedRunException(path + ": not the header of a run");
      }
      Run run = new Run(path, file, header);
      opened = true;
      return run;
    } finally {
      if (!opened) {
        file.close();
      }
    }
  }

  Path path() {
    return path;
  }

  long from() {
    return from;
  }

  long below() {
    return below;
  }

  long rows() {
    return rows;
  }

  /** Hash of the entry before {@link #below}. */
  byte[] anchor() {
    return anchor.clone();
  }

  @Nullable Span find(CommandId id) throws IOException {
    Row row = filter.mayHold(id.high()) ? atOrAfter(id) : null;
    return row != null && row.id().equals(id) ? row.span() : null;
  }

  /** The first id of a slot, or null. */
  @Nullable CommandId inSlot(long slot) throws IOException {
    Row row = filter.mayHold(slot) ? atOrAfter(new CommandId(slot, 0)) : null;
    return row != null && row.id().high() == slot ? row.id() : null;
  }

  /** The row with this id, or the one behind its place. */
  private @Nullable Row atOrAfter(CommandId id) throws IOException {
    // Ids of one slot may begin on the page before the first whose fence is that slot.
    int fence = lastFenceBefore(id.high());
    for (int number = Math.max(0, fence) * stride; number < pages; number++) {
      int count = load(number);
      Row last = Row.at(page, (count - 1) * Row.SIZE);
      if (last.id().compareTo(id) >= 0) {
        return within(id, count);
      }
    }
    return null;
  }

  /** Number of the last fence with a lower slot, or -1. */
  private int lastFenceBefore(long slot) {
    int low = 0;
    int high = fences.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (Long.compareUnsigned(fences[middle], slot) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low - 1;
  }

  private Row within(CommandId id, int count) {
    int low = 0;
    int high = count - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (Row.at(page, middle * Row.SIZE).id().compareTo(id) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return Row.at(page, low * Row.SIZE);
  }

  /** Reads a page and returns the number of its rows. */
  private int load(int number) throws IOException {
    if (loaded != number) {
      loaded = -1;
      file.seek((number + 1L) * RunFormat.PAGE);
      file.readFully(bytes);
      if (!RunFormat.isSound(bytes)
          || page.getInt(RunFormat.TRAILER) != rowsOf(number)
          || page.getInt(RunFormat.TRAILER + 4) != number
          || page.getLong(RunFormat.TRAILER + 8) != from
          || page.getLong(RunFormat.TRAILER + 16) != below) {
        throw new DamagedRunException(path + ": page " + number + " is not what was written");
      }
      loaded = number;
    }
    return rowsOf(number);
  }

  private int rowsOf(int number) {
    return (int) Math.min(RunFormat.ROWS, rows - (long) number * RunFormat.ROWS);
  }

  /** All rows in order; while they are read nothing else may be asked. */
  RunWriter.RowSource rowsInOrder() {
    return new RunWriter.RowSource() {
      private long next;

      @Override
      public @Nullable Row next() throws IOException {
        if (next == rows) {
          return null;
        }
        load((int) (next / RunFormat.ROWS));
        return Row.at(page, (int) (next++ % RunFormat.ROWS) * Row.SIZE);
      }
    };
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
