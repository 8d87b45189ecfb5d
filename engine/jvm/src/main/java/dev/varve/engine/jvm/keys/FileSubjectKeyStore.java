package dev.varve.engine.jvm.keys;

import dev.varve.engine.entry.ByteString;
import dev.varve.engine.entry.SubjectId;
import dev.varve.engine.jvm.disk.DiskSync;
import dev.varve.engine.seal.KeyStoreException;
import dev.varve.engine.seal.SubjectKeyStore;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Wrapped keys in an append-only file, whose bytes {@link KeyRow} fixes, and in the heap.
 *
 * <p>Rows of one {@link #put} go to the operating system in one write. What a dead writer left
 * unfinished at the end is no row: readers stop before it, and the next writer cuts it off.
 * Anything else that is not a whole row is damage and refused with its place. Thread-safe.
 */
final class FileSubjectKeyStore implements SubjectKeyStore {
  private record Id(SubjectId subject, int generation) {}

  private final Path folder;
  private final Path path;

  /** Held for as long as rows may be added; null when this reads only. */
  private final @Nullable KeyLock lock;

  private RandomAccessFile file;
  private final WrappedKeyFile wrappingKey;
  private final Map<Id, ByteString> rows = new HashMap<>();
  private final Map<SubjectId, Integer> last = new HashMap<>();

  /** Where the next row begins. */
  private long end = KeyRow.HEADER;

  private boolean rowsUnsynced;
  private boolean namesUnsynced;
  private boolean failed;
  private boolean closed;

  private FileSubjectKeyStore(Path folder, @Nullable KeyLock lock) throws IOException {
    this.folder = folder;
    this.path = folder.resolve(KeyFiles.SUBJECTS);
    this.lock = lock;
    KeyRotation rotation = new KeyRotation(folder);
    if (lock != null) {
      rotation.finish();
    }
    this.file =
        new RandomAccessFile(
            rotation.current(KeyFiles.SUBJECTS).toFile(), lock == null ? "r" : "rw");
    this.wrappingKey = new WrappedKeyFile(rotation.current(KeyFiles.WRAPPED));
  }

  /** Makes an empty file in a folder that has none; gives up {@code lock} when it is closed. */
  static FileSubjectKeyStore create(Path folder, KeyLock lock) {
    Path path = folder.resolve(KeyFiles.SUBJECTS);
    try {
      PrivateFiles.create(path, KeyRow.header());
      FileSubjectKeyStore store = new FileSubjectKeyStore(folder, lock);
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
    Path path = folder.resolve(KeyFiles.SUBJECTS);
    if (!Files.isRegularFile(new KeyRotation(folder).current(KeyFiles.SUBJECTS))) {
      throw new KeyStoreException("no keys at " + folder + ": there is no " + KeyFiles.SUBJECTS);
    }
    KeyLock lock = writable ? KeyLock.acquire(folder) : null;
    FileSubjectKeyStore store = null;
    boolean opened = false;
    try {
      store = new FileSubjectKeyStore(folder, lock);
      store.requireHeader();
      store.readNew();
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

  private void requireHeader() throws IOException {
    byte[] header = new byte[KeyRow.HEADER];
    if (file.length() < header.length) {
      throw new KeyStoreException(
          path + ": " + file.length() + " bytes, expected a header of " + header.length);
    }
    file.readFully(header);
    if (!KeyRow.isHeader(header)) {
      throw new KeyStoreException(path + ": offset 0: not the header of a key file of version 1");
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
      int at = 0;
      while (at + KeyRow.LENGTH <= bytes.length && KeyRow.isWhole(bytes, at)) {
        Row row = KeyRow.read(bytes, at);
        if (rows.putIfAbsent(new Id(row.subject(), row.generation()), row.wrapped()) != null) {
          throw new KeyStoreException(
              path + ": offset " + end + ": " + name(row) + " stands there twice");
        }
        last.merge(row.subject(), row.generation(), Math::max);
        at += KeyRow.LENGTH;
        end += KeyRow.LENGTH;
      }
      if (at + KeyRow.LENGTH <= bytes.length && !KeyRow.isUnfinished(bytes, at)) {
        throw new KeyStoreException(
            path + ": offset " + end + ": expected a row of 84 bytes, its check value is wrong");
      }
    } catch (IOException e) {
      throw new KeyStoreException("cannot read " + path + ": " + e, e);
    }
  }

  private static String name(Row row) {
    return "generation " + row.generation() + " of subject " + row.subject();
  }

  @Override
  public synchronized byte @Nullable [] get(SubjectId subject, int generation) {
    requireOpen();
    Id id = new Id(subject, generation);
    ByteString wrapped = rows.get(id);
    if (wrapped == null) {
      readNew();
      wrapped = rows.get(id);
    }
    return wrapped == null ? null : wrapped.toBytes();
  }

  @Override
  public synchronized int lastGeneration(SubjectId subject) {
    requireOpen();
    readNew();
    return last.getOrDefault(subject, -1);
  }

  @Override
  public synchronized void put(List<Row> added) {
    requireWritable();
    readNew();
    Set<Id> fresh = new HashSet<>();
    ByteBuffer bytes = ByteBuffer.allocate(Math.multiplyExact(added.size(), KeyRow.LENGTH));
    for (Row row : added) {
      Id id = new Id(row.subject(), row.generation());
      if (rows.containsKey(id) || !fresh.add(id)) {
        throw new KeyStoreException(name(row) + " is there already");
      }
      bytes.put(KeyRow.of(row));
    }
    try {
      file.seek(end);
      file.write(bytes.array());
    } catch (IOException e) {
      undo(e);
      throw new KeyStoreException("cannot write to " + path + ": " + e, e);
    }
    end += bytes.capacity();
    rowsUnsynced = true;
    for (Row row : added) {
      rows.put(new Id(row.subject(), row.generation()), row.wrapped());
      last.merge(row.subject(), row.generation(), Math::max);
    }
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
    List<Row> all = new ArrayList<>();
    rows.forEach((id, wrapped) -> all.add(new Row(id.subject(), id.generation(), wrapped)));
    return all;
  }

  @Override
  public synchronized void replaceAll(byte[] newWrappingKey, List<Row> survivors) {
    requireWritable();
    KeyRotation rotation = new KeyRotation(folder);
    try {
      rotation.begin(newWrappingKey, survivors);
    } catch (IOException e) {
      rotation.abandon(e);
      throw new KeyStoreException("cannot replace the keys in " + folder + ": " + e, e);
    }
    // From here on they are replaced, whatever happens to this process.
    try {
      rotation.finish();
      file.close();
      file = new RandomAccessFile(path.toFile(), "rw");
    } catch (IOException | KeyStoreException e) {
      failed = true;
      throw new KeyStoreException("cannot replace the keys in " + folder + ": " + e, e);
    }
    rows.clear();
    last.clear();
    end = KeyRow.HEADER;
    readNew();
    rowsUnsynced = false;
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
    return wrappingKey.read();
  }

  @Override
  public synchronized void putWrappingKey(byte[] wrapped) {
    requireWritable();
    if (wrappingKey.read() != null) {
      throw new KeyStoreException(folder.resolve(KeyFiles.WRAPPED) + " is there already");
    }
    wrappingKey.write(wrapped);
    namesUnsynced = true;
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
