package dev.varve.engine.jvm.chronicle;

import dev.varve.engine.entry.EntryHash;
import dev.varve.engine.entry.EntryHeader;
import dev.varve.engine.jvm.disk.NotesFile;
import dev.varve.engine.jvm.disk.SnapshotFile;
import dev.varve.engine.store.CheckpointNotes;
import dev.varve.engine.store.CommandIndex;
import dev.varve.engine.store.EntryCursor;
import dev.varve.engine.store.EntryStore;
import dev.varve.engine.store.SnapshotSlot;
import dev.varve.engine.store.StoreException;
import dev.varve.engine.store.memory.MemoryCommandIndex;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A log in the files of a Chronicle Queue: a folder with segment files, the library's table, and a
 * lock file.
 *
 * <p>How it is kept from the library's traps:
 *
 * <ul>
 *   <li>One writer, by the operating system's lock on a file of ours; the library's locks, which
 *       outlive their holder, are made anew at each opening.
 *   <li>Segments follow from the record's number, never from a clock.
 *   <li>Records are found, counted and measured by a reader of ours, which needs neither the
 *       library nor its JVM flags and writes nothing; the library only appends. Opening for writing
 *       compares both counts.
 *   <li>{@link #force} syncs whole files and the folder.
 *   <li>After any failure of an append the handle appends no more.
 * </ul>
 *
 * <p>An opening for reading reads what can be read; a cursor that arrives at damage throws a {@link
 * StoreException} that names the file and the record. An opening for writing gives a handle that
 * only reads when the log is damaged. The store has no checksums: changed content is for the
 * entries' hashes to find.
 *
 * <p>Threads: as {@link EntryStore} says; {@code append}, {@code force} and {@code close} may come
 * from different threads.
 */
public final class ChronicleEntryStore implements EntryStore {
  /** Length of the shortest record, an entry's header. */
  public static final int MIN_RECORD = EntryHeader.SIZE;

  /** Length of the longest record: header and 512 KiB of payload, its envelope included. */
  public static final int MAX_RECORD = MIN_RECORD + EntryHeader.MAX_PAYLOAD;

  /** The file of signed notes. */
  public static final String NOTES = "checkpoints.notes";

  /** The file of the snapshot. */
  public static final String SNAPSHOT = "state.snapshot";

  private final Path folder;
  private final SegmentLog log;
  private final @Nullable QueueWriter writer;
  private final @Nullable WriterLock lock;
  private final @Nullable String obstacle;
  private final CheckpointNotes notes;
  private final SnapshotSlot snapshots;
  private final CommandIndex index = new MemoryCommandIndex();
  private boolean closed;

  private ChronicleEntryStore(
      Path folder,
      SegmentLog log,
      @Nullable QueueWriter writer,
      @Nullable WriterLock lock,
      @Nullable String obstacle) {
    this.obstacle = obstacle;
    this.folder = folder;
    this.log = log;
    this.writer = writer;
    this.lock = lock;
    this.notes = new NotesFile(folder.resolve(NOTES), writer != null);
    this.snapshots = new SnapshotFile(folder.resolve(SNAPSHOT), writer != null);
  }

  /** {@link #create(Path, ChronicleOptions)} with {@link ChronicleOptions#DEFAULT}. */
  public static ChronicleEntryStore create(Path folder) {
    return create(folder, ChronicleOptions.DEFAULT);
  }

  /**
   * Makes a new, empty log in a folder that does not exist or is empty, and opens it for writing.
   * Leaves nothing behind when it fails.
   *
   * @throws StoreException when there is anything at that place already
   * @throws MissingJvmFlagsException when the JVM was started without what the library needs
   */
  public static ChronicleEntryStore create(Path folder, ChronicleOptions options) {
    JvmFlags.require();
    NewFolder place = NewFolder.make(folder);
    WriterLock lock = null;
    boolean created = false;
    try {
      lock = WriterLock.acquire(folder);
      place.requireEmptyBut(WriterLock.FILE);
      ChronicleEntryStore store =
          openLocked(folder, new SegmentNames(options.segmentBits()), options, 0, lock);
      place.sync();
      created = true;
      return store;
    } finally {
      if (!created) {
        if (lock != null) {
          place.deleteFiles();
          lock.releaseAndDelete();
        }
        place.deleteFolders();
      }
    }
  }

  /** {@link #open(Path, ChronicleOptions)} with {@link ChronicleOptions#DEFAULT}. */
  public static ChronicleEntryStore open(Path folder) {
    return open(folder, ChronicleOptions.DEFAULT);
  }

  /**
   * Opens a log for writing. Looks through all of it first. Where damage stands in the way the
   * handle only reads, {@link #obstacle} says why, and no record was changed; the lock file, and
   * the library's table where the library itself objects, are made anew, and a segment that was
   * begun without a record is gone.
   *
   * @param options only the block size counts, the segments are what they were
   * @throws dev.varve.engine.store.NoSuchLogException when there is no log
   * @throws dev.varve.engine.store.LogLockedException when another writer has it open, at once
   * @throws StoreException when not even its beginning can be read
   * @throws MissingJvmFlagsException when the JVM was started without what the library needs
   */
  public static ChronicleEntryStore open(Path folder, ChronicleOptions options) {
    JvmFlags.require();
    SegmentLog.requireIn(folder);
    WriterLock lock = WriterLock.acquire(folder);
    boolean opened = false;
    try {
      SegmentNames names;
      long size;
      try (SegmentLog before = SegmentLog.open(folder)) {
        names = before.names();
        size = before.refresh();
        String damage = before.unwritable();
        if (damage != null) {
          opened = true;
          return readable(
              folder, lock, "not opened for writing, " + size + " records can be read: " + damage);
        }
        Path neverBegun = before.neverBegun();
        if (neverBegun != null) {
          // A writer died in the middle of a roll; the library would wait for it to finish.
          Files.delete(neverBegun);
        }
      }
      ChronicleEntryStore store;
      try {
        store = openLocked(folder, names, options, size, lock);
      } catch (StoreException e) {
        // The library sees another log than we do, or cannot use what we can read.
        store = readable(folder, lock, String.valueOf(e.getMessage()));
      }
      opened = true;
      return store;
    } catch (IOException e) {
      throw new StoreException("cannot open " + folder + ": " + e.getMessage(), e);
    } finally {
      if (!opened) {
        lock.release();
      }
    }
  }

  /** A handle that reads, and holds the lock for whoever repairs. */
  private static ChronicleEntryStore readable(Path folder, WriterLock lock, String obstacle) {
    return new ChronicleEntryStore(folder, SegmentLog.open(folder), null, lock, obstacle);
  }

  private static ChronicleEntryStore openLocked(
      Path folder, SegmentNames names, ChronicleOptions options, long size, WriterLock lock) {
    JvmFlags.silence();
    QueueWriter writer = QueueWriter.open(folder, names, options.blockSize(), size);
    boolean opened = false;
    try {
      SegmentLog log = SegmentLog.open(folder);
      opened = true;
      return new ChronicleEntryStore(folder, log, writer, lock, null);
    } finally {
      if (!opened) {
        writer.close();
      }
    }
  }

  /**
   * Opens a log for reading, beside a writer or not; no file is changed, now or later. What is
   * appended elsewhere is seen.
   *
   * @throws dev.varve.engine.store.NoSuchLogException when there is no log
   * @throws StoreException when not even its beginning can be read
   */
  public static ChronicleEntryStore openReadOnly(Path folder) {
    return new ChronicleEntryStore(folder, SegmentLog.open(folder), null, null, null);
  }

  @Override
  public long size() {
    if (writer == null) {
      return log.refresh();
    }
    // The lock makes the writer's own count the log's, and it needs no look at the file.
    log.requireOpen();
    return writer.size();
  }

  @Override
  public void append(List<byte[]> records) {
    for (byte[] record : records) {
      if (record.length < MIN_RECORD || record.length > MAX_RECORD) {
        throw new StoreException(
            "a record has " + MIN_RECORD + " to " + MAX_RECORD + " bytes, found " + record.length);
      }
    }
    QueueWriter queue = forWriting();
    for (byte[] record : records) {
      queue.append(record);
    }
  }

  @Override
  public void carve(Consumer<byte[]> found) {
    try (EntryCursor cursor = cursor(0)) {
      byte[] record;
      while ((record = cursor.next()) != null) {
        if (EntryHash.isWhole(record)) {
          found.accept(record);
        }
      }
    }
  }

  @Override
  public CheckpointNotes notes() {
    return notes;
  }

  @Override
  public SnapshotSlot snapshots() {
    return snapshots;
  }

  @Override
  public CommandIndex commandIndex() {
    return index;
  }

  @Override
  public void force() {
    forWriting().force();
  }

  private QueueWriter forWriting() {
    log.requireOpen();
    if (writer == null) {
      throw new StoreException(
          describe() + " is open for reading only" + (obstacle == null ? "" : ": " + obstacle));
    }
    return writer;
  }

  @Override
  public EntryCursor cursor(long from) {
    long size = size();
    if (from < 0 || from > size) {
      throw new StoreException(describe() + ": no record " + from + ", there are " + size);
    }
    return new SegmentCursor(log, from);
  }

  @Override
  public @Nullable String obstacle() {
    return obstacle;
  }

  @Override
  public boolean isWritable() {
    return writer != null;
  }

  @Override
  public String describe() {
    return "Chronicle store " + folder;
  }

  /** Releases files, mappings and the lock; cursors can no longer be used. */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    log.close();
    try {
      if (writer != null) {
        writer.close();
      }
    } finally {
      if (lock != null) {
        lock.release();
      }
    }
  }
}
