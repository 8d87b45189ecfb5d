package dev.varve.engine.jvm.chronicle;

import java.io.Closeable;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * How far one segment has been looked through: the number of its finished records, and where every
 * 256th of them begins. Not thread-safe.
 */
final class SegmentScan implements Closeable {
  private static final int MARK_BITS = 8;

  /** Index pages are the longest metadata, 32 KB and a little. */
  private static final int MAX_METADATA = 1 << 16;

  private final Path path;
  private final int segment;
  private final int capacity;
  private @Nullable SegmentFile open;
  private boolean begun;
  private long position;
  private int count;
  private long lastAt;
  private long lastButOneAt;
  private long[] marks = new long[16];

  SegmentScan(SegmentNames names, int segment, Path path) {
    this.path = path;
    this.segment = segment;
    this.capacity = 1 << names.bits();
  }

  Path path() {
    return path;
  }

  int segment() {
    return segment;
  }

  /** Finished records found so far. */
  int count() {
    return count;
  }

  boolean isFull() {
    return count == capacity;
  }

  /** Whether the library has finished the file's first document, before which no record can be. */
  boolean isBegun() {
    return begun;
  }

  /** Everything before this byte is finished and will not change. */
  long end() {
    return position;
  }

  /** A record at or before {@code record} whose beginning is known. */
  static int markBefore(int record) {
    return record >> MARK_BITS << MARK_BITS;
  }

  /** Where the record that {@link #markBefore} names begins, or metadata before it. */
  long markAt(int record) {
    return marks[record >> MARK_BITS];
  }

  /**
   * Looks at what was written since.
   *
   * @return what is wrong behind the last good record, or null when nothing is
   */
  @Nullable String advance() {
    if (isFull()) {
      return null;
    }
    if (open == null) {
      open = SegmentFile.open(path);
    }
    SegmentFile file = open;
    if (!begun) {
      if (!file.isBegun()) {
        return file.hasLostItsBeginning() ? path + ": its beginning has been overwritten" : null;
      }
      if (!file.isQueue()) {
        return path + ": not a Chronicle Queue file";
      }
      begun = true;
    }
    // Read before the documents: the library moves it after it has finished one.
    long written = file.writePosition();
    String damage = walk(file, file.length());
    if (damage == null && !isFull() && written >= position) {
      damage =
          "%s: nothing readable at byte %d, where record %d of the segment should begin; the file was written up to byte %d"
              .formatted(path, position, count, written);
    }
    if (isFull()) {
      close();
    }
    return damage;
  }

  /**
   * What keeps the library from going on behind the last record, or null when nothing does: it
   * appends behind the document that it believes to be the last, whatever stands there. A writer
   * that dies in an append may be one behind.
   */
  @Nullable String unwritable() {
    try (SegmentFile file = SegmentFile.open(path)) {
      if (!file.isAsWritten()) {
        return path + ": its first 197 bytes are not what Chronicle Queue writes there";
      }
      long written = file.writePosition();
      if (written == lastAt || written == lastButOneAt) {
        return null;
      }
      return "%s: the library would write behind byte %d, the last record begins at byte %d"
          .formatted(path, written, lastAt);
    }
  }

  /**
   * Goes on over finished documents.
   *
   * @param known the file's length as it was known before
   */
  @Nullable String walk(SegmentFile file, long known) {
    long length = known;
    file.forget();
    while (!isFull() && position + 4 <= length) {
      int header = file.word(position, length);
      if (header == 0 || (header & SegmentFile.BEING_WRITTEN) != 0) {
        return null;
      }
      boolean metadata = (header & SegmentFile.METADATA) != 0;
      int size = header & SegmentFile.LENGTH;
      int least = metadata ? 1 : ChronicleEntryStore.MIN_RECORD;
      int most = metadata ? MAX_METADATA : ChronicleEntryStore.MAX_RECORD;
      if (position + 4 + size > length) {
        // A writer may have made the file longer and finished the document since.
        length = file.length();
      }
      if (size < least || size > most || position + 4 + size > length) {
        return "%s: at byte %d, where record %d of the segment should begin, stands a length of %d bytes; expected %d to %d"
            .formatted(path, position, count, size, least, most);
      }
      if (!metadata) {
        mark();
        count++;
        lastButOneAt = lastAt;
        lastAt = position;
      }
      position = SegmentFile.after(position, size);
    }
    return null;
  }

  private void mark() {
    int mark = count >> MARK_BITS;
    if (count == mark << MARK_BITS) {
      if (mark == marks.length) {
        marks = Arrays.copyOf(marks, mark * 2);
      }
      marks[mark] = position;
    }
  }

  @Override
  public void close() {
    if (open != null) {
      open.close();
      open = null;
    }
  }
}
