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
  private long metadataEnd;
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

  /** Where the last index page that was found ends; the pages before it are in front of it. */
  long metadataEnd() {
    return metadataEnd;
  }

  /** What is wrong with a segment that another one follows, when no more is found in it. */
  String endsTooSoon() {
    return path
        + ": ends after "
        + count
        + " records, expected "
        + capacity
        + " before a next segment";
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
   * Looks whether the file begins as a segment does, if it has begun.
   *
   * @return what is wrong, or null
   */
  @Nullable String begin() {
    if (open == null) {
      open = SegmentFile.open(path);
    }
    SegmentFile file = open;
    if (begun) {
      return null;
    }
    if (!file.isBegun()) {
      long length = file.length();
      if (length < ReservedSpace.BEGINNING) {
        return path
            + ": cut off or emptied, it has "
            + length
            + " bytes; a segment is begun with "
            + ReservedSpace.BEGINNING;
      }
      return file.hasLostItsBeginning() ? path + ": its beginning has been overwritten" : null;
    }
    if (!file.isQueue()) {
      return path + ": not a Chronicle Queue file";
    }
    begun = true;
    return null;
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
    String wrong = begin();
    SegmentFile file = open;
    if (wrong != null || !begun || file == null) {
      return wrong;
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
   * Looks through a segment that another one follows, as far as it takes to find a record.
   *
   * @return what is wrong before the record, or null when {@link #markAt} knows where to begin
   */
  @Nullable String reach(int record) {
    int wanted = markBefore(record) + 1;
    return wanted == 1 ? null : find(wanted);
  }

  /** Looks through all of a segment that another one follows; what is wrong with it, or null. */
  @Nullable String complete() {
    return find(capacity);
  }

  private @Nullable String find(int wanted) {
    if (count >= wanted) {
      return null;
    }
    try (SegmentFile file = SegmentFile.open(path)) {
      String wrong = walk(file, file.length(), wanted);
      return wrong == null && count < wanted ? endsTooSoon() : wrong;
    }
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
   * Where the segment's only record begins when the library does not know of it, else 0. A writer
   * that died in the append of a segment's first record leaves it so, and the library would number
   * the next one as the first.
   */
  long unknownFirst() {
    if (count != 1) {
      return 0;
    }
    try (SegmentFile file = SegmentFile.open(path)) {
      return file.writePosition() == 0 ? lastAt : 0;
    }
  }

  /**
   * Goes on over finished documents.
   *
   * @param known the file's length as it was known before
   */
  @Nullable String walk(SegmentFile file, long known) {
    return walk(file, known, capacity);
  }

  private @Nullable String walk(SegmentFile file, long known, int until) {
    long length = known;
    file.forget();
    while (count < until && position + 4 <= length) {
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
      if (metadata) {
        metadataEnd = position;
      }
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
