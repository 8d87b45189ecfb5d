package dev.varve.engine.jvm.index;

import dev.varve.engine.jvm.disk.DiskSync;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Writes one run beside its place, and moves it there when it is whole. Not thread-safe. */
final class RunWriter implements Closeable {
  private final Path unfinished;
  private final OutputStream out;
  private final long from;
  private final long below;
  private final SlotFilter filter;
  private final byte[] filterBits;
  private final ByteBuffer page = ByteBuffer.allocate(RunFormat.PAGE);
  private ByteBuffer slots = ByteBuffer.allocate(8 * 1024);
  private long rows;
  private int inPage;

  /**
   * Begins a run.
   *
   * @param mostRows of this many at most
   */
  RunWriter(Path folder, long from, long below, long mostRows) throws IOException {
    this.unfinished = folder.resolve("run.new");
    this.from = from;
    this.below = below;
    this.filterBits = new byte[SlotFilter.bytesFor(mostRows)];
    this.filter = new SlotFilter(filterBits);
    this.out = new BufferedOutputStream(Files.newOutputStream(unfinished), 1 << 16);
    out.write(new byte[RunFormat.PAGE]);
  }

  /** The next row, in order. */
  void add(Row row) throws IOException {
    if (inPage == 0) {
      if (!slots.hasRemaining()) {
        slots.flip();
        slots = ByteBuffer.allocate(slots.capacity() * 2).put(slots);
      }
      slots.putLong(row.id().high());
    }
    row.put(page);
    filter.add(row.id().high());
    rows++;
    if (++inPage == RunFormat.ROWS) {
      endPage();
    }
  }

  private void endPage() throws IOException {
    Arrays.fill(page.array(), page.position(), RunFormat.PAGE, (byte) 0);
    page.position(RunFormat.TRAILER);
    page.putInt(inPage).putInt((int) RunFormat.pages(rows) - 1).putLong(from).putLong(below);
    page.putInt(RunFormat.CHECK, RunFormat.check(page.array()));
    out.write(page.array());
    page.clear();
    inPage = 0;
  }

  /** Ends the run and gives the file its name. */
  Path finish(byte[] anchor) throws IOException {
    if (inPage > 0) {
      endPage();
    }
    byte[] behind = new byte[slots.position() + filterBits.length];
    System.arraycopy(slots.array(), 0, behind, 0, slots.position());
    System.arraycopy(filterBits, 0, behind, slots.position(), filterBits.length);
    out.write(behind);
    out.write(ByteBuffer.allocate(4).putInt(RunFormat.check(behind, behind.length)).array());
    out.close();
    ByteBuffer header = ByteBuffer.allocate(RunFormat.PAGE);
    header.putInt(RunFormat.MAGIC).putInt(RunFormat.FORMAT);
    header.putLong(from).putLong(below).putLong(rows).put(anchor);
    header.putInt((int) RunFormat.pages(rows)).putInt(filterBits.length);
    header.putInt(RunFormat.CHECK, RunFormat.check(header.array()));
    try (RandomAccessFile file = new RandomAccessFile(unfinished.toFile(), "rw")) {
      file.write(header.array());
    }
    DiskSync.file(unfinished);
    Path path = unfinished.resolveSibling(Run.name(from, below));
    return Files.move(unfinished, path, StandardCopyOption.ATOMIC_MOVE);
  }

  /** Takes away what was not finished. */
  @Override
  public void close() throws IOException {
    try {
      out.close();
    } finally {
      Files.deleteIfExists(unfinished);
    }
  }

  /** The number of rows so far. */
  long rows() {
    return rows;
  }

  /** Writes rows of one or two sources, in order, each id once; the second source has priority. */
  static Path merge(RunWriter writer, RowSource older, RowSource newer, byte[] anchor)
      throws IOException {
    Row a = older.next();
    Row b = newer.next();
    while (a != null || b != null) {
      int order = a == null ? 1 : b == null ? -1 : a.id().compareTo(b.id());
      writer.add(pick(order < 0 ? a : b));
      if (order <= 0) {
        a = older.next();
      }
      if (order >= 0) {
        b = newer.next();
      }
    }
    return writer.finish(anchor);
  }

  private static Row pick(@Nullable Row row) {
    if (row == null) {
      throw new IllegalStateException("no row");
    }
    return row;
  }

  /** Rows in order. */
  interface RowSource {
    /** The next one, or null. */
    @Nullable Row next() throws IOException;
  }
}
