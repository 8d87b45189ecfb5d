package dev.varve.engine.jvm.chronicle;

import dev.varve.engine.jvm.disk.DiskSync;
import dev.varve.engine.jvm.disk.Uninterrupted;
import dev.varve.engine.store.StoreException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import net.openhft.chronicle.core.io.BackgroundResourceReleaser;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueue;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;
import net.openhft.chronicle.wire.DocumentContext;
import net.openhft.chronicle.wire.Wire;
import org.jspecify.annotations.Nullable;

/**
 * The only class that lets the library touch a log, under the log's {@link WriterLock}.
 *
 * <p>The library's table of metadata, with its locks and its list of files, is thrown away and made
 * anew at each opening: a lock that a dead writer left cannot stall anybody, whoever has its pid
 * now, and a damaged table cannot mislead. Its records are what {@link SegmentLog} counts; where
 * the library counts otherwise the log is not opened.
 *
 * <p>After any failure nothing is appended any more: what the library left in its mappings is
 * judged by the scan of the next opening. Thread-safe.
 */
final class QueueWriter implements Closeable {
  /** The library's table of locks and files. */
  static final String TABLE = "metadata.cq4t";

  /** Long enough for the library's own steps; no other process competes for its locks. */
  private static final long LOCK_TIMEOUT_MS = 1_500;

  private final Path folder;
  private final SegmentNames names;
  private final SegmentRollCycle cycle;
  private final SingleChronicleQueue queue;
  private final ExcerptAppender appender;
  private final ReservedSpace space;

  /** Held while files are brought to the disk: who forces meanwhile has to wait for them. */
  private final Object forcing = new Object();

  private final Set<Path> unsynced = new LinkedHashSet<>();
  private boolean folderUnsynced;
  private int segment;
  private Path file;
  private long size;
  private @Nullable Throwable failure;
  private boolean closed;

  private QueueWriter(
      Path folder,
      SegmentNames names,
      SegmentRollCycle cycle,
      SingleChronicleQueue queue,
      ExcerptAppender appender,
      ReservedSpace space,
      long size) {
    this.folder = folder;
    this.names = names;
    this.cycle = cycle;
    this.queue = queue;
    this.appender = appender;
    this.space = space;
    this.size = size;
    this.segment = segment(size, names);
    this.file = folder.resolve(names.name(segment));
    // Left unsynced, for all we know, by the writers before us, however many segments they filled.
    for (int before = 0; before <= segment; before++) {
      unsynced.add(folder.resolve(names.name(before)));
    }
    folderUnsynced = true;
  }

  private static int segment(long size, SegmentNames names) {
    return (int) (size >> names.bits());
  }

  /**
   * Opens the folder's queue for appending the next record, and begins its segment if need be.
   *
   * @throws dev.varve.engine.store.DiskFullException when there is no room for that
   * @throws StoreException when the library finds another number of records
   */
  static QueueWriter open(Path folder, SegmentNames names, int blockSize, Tail tail) {
    // The library gives up in the middle of its work when the thread is interrupted.
    return Uninterrupted.once(() -> openQueue(folder, names, blockSize, tail));
  }

  /**
   * Where to go on.
   *
   * @param size number of records
   * @param isBegun whether the segment of the next record has its file
   * @param index where index pages of this segment end
   * @param end where its last record ends
   * @param unknownFirst where its only record begins when the library does not know of it, else 0
   */
  record Tail(long size, boolean isBegun, long index, long end, long unknownFirst) {
    /** Of a log in the making. */
    static final Tail NONE = new Tail(0, false, 0, 0, 0);
  }

  private static QueueWriter openQueue(Path folder, SegmentNames names, int blockSize, Tail tail) {
    SegmentRollCycle cycle = new SegmentRollCycle(names);
    long size = tail.size();
    int segment = segment(size, names);
    cycle.rollTo(segment);
    SingleChronicleQueue queue = null;
    ReservedSpace space = new ReservedSpace(folder, names);
    boolean opened = false;
    try {
      space.reserveTable(folder.resolve(TABLE));
      if (tail.isBegun()) {
        space.resume(segment, tail.index(), tail.end());
      }
      if (tail.unknownFirst() > 0) {
        SegmentFile.putWritePosition(folder.resolve(names.name(segment)), tail.unknownFirst());
      }
      queue =
          SingleChronicleQueueBuilder.single(folder.toFile())
              .rollCycle(cycle)
              .timeProvider(cycle::asTime)
              .blockSize(blockSize)
              .timeoutMS(LOCK_TIMEOUT_MS)
              .build();
      compare(folder, cycle, queue, size);
      if (!tail.isBegun()) {
        if (segment > 0) {
          DiskSync.file(folder.resolve(names.name(segment - 1)));
        }
        space.begin(segment);
      }
      // Handed out to be given back: its mappings would outlive the queue.
      queue.closeStore(queue.storeForCycle(segment, 0, true, null));
      ExcerptAppender appender = queue.createAppender();
      appender.singleThreadedCheckDisabled(true);
      QueueWriter writer = new QueueWriter(folder, names, cycle, queue, appender, space, size);
      opened = true;
      return writer;
    } catch (StoreException e) {
      throw e;
    } catch (Throwable e) {
      throw new StoreException("Chronicle Queue cannot open " + folder + ": " + e, e);
    } finally {
      if (!opened) {
        space.discard();
        if (queue != null) {
          queue.close();
          BackgroundResourceReleaser.releasePendingResources();
        }
      }
    }
  }

  private static void compare(
      Path folder, SegmentRollCycle cycle, SingleChronicleQueue queue, long size) {
    long expected = size == 0 ? -1 : cycle.queueIndex(size - 1);
    long found = queue.lastIndex();
    if (found != expected) {
      throw new StoreException(
          "%s: %d records can be read, the last at index %x, but Chronicle Queue says %x; no record was changed"
              .formatted(folder, size, expected, found));
    }
  }

  synchronized long size() {
    return size;
  }

  /**
   * Appends records in order.
   *
   * @throws dev.varve.engine.store.DiskFullException when there is no room for all of them; none
   *     was written, and this writer goes on when there is
   */
  synchronized void append(List<byte[]> records) {
    requireUsable();
    // The library gives up in the middle of its work when the thread is interrupted.
    boolean interrupted = Thread.interrupted();
    try {
      space.require(size, records);
      for (byte[] record : records) {
        appendOne(record);
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void appendOne(byte[] record) {
    try {
      int target = segment(size, names);
      if (target != segment) {
        roll(target);
      }
      unsynced.add(file);
      write(record);
      long index = appender.lastIndexAppended();
      if (index != cycle.queueIndex(size)) {
        throw new StoreException(
            "record %d went to index %x, expected %x"
                .formatted(size, index, cycle.queueIndex(size)));
      }
      space.wrote(size, record.length);
      size++;
    } catch (Throwable e) {
      failure = e;
      throw new StoreException(
          "cannot append record "
              + size
              + " to "
              + file
              + ": "
              + e
              + "; the log has to be opened again",
          e);
    }
  }

  /** A segment is on the disk before the next one begins: whoever sees that trusts this one. */
  private void roll(int target) throws IOException {
    DiskSync.file(file);
    file = folder.resolve(names.name(target));
    space.begin(target);
    cycle.rollTo(target);
    segment = target;
    folderUnsynced = true;
  }

  private void write(byte[] record) {
    try (DocumentContext document = appender.writingDocument()) {
      try {
        Wire wire = document.wire();
        if (wire == null) {
          throw new StoreException(file + ": Chronicle Queue gives nothing to write to");
        }
        wire.bytes().write(record);
      } catch (Throwable e) {
        // Else closing would finish a record of which only a part is there.
        document.rollbackOnClose();
        throw e;
      }
    }
  }

  /** Files that the next {@link #force} brings to the disk. */
  synchronized Set<Path> unsynced() {
    return Set.copyOf(unsynced);
  }

  /**
   * Puts the files that were written since the last time on the disk, at the first time all that
   * there are. The library's own {@code sync} reaches only the block that is mapped now, and loses
   * the rest of a batch.
   */
  void force() {
    synchronized (forcing) {
      forceAlone();
    }
  }

  private void forceAlone() {
    List<Path> files;
    boolean names;
    synchronized (this) {
      requireUsable();
      files = new ArrayList<>(unsynced);
      unsynced.clear();
      names = folderUnsynced;
      folderUnsynced = false;
    }
    try {
      for (Path written : files) {
        DiskSync.file(written);
      }
      if (names) {
        DiskSync.file(folder.resolve(TABLE));
        DiskSync.folder(folder);
      }
    } catch (IOException | RuntimeException | Error e) {
      synchronized (this) {
        // The system may have dropped the pages that it could not write: a second try would lie.
        failure = e;
      }
      throw new StoreException("cannot bring " + folder + " to the disk: " + e.getMessage(), e);
    }
  }

  private void requireUsable() {
    if (closed) {
      throw new StoreException(folder + " is closed");
    }
    if (failure != null) {
      throw new StoreException(
          folder + " has to be opened again: an earlier write failed: " + failure, failure);
    }
  }

  /** Releases the library's files and mappings before it returns. */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    Uninterrupted.once(
        () -> {
          space.discard();
          appender.close();
          queue.close();
          BackgroundResourceReleaser.releasePendingResources();
          return queue;
        });
  }
}
