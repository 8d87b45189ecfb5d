package dev.varve.engine.jvm.keys;

import dev.varve.engine.entry.ByteString;
import dev.varve.engine.entry.SubjectId;
import dev.varve.engine.jvm.disk.DiskSync;
import dev.varve.engine.seal.KeyStoreException;
import dev.varve.engine.seal.SubjectKeyStore;
import java.io.ByteArrayOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Wrapped keys in an append-only file, whose bytes {@link KeyRow} fixes, and in the heap.
 *
 * <p>Rows of one {@link #put} go to the operating system in one write. What a dead writer left
 * unfinished at the end is no row: readers stop before it, and the next writer cuts it off.
 * Anything else that is not a whole row is damage and refused with its place. Thread-safe.
 */
final class FileSubjectKeyStore implements SubjectKeyStore {
  private static final Map<Path, AtomicInteger> REPLACED = new ConcurrentHashMap<>();
  private static final long LOOK_EVERY_NANOS = 5_000_000;
  private static final int ATTEMPTS = 200;

  private final Path folder;
  private final Path path;

  /** Held for as long as rows may be added; null when this reads only. */
  private final @Nullable KeyLock lock;

  private final KeyRotation rotation;

  /** How often the keys of this folder were replaced by a handle of this process. */
  private final AtomicInteger replacedHere;

  private RandomAccessFile file;

  /** Of a reader: the key-encryption key that goes with the rows; null before there is one. */
  private byte @Nullable [] wrappingKey;

  /** Files that the next replacement replaces with its own. */
  private Map<String, byte[]> withNextReplacement = Map.of();

  /** What {@link KeyFiles#WRAPPED} was when everything was read; of a reader only. */
  private byte[] lastWrappedBytes = new byte[0];

  private int changes;
  private int replacedSeen;
  private long lookedNanos;
  private final KeyRows rows = new KeyRows();

  /** Where the next row begins. */
  private long end = KeyRow.HEADER;

  private boolean rowsUnsynced;
  private boolean namesUnsynced;
  private boolean failed;
  private boolean closed;

  private FileSubjectKeyStore(Path folder, @Nullable KeyLock lock, Consumer<String> steps)
      throws IOException {
    this.folder = folder;
    this.path = folder.resolve(KeyFiles.SUBJECTS);
    this.lock = lock;
    this.rotation = new KeyRotation(folder, steps);
    this.replacedHere =
        REPLACED.computeIfAbsent(folder.toRealPath(), unused -> new AtomicInteger());
    if (lock != null) {
      rotation.finish();
    }
    this.file = openCurrent();
  }

  private RandomAccessFile openCurrent() throws IOException {
    for (int attempt = 1; ; attempt++) {
      try {
        return new RandomAccessFile(
            rotation.current(KeyFiles.SUBJECTS).toFile(), lock == null ? "r" : "rw");
      } catch (FileNotFoundException e) {
        // It may have been moved to its place in this moment.
        if (attempt >= ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  /** Makes an empty file in a folder that has none; gives up {@code lock} when it is closed. */
  static FileSubjectKeyStore create(Path folder, KeyLock lock) {
    Path path = folder.resolve(KeyFiles.SUBJECTS);
    try {
      PrivateFiles.create(path, KeyRow.header());
      FileSubjectKeyStore store = new FileSubjectKeyStore(folder, lock, step -> {});
      store.rowsUnsynced = true;
      store.namesUnsynced = true;
      return store;
    } catch (IOException e) {
      throw new KeyStoreException("cannot create " + path + ": " + e, e);
    }
  }

  /**
   * Opens a folder's file and reads all rows; takes the folder's lock first where rows are to be
   * added.
   */
  static FileSubjectKeyStore open(Path folder, boolean writable) {
    return open(folder, writable, step -> {});
  }

  /** The same, telling each step of a replacement before it is taken. */
  static FileSubjectKeyStore open(Path folder, boolean writable, Consumer<String> steps) {
    Path path = folder.resolve(KeyFiles.SUBJECTS);
    if (!Files.isRegularFile(path)
        && !Files.isRegularFile(new KeyRotation(folder).current(KeyFiles.SUBJECTS))) {
      throw new KeyStoreException("no keys at " + folder + ": there is no " + KeyFiles.SUBJECTS);
    }
    KeyLock lock = writable ? KeyLock.acquire(folder) : null;
    FileSubjectKeyStore store = null;
    boolean opened = false;
    try {
      store = new FileSubjectKeyStore(folder, lock, steps);
      store.readAll();
      if (writable) {
        // What a writer before this one left is on the disk after the first force at the latest.
        store.rowsUnsynced = true;
        store.namesUnsynced = true;
        store.cutUnfinished();
      }
      opened = true;
      return store;
    } catch (IOException e) {
      throw new KeyStoreException("cannot open " + path + ": " + e, e);
    } finally {
      if (!opened && store != null) {
        store.close();
      } else if (!opened && lock != null) {
        lock.release();
      }
    }
  }

  /**
   * Reads rows and key-encryption key as they belong together. A reader may find a writer in the
   * middle of replacing both; then it tries again.
   */
  private void readAll() throws IOException {
    for (int attempt = 1; ; attempt++) {
      replacedSeen = replacedHere.get();
      byte[] before = new byte[0];
      if (lock == null) {
        before = wrappedBytes();
        file.close();
        file = openCurrent();
      }
      try {
        rows.clear();
        end = KeyRow.HEADER;
        requireHeader();
        readNew();
        if (lock != null) {
          return;
        }
        if (Arrays.equals(before, wrappedBytes())) {
          wrappingKey =
              before.length == 0
                  ? null
                  : new WrappedKeyFile(folder.resolve(KeyFiles.WRAPPED)).read(before);
          lastWrappedBytes = before;
          return;
        }
      } catch (KeyStoreException e) {
        if (lock != null || attempt >= ATTEMPTS || Arrays.equals(before, wrappedBytes())) {
          throw e;
        }
      }
      if (attempt >= ATTEMPTS) {
        throw new KeyStoreException(describe() + " is being replaced; try again");
      }
      LockSupport.parkNanos(1_000_000);
    }
  }

  /** The bytes of the file that holds the key-encryption key now; none when there is no such. */
  private byte[] wrappedBytes() throws IOException {
    for (int attempt = 1; ; attempt++) {
      Path current = rotation.current(KeyFiles.WRAPPED);
      try {
        return Files.exists(current) ? Files.readAllBytes(current) : new byte[0];
      } catch (NoSuchFileException e) {
        // It was moved to its place in this moment.
        if (attempt >= ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  private void requireHeader() throws IOException {
    byte[] header = new byte[KeyRow.HEADER];
    if (file.length() < header.length) {
      throw new KeyStoreException(
          path + ": " + file.length() + " bytes, expected a header of " + header.length);
    }
    file.seek(0);
    file.readFully(header);
    if (!KeyRow.isHeader(header)) {
      throw new KeyStoreException(path + ": offset 0: not the header of a key file of version 1");
    }
  }

  @Override
  public synchronized int changes() {
    requireOpen();
    if (lock == null) {
      look();
    }
    return changes;
  }

  /** Finds out whether another handle has replaced the keys, and reads them anew then. */
  private void look() {
    int replaced = replacedHere.get();
    long now = System.nanoTime();
    if (replaced == replacedSeen && now - lookedNanos < LOOK_EVERY_NANOS) {
      return;
    }
    lookedNanos = now;
    try {
      if (replaced != replacedSeen || !Arrays.equals(lastWrappedBytes, wrappedBytes())) {
        readAll();
        changes++;
      }
    } catch (IOException e) {
      throw new KeyStoreException("cannot read " + path + ": " + e, e);
    }
  }

  private void cutUnfinished() throws IOException {
    if (file.length() > end) {
      file.setLength(end);
    }
  }

  private void readNew() {
    try {
      long length = file.length();
      if (length < end) {
        throw new KeyStoreException(
            path + ": " + length + " bytes, there were " + end + ": rows have been cut off");
      }
      if (length == end) {
        return;
      }
      byte[] bytes = new byte[Math.toIntExact(length - end)];
      file.seek(end);
      file.readFully(bytes);
      end += rows.take(bytes, path, end);
    } catch (IOException e) {
      throw new KeyStoreException("cannot read " + path + ": " + e, e);
    }
  }

  @Override
  public synchronized byte @Nullable [] get(SubjectId subject, int generation) {
    requireOpen();
    ByteString wrapped = rows.get(subject, generation);
    if (wrapped == null && lock == null) {
      readNew();
      wrapped = rows.get(subject, generation);
    }
    return wrapped == null || wrapped.length() == 0 ? null : wrapped.toBytes();
  }

  @Override
  public synchronized int lastGeneration(SubjectId subject) {
    requireOpen();
    if (lock == null) {
      readNew();
    }
    return rows.lastGeneration(subject);
  }

  @Override
  public synchronized void put(List<Row> added) {
    requireWritable();
    readNew();
    rows.requireNew(added);
    byte[] bytes = KeyRows.bytes(added);
    try {
      file.seek(end);
      file.write(bytes);
    } catch (IOException e) {
      undo(e);
      throw new KeyStoreException("cannot write to " + path + ": " + e, e);
    }
    end += bytes.length;
    rowsUnsynced = true;
    rows.addAll(added);
  }

  private void undo(IOException cause) {
    try {
      file.setLength(end);
    } catch (IOException e) {
      failed = true;
      cause.addSuppressed(e);
    }
  }

  @Override
  public synchronized List<Row> rows() {
    requireOpen();
    readNew();
    return rows.all();
  }

  @Override
  public synchronized void replaceAll(byte[] newWrappingKey, List<Row> survivors) {
    requireWritable();
    Map<String, byte[]> files = new HashMap<>(withNextReplacement);
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    content.writeBytes(KeyRow.header());
    content.writeBytes(KeyRows.bytes(survivors));
    files.put(KeyFiles.SUBJECTS, content.toByteArray());
    files.put(KeyFiles.WRAPPED, WrappedKeyFile.bytes(newWrappingKey));
    try {
      rotation.begin(files);
    } catch (IOException e) {
      rotation.abandon(e);
      throw new KeyStoreException("cannot replace the keys in " + folder + ": " + e, e);
    }
    // From here on they are replaced, whatever happens to this process.
    try {
      rotation.finish();
      file.close();
      file = openCurrent();
      readAll();
    } catch (IOException | KeyStoreException e) {
      failed = true;
      throw new KeyStoreException("cannot replace the keys in " + folder + ": " + e, e);
    } finally {
      changes++;
      replacedHere.incrementAndGet();
    }
    rowsUnsynced = false;
    namesUnsynced = false;
  }

  /**
   * Lets the next replacement, and no later one, replace other files of the folder with its own.
   *
   * @param files of {@link KeyRotation#NAMES}
   * @param replacement is one
   */
  synchronized void replacingWith(Map<String, byte[]> files, Runnable replacement) {
    withNextReplacement = Map.copyOf(files);
    try {
      replacement.run();
    } finally {
      withNextReplacement = Map.of();
    }
  }

  @Override
  public synchronized void force() {
    requireWritable();
    try {
      if (rowsUnsynced) {
        DiskSync.file(path);
        rowsUnsynced = false;
      }
      if (namesUnsynced) {
        DiskSync.folder(folder);
        namesUnsynced = false;
      }
    } catch (IOException e) {
      // The system may have dropped what it could not write: a second try would lie.
      failed = true;
      throw new KeyStoreException("cannot bring " + path + " to the disk: " + e, e);
    }
  }

  @Override
  public synchronized byte @Nullable [] wrappingKey() {
    requireOpen();
    byte[] read = wrappingKey;
    return read != null
        ? read.clone()
        : new WrappedKeyFile(rotation.current(KeyFiles.WRAPPED)).read();
  }

  @Override
  public synchronized void putWrappingKey(byte[] wrapped) {
    requireWritable();
    WrappedKeyFile wrappedKey = new WrappedKeyFile(folder.resolve(KeyFiles.WRAPPED));
    if (wrappedKey.read() != null) {
      throw new KeyStoreException(folder.resolve(KeyFiles.WRAPPED) + " is there already");
    }
    wrappedKey.write(wrapped);
    namesUnsynced = true;
  }

  Path folder() {
    return folder;
  }

  @Override
  public String describe() {
    return "key folder " + folder;
  }

  private void requireWritable() {
    requireOpen();
    if (lock == null) {
      throw new KeyStoreException(describe() + " is open for reading only");
    }
    if (failed) {
      throw new KeyStoreException(describe() + " has to be opened again: an earlier write failed");
    }
  }

  private void requireOpen() {
    if (closed) {
      throw new KeyStoreException(describe() + " is closed");
    }
  }

  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    try {
      file.close();
    } catch (IOException e) {
      throw new KeyStoreException("cannot close " + path + ": " + e, e);
    } finally {
      if (lock != null) {
        lock.release();
      }
    }
  }
}
