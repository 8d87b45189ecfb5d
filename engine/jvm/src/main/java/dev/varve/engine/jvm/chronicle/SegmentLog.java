package dev.varve.engine.jvm.chronicle;

import dev.varve.engine.store.NoSuchLogException;
import dev.varve.engine.store.StoreException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The records of a folder's segments as they can be read. Record {@code n} is number {@code n mod
 * 2^bits} of segment {@code n >> bits}. Opens files for reading only. Thread-safe.
 *
 * <p>Only the last segment is looked through, so that opening costs the same however long the log
 * is. A segment that is followed by another one is on the disk before that one begins: it is taken
 * as full when its file begins as it should, and whoever reads there finds out otherwise. A file
 * that is missing or does not begin so is damage at once.
 */
final class SegmentLog implements Closeable {
  /** A place to begin reading at: {@code skip} records behind the document at {@code position}. */
  record Place(Path file, long position, int skip) {}

  private final Path folder;
  private final SegmentNames names;

  /** Of all segments but the last only what somebody has read of them was looked through. */
  private final List<SegmentScan> segments = new ArrayList<>();

  /** Where the records end before the last segment, or null. */
  private final @Nullable Gap gap;

  private @Nullable String damage;
  private volatile boolean closed;

  private SegmentLog(Path folder, SegmentNames names, int last) {
    this.folder = folder;
    this.names = names;
    Gap found = null;
    for (int number = 0; number < last && found == null; number++) {
      found = look(number);
    }
    gap = found;
    if (found == null) {
      segments.add(new SegmentScan(names, last, path(last)));
    }
  }

  /** A segment that others follow and that cannot be read at all. */
  private record Gap(long before, String damage) {}

  private @Nullable Gap look(int number) {
    Path path = path(number);
    String wrong;
    if (!Files.exists(path)) {
      wrong =
          path
              + " is missing, "
              + (number == 0 ? "the log's first segment" : "later segments are there");
    } else {
      SegmentScan scan = new SegmentScan(names, number, path);
      segments.add(scan);
      wrong = scan.begin();
      scan.close();
      if (wrong == null && !scan.isBegun()) {
        wrong = scan.endsTooSoon();
      }
    }
    return wrong == null ? null : new Gap((long) number << names.bits(), wrong);
  }

  private Path path(int number) {
    return folder.resolve(names.name(number));
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
   * Looks through the last segment.
   *
   * @throws NoSuchLogException when there is no log
   * @throws StoreException when not even a beginning can be read
   */
  static SegmentLog open(Path folder) {
    SegmentLog log = openDamaged(folder);
    String wrong = log.missingBeginning();
    if (wrong != null) {
      log.close();
      throw new StoreException(wrong);
    }
    return log;
  }

  /**
   * The same, also of a log whose beginning cannot be read: it has no readable record then.
   *
   * @throws NoSuchLogException when there is no log
   * @throws StoreException when the folder holds a queue that is not ours
   */
  static SegmentLog openDamaged(Path folder) {
    requireIn(folder);
    SegmentNames.Found found = SegmentNames.in(folder);
    if (found == null) {
      throw new NoSuchLogException("no log at " + folder + ": its files have just gone");
    }
    SegmentLog log = new SegmentLog(folder, found.names(), found.files().lastKey());
    boolean opened = false;
    try {
      log.refresh();
      opened = true;
      return log;
    } finally {
      if (!opened) {
        log.close();
      }
    }
  }

  /** Why there is no record at all, or null when the first segment has begun. */
  private synchronized @Nullable String missingBeginning() {
    if (!segments.isEmpty() && segments.get(0).isBegun()) {
      return null;
    }
    return damage != null
        ? damage
        : path(0) + ": empty, the log's creation was interrupted or the file was truncated";
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
    if (gap != null) {
      damage = gap.damage();
      return gap.before();
    }
    while (true) {
      SegmentScan last = last();
      Path next = path(last.segment() + 1);
      // Asked before the segment is looked at: a writer fills a segment before it begins the next.
      boolean goesOn = Files.exists(next);
      damage = last.advance();
      if (damage == null && !last.isFull() && goesOn) {
        damage = last.endsTooSoon();
      }
      if (damage != null || !last.isFull() || !goesOn) {
        return size();
      }
      segments.add(new SegmentScan(names, last.segment() + 1, next));
    }
  }

  /** The number of readable records, as of the last {@link #refresh}. */
  synchronized long size() {
    return gap != null ? gap.before() : ((long) last().segment() << names.bits()) + last().count();
  }

  private SegmentScan last() {
    return segments.get(segments.size() - 1);
  }

  /**
   * Deletes the last segment when it has been named but nothing was ever written to it: a writer
   * died in the middle of a roll, and the library would wait for it to finish.
   */
  synchronized void deleteNeverBegun() throws IOException {
    SegmentScan last = last();
    if (damage == null && !last.isBegun()) {
      last.close();
      Files.deleteIfExists(last.path());
    }
  }

  /** What keeps the library from going on behind the last record, or null. */
  synchronized @Nullable String unwritable() {
    if (damage != null) {
      return damage;
    }
    SegmentScan last = last();
    if (last.isBegun()) {
      return last.unwritable();
    }
    // Nothing stands in the last one, so it is the one before that goes on or has to be full.
    return last.segment() == 0 ? missingBeginning() : segments.get(last.segment() - 1).complete();
  }

  /** Where a writer goes on behind the last record. */
  synchronized QueueWriter.Tail tail() {
    SegmentScan last = last();
    long size = ((long) last.segment() << names.bits()) + last.count();
    return last.isFull() || !last.isBegun()
        ? new QueueWriter.Tail(size, false, 0, 0, 0)
        : new QueueWriter.Tail(size, true, last.metadataEnd(), last.end(), last.unknownFirst());
  }

  /**
   * Where to begin for a record that {@link #refresh} has counted.
   *
   * @throws StoreException when it turns out not to be there
   */
  synchronized Place place(long record) {
    requireOpen();
    SegmentScan scan = segments.get(segment(record));
    int within = (int) (record & ((1 << names.bits()) - 1));
    String wrong = scan.reach(within);
    if (wrong != null) {
      throw new StoreException("cannot read record " + record + ": " + wrong);
    }
    return new Place(scan.path(), scan.markAt(within), within - SegmentScan.markBefore(within));
  }

  /**
   * Everything before this byte of the record's segment is finished; the greatest number when all
   * of the file is.
   */
  synchronized long end(long record) {
    SegmentScan scan = segments.get(segment(record));
    return (gap == null && scan == last()) || scan.isFull() ? scan.end() : Long.MAX_VALUE;
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
