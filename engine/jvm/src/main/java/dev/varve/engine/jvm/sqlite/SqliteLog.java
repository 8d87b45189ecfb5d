package dev.varve.engine.jvm.sqlite;

import dev.varve.engine.jvm.disk.DiskSync;
import dev.varve.engine.jvm.disk.FolderLock;
import dev.varve.engine.jvm.disk.FolderTree;
import dev.varve.engine.store.EntryStore;
import dev.varve.engine.store.LogLockedException;
import dev.varve.engine.store.NoSuchLogException;
import dev.varve.engine.store.StoreException;
import dev.varve.engine.store.sql.SqlEntryStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A log in a SQLite file, as a phone keeps it.
 *
 * <p>One process writes, by the operating system's lock on a file beside it ({@code L.db-writer});
 * should another get past that, the schema refuses a row that does not follow the last. Reading as
 * the command line does goes through a private copy of the file and its write-ahead log, so that no
 * byte, name or time of the log's files changes.
 */
public final class SqliteLog {
  private static final String WAL = "-wal";
  private static final String SHM = "-shm";
  private static final String LOCK = "-writer";
  private static final byte[] MAGIC = "SQLite format 3\0".getBytes(StandardCharsets.US_ASCII);
  private static final int COPY_ATTEMPTS = 10;

  private SqliteLog() {}

  /** Whether a path names a log of this kind, by its end. */
  public static boolean isNamedBy(Path path) {
    Path name = path.getFileName();
    return name != null && name.toString().endsWith(".db");
  }

  /**
   * Makes a new, empty log in a file that does not exist, and opens it for writing.
   *
   * @throws StoreException when there is anything at that place already
   */
  public static EntryStore create(Path file) {
    if (Files.exists(file, java.nio.file.LinkOption.NOFOLLOW_LINKS)) {
      throw new StoreException(file + " exists already; choose another place");
    }
    FolderLock lock = lock(file);
    boolean created = false;
    JdbcSqlDatabase database = null;
    try {
      database = JdbcSqlDatabase.open(file, false, true);
      EntryStore store = SqlEntryStore.create(database, file.toString(), () -> release(lock, file));
      created = true;
      return store;
    } finally {
      if (!created) {
        undo(file, lock, database);
      }
    }
  }

  private static void undo(Path file, FolderLock lock, @Nullable JdbcSqlDatabase database) {
    try {
      if (database != null) {
        database.close();
      }
      for (String end : new String[] {"", WAL, SHM}) {
        Files.deleteIfExists(beside(file, end));
      }
      lock.releaseAndDelete();
    } catch (IOException e) {
      throw new StoreException("cannot remove the unfinished log " + file + ": " + e, e);
    }
  }

  /**
   * Opens a log for writing; one that is damaged is opened for reading, and its {@link
   * EntryStore#obstacle} says why.
   *
   * @throws NoSuchLogException when there is none
   * @throws LogLockedException when another writer has it open
   */
  public static EntryStore open(Path file) {
    requireDatabase(file);
    FolderLock lock = lock(file);
    boolean opened = false;
    JdbcSqlDatabase database = null;
    try {
      database = JdbcSqlDatabase.open(file, false, false);
      EntryStore store = SqlEntryStore.open(database, file.toString(), () -> release(lock, file));
      opened = true;
      return store;
    } finally {
      if (!opened) {
        if (database != null) {
          database.close();
        }
        release(lock, file);
      }
    }
  }

  /**
   * Opens the log itself for reading, beside a writer or not, and follows what is written. SQLite
   * may make and change its {@code -wal} and {@code -shm} files for that.
   *
   * @throws NoSuchLogException when there is none
   */
  public static EntryStore follow(Path file) {
    requireDatabase(file);
    return reading(file, file, () -> {});
  }

  /**
   * Opens a private copy of the log for reading: what it was just now.
   *
   * @throws NoSuchLogException when there is none
   */
  public static EntryStore openReadOnly(Path file) {
    requireDatabase(file);
    try {
      Path folder = Files.createTempDirectory("varve-");
      boolean opened = false;
      try {
        Path copy = folder.resolve("log.db");
        copy(file, copy);
        EntryStore store = reading(copy, file, () -> deleteCopy(folder));
        opened = true;
        return store;
      } finally {
        if (!opened) {
          deleteCopy(folder);
        }
      }
    } catch (IOException e) {
      throw new StoreException("cannot copy " + file + " to read it: " + e, e);
    }
  }

  private static EntryStore reading(Path file, Path place, Runnable onClose) {
    // Not read-only to SQLite: it has to be able to take in what stands in the write-ahead log.
    JdbcSqlDatabase database = JdbcSqlDatabase.open(file, false, false);
    boolean opened = false;
    try {
      EntryStore store = SqlEntryStore.openReadOnly(database, place.toString(), onClose);
      opened = true;
      return store;
    } finally {
      if (!opened) {
        database.close();
      }
    }
  }

  /** Copies the file and its log; a checkpoint that happens meanwhile makes it begin anew. */
  private static void copy(Path file, Path copy) throws IOException {
    for (int attempt = 1; ; attempt++) {
      FileTime time = Files.getLastModifiedTime(file);
      long length = Files.size(file);
      Files.copy(file, copy, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
      Path wal = beside(file, WAL);
      if (Files.exists(wal)) {
        Files.copy(wal, beside(copy, WAL), java.nio.file.StandardCopyOption.REPLACE_EXISTING);
      } else {
        Files.deleteIfExists(beside(copy, WAL));
      }
      boolean still = time.equals(Files.getLastModifiedTime(file)) && length == Files.size(file);
      if (still || attempt == COPY_ATTEMPTS) {
        return;
      }
    }
  }

  private static void requireDatabase(Path file) {
    if (!Files.exists(file)) {
      throw new NoSuchLogException("no log at " + file + ": there is no such file");
    }
    if (!Files.isRegularFile(file)) {
      throw new NoSuchLogException("no log at " + file + ": it is no file");
    }
    try (var in = Files.newInputStream(file)) {
      byte[] begin = in.readNBytes(MAGIC.length);
      if (!Arrays.equals(MAGIC, begin)) {
        throw new NoSuchLogException("no log at " + file + ": it is no SQLite database");
      }
    } catch (IOException e) {
      throw new StoreException("cannot read " + file + ": " + e, e);
    }
  }

  /** Deletes what belongs to a closed log that was not to be. */
  public static void delete(Path file) throws IOException {
    for (String end : new String[] {"", WAL, SHM, LOCK}) {
      Files.deleteIfExists(beside(file, end));
    }
  }

  /** Moves a closed log to where there is none, in one step. */
  public static void move(Path from, Path to) throws IOException {
    DiskSync.file(from);
    Files.move(from, to, java.nio.file.StandardCopyOption.ATOMIC_MOVE);
    delete(from);
  }

  private static Path beside(Path file, String end) {
    return file.resolveSibling(file.getFileName() + end);
  }

  private static FolderLock lock(Path file) {
    Path absolute = file.toAbsolutePath();
    Path folder = absolute.getParent();
    if (folder == null) {
      throw new StoreException(file + " cannot be a log");
    }
    try {
      return FolderLock.acquire(folder, absolute.getFileName() + LOCK);
    } catch (FolderLock.HeldException e) {
      throw new LogLockedException(file + " is open for writing by " + e.holder());
    } catch (IOException e) {
      throw new StoreException("cannot lock " + beside(file, LOCK) + ": " + e.getMessage(), e);
    }
  }

  private static void release(FolderLock lock, Path file) {
    try {
      lock.release();
    } catch (IOException e) {
      throw new StoreException("cannot unlock " + beside(file, LOCK) + ": " + e.getMessage(), e);
    }
  }

  private static void deleteCopy(Path folder) {
    try {
      FolderTree.delete(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
