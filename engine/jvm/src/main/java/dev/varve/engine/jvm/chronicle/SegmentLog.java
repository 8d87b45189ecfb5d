package dev.varve.engine.jvm.chronicle;

import dev.varve.engine.store.NoSuchLogException;
import dev.varve.engine.store.StoreException;
import java.io.Closeable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The records of a folder's segments as they can be read: all finished ones from the first on, up
 * to the tail or the first damage. Record {@code n} is number {@code n mod 2^bits} of segment
 * {@code n >> bits}. Opens files for reading only. Thread-safe.
 */
final class SegmentLog implements Closeable {
  /** A place to begin reading at: {@code skip} records behind the document at {@code position}. */
  record Place(Path file, long position, int skip) {}

  private final Path folder;
  private final SegmentNames names;
  private final int lastAtOpen;
  private final List<SegmentScan> segments = new ArrayList<>();
  private @Nullable String damage;
  private volatile boolean closed;

  private SegmentLog(Path folder, SegmentNames names, int lastAtOpen) {
    this.folder = folder;
    this.names = names;
    this.lastAtOpen = lastAtOpen;
  }

  /**
   * Throws unless there is a folder with a queue file in it.
   *
   * @throws NoSuchLogException saying what is there instead
   */
  static void requireIn(Path folder) {
    if (!Files.exists(folder)) {
      throw new NoSuchLogException("no log at " + folder + ": there is no such folder");
    }
    if (!Files.isDirectory(folder)) {
      throw new NoSuchLogException("no log at " + folder + ": it is no folder");
    }
    if (!SegmentNames.anyIn(folder)) {
      throw new NoSuchLogException(
          "no log at " + folder + ": the folder has no " + SegmentNames.SUFFIX + " file");
    }
  }

  /**
   * Looks through all segments.
   *
   * @throws NoSuchLogException when there is no log
   * @throws StoreException when not even a beginning can be read
   */
  static SegmentLog open(Path folder) {
    requireIn(folder);
    SegmentNames.Found found = SegmentNames.in(folder);
    if (found == null) {
      throw new NoSuchLogException("no log at " + folder + ": its files have just gone");
    }
    Path first = folder.resolve(found.names().name(0));
    if (!Files.exists(first)) {
      throw new StoreException(first + " is missing, the log's first segment");
    }
    SegmentLog log = new SegmentLog(folder, found.names(), found.files().lastKey());
    boolean opened = false;
    try {
      log.refresh();
      SegmentScan begin = log.segments.get(0);
      if (!begin.isBegun()) {
        throw new StoreException(
            log.damage != null
                ? log.damage
                : first + ": empty, the log's creation was interrupted or the file was truncated");
      }
      opened = true;
      return log;
    } finally {
      if (!opened) {
        log.close();
      }
    }
  }

  SegmentNames names() {
    return names;
  }

  /** What is wrong behind the last readable record, as of the last {@link #refresh}. */
  synchronized @Nullable String damage() {
    return damage;
  }

  /** Looks at what was written since; returns the number of readable records. */
  synchronized long refresh() {
    requireOpen();
    damage = null;
    while (true) {
      int last = segments.size() - 1;
      SegmentScan scan = last < 0 ? null : segments.get(last);
      Path next = folder.resolve(names.name(last + 1));
      // Asked before the segment is looked at: a writer fills a segment before it begins the next.
      boolean goesOn = last + 1 <= lastAtOpen || Files.exists(next);
      if (scan != null) {
        damage = scan.advance();
        if (damage == null && !scan.isFull() && goesOn) {
          damage =
              scan.path()
                  + ": ends after "
                  + scan.count()
                  + " records, expected "
                  + (1 << names.bits())
                  + " before a next segment";
        }
        if (damage != null || !scan.isFull()) {
          return count();
        }
      }
      if (!goesOn) {
        return count();
      }
      if (!Files.exists(next)) {
        damage = next + " is missing, later segments are there";
        return count();
      }
      segments.add(new SegmentScan(names, last + 1, next));
    }
  }

  private long count() {
    int last = segments.size() - 1;
    return last < 0 ? 0 : ((long) last << names.bits()) + segments.get(last).count();
  }

  /** The last segment when it has been named but nothing was ever written to it, else null. */
  synchronized @Nullable Path neverBegun() {
    SegmentScan last = segments.get(segments.size() - 1);
    return last.isBegun() || damage != null ? null : last.path();
  }

  /** What keeps the library from going on behind the last record, or null. */
  synchronized @Nullable String unwritable() {
    SegmentScan last = segments.get(segments.size() - 1);
    return damage != null || !last.isBegun() ? damage : last.unwritable();
  }

  /** Where to begin for a record that {@link #refresh} has counted. */
  synchronized Place place(long record) {
    SegmentScan scan = segments.get(segment(record));
    int within = (int) (record & ((1 << names.bits()) - 1));
    int mark = SegmentScan.markBefore(within);
    return new Place(scan.path(), scan.markAt(within), within - mark);
  }

  /** Everything before this byte of the record's segment is finished. */
  synchronized long end(long record) {
    return segments.get(segment(record)).end();
  }

  int segment(long record) {
    return (int) (record >> names.bits());
  }

  void requireOpen() {
    if (closed) {
      throw new StoreException(folder + " is closed");
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    segments.forEach(SegmentScan::close);
  }
}
