package dev.varve.engine.jvm.chronicle;

import dev.varve.engine.entry.EntryHeader;
import dev.varve.engine.jvm.disk.NotesFile;
import dev.varve.engine.jvm.disk.SnapshotFile;
import dev.varve.engine.jvm.index.FileCommandIndex;
import dev.varve.engine.store.CheckpointNotes;
import dev.varve.engine.store.CommandIndex;
import dev.varve.engine.store.DiskFullException;
import dev.varve.engine.store.EntryCursor;
import dev.varve.engine.store.EntryStore;
import dev.varve.engine.store.SnapshotSlot;
import dev.varve.engine.store.StoreException;
import dev.varve.engine.store.memory.MemoryCommandIndex;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
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

  /** The folder of the index of command ids. */
  public static final String INDEX = "index";

  private final Path folder;
  private final SegmentLog log;
  private final @Nullable QueueWriter writer;
  private final @Nullable WriterLock lock;
  private final @Nullable String obstacle;
  private final CheckpointNotes notes;
  private final SnapshotSlot snapshots;
  private final CommandIndex index;
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
    this.notes = new NotesFile(folder.resolve(NOTES), lock != null);
    this.snapshots = new SnapshotFile(folder.resolve(SNAPSHOT), lock != null);
    this.index =
        writer == null
            ? new MemoryCommandIndex()
            : FileCommandIndex.open(folder.resolve(INDEX), this::entryHash);
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
      ChronicleEntryStore store = createLocked(folder, options, lock);
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

  private static ChronicleEntryStore createLocked(
      Path folder, ChronicleOptions options, WriterLock lock) {
    JvmFlags.silence();
    SegmentNames names = new SegmentNames(options.segmentBits());
    QueueWriter writer =
        QueueWriter.open(folder, names, options.blockSize(), QueueWriter.Tail.NONE);
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
   * Opens a log for writing, or, where it cannot be gone on with, for reading only: then {@link
   * #obstacle} says why. Such a log keeps every byte of its records; the handle has the writer's
   * lock all the same.
   *
   * <p>The lock file and the library's table are made anew, and a segment that was begun without a
   * record is gone.
   *
   * @param options only the block size counts, the segments are what they were
   * @throws dev.varve.engine.store.NoSuchLogException when there is no log
   * @throws dev.varve.engine.store.LogLockedException when another writer has it open, at once
   * @throws DiskFullException when there is no room to go on
   * @throws StoreException when its files cannot be read, or are not those of a log
   * @throws MissingJvmFlagsException when the JVM was started without what the library needs
   */
  public static ChronicleEntryStore open(Path folder, ChronicleOptions options) {
    JvmFlags.require();
    SegmentLog.requireIn(folder);
    WriterLock lock = WriterLock.acquire(folder);
    SegmentLog log = null;
    boolean opened = false;
    try {
      log = SegmentLog.openDamaged(folder);
      ChronicleEntryStore store = openLocked(folder, log, options, lock);
      opened = true;
      return store;
    } finally {
      if (!opened) {
        if (log != null) {
          log.close();
        }
        lock.release();
      }
    }
  }

  private static ChronicleEntryStore openLocked(
      Path folder, SegmentLog log, ChronicleOptions options, WriterLock lock) {
    String damage = log.unwritable();
    if (damage != null) {
      return new ChronicleEntryStore(folder, log, null, lock, unwritable(log, damage));
    }
    JvmFlags.silence();
    QueueWriter writer;
    try {
      log.deleteNeverBegun();
      writer = QueueWriter.open(folder, log.names(), options.blockSize(), log.tail());
    } catch (DiskFullException e) {
      throw e;
    } catch (StoreException e) {
      String reason = unwritable(log, String.valueOf(e.getMessage()));
      return new ChronicleEntryStore(folder, log, null, lock, reason);
    } catch (IOException e) {
      throw new StoreException("cannot open " + folder + ": " + e.getMessage(), e);
    }
    return new ChronicleEntryStore(folder, log, writer, lock, null);
  }

  private static String unwritable(SegmentLog log, String reason) {
    return "not opened for writing, " + log.size() + " records can be read: " + reason;
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
    forWriting().append(records);
  }

  /** Looks through every byte of every queue file of the folder, whatever its name and place. */
  @Override
  public void carve(Consumer<byte[]> found) {
    log.requireOpen();
    RecordCarver carver = new RecordCarver(found);
    try (DirectoryStream<Path> files =
        Files.newDirectoryStream(folder, "*" + SegmentNames.SUFFIX)) {
      TreeSet<Path> sorted = new TreeSet<>();
      files.forEach(sorted::add);
      for (Path file : sorted) {
        carver.carve(file);
      }
    } catch (IOException e) {
      throw new StoreException("cannot look through " + folder + ": " + e.getMessage(), e);
    }
  }

  /** The hash that the entry in a record states, or null when there is no such record. */
  private byte @Nullable [] entryHash(long record) {
    if (record >= size()) {
      return null;
    }
    try (EntryCursor cursor = cursor(record)) {
      byte[] bytes = cursor.next();
      return bytes == null ? null : EntryHeader.of(bytes).entryHash();
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
    if (index instanceof FileCommandIndex files) {
      files.close();
    }
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
