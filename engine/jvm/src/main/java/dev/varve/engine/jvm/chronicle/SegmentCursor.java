package dev.varve.engine.jvm.chronicle;

import dev.varve.engine.store.EntryCursor;
import dev.varve.engine.store.StoreException;
import org.jspecify.annotations.Nullable;

/** Reads the records of a {@link SegmentLog} in order, through a file handle of its own. */
final class SegmentCursor implements EntryCursor {
  private final SegmentLog log;
  private long next;
  private long counted;
  private @Nullable SegmentFile file;
  private int segment = -1;
  private long position;
  private long end;
  private int skip;
  private boolean closed;

  SegmentCursor(SegmentLog log, long from) {
    this.log = log;
    this.next = from;
  }

  @Override
  public byte @Nullable [] next() {
    if (closed) {
      throw new StoreException("the cursor is closed");
    }
    if (next >= counted) {
      counted = log.refresh();
      if (next >= counted) {
        String damage = log.damage();
        if (damage != null) {
          throw new StoreException("cannot read record " + next + ": " + damage);
        }
        return null;
      }
      end = Math.min(log.end(next), file == null ? 0 : file.length());
    } else {
      log.requireOpen();
    }
    SegmentFile from = file;
    if (from == null || segment != log.segment(next)) {
      from = enter();
    }
    byte[] record = read(from);
    next++;
    return record;
  }

  private SegmentFile enter() {
    if (file != null) {
      file.close();
      file = null;
    }
    SegmentLog.Place place = log.place(next);
    SegmentFile opened = SegmentFile.open(place.file());
    file = opened;
    segment = log.segment(next);
    position = place.position();
    end = Math.min(log.end(next), opened.length());
    skip = place.skip();
    return opened;
  }

  private byte[] read(SegmentFile from) {
    while (true) {
      int header = position + 4 <= end ? from.word(position, end) : 0;
      int size = header & SegmentFile.LENGTH;
      boolean metadata = (header & SegmentFile.METADATA) != 0;
      if (header <= 0
          || position + 4 + size > end
          || (!metadata
              && (size < ChronicleEntryStore.MIN_RECORD
                  || size > ChronicleEntryStore.MAX_RECORD))) {
        throw new StoreException(
            "cannot read record %d: %s: at byte %d, where a record should stand, is the header %08x"
                .formatted(next, from.path(), position, header));
      }
      long content = position + 4;
      position = SegmentFile.after(position, size);
      if (metadata) {
        continue;
      }
      if (skip == 0) {
        byte[] record = new byte[size];
        from.read(content, record, end);
        return record;
      }
      skip--;
    }
  }

  @Override
  public void close() {
    closed = true;
    if (file != null) {
      file.close();
      file = null;
    }
  }
}
