package dev.varve.engine.jvm.sqlite;

import dev.varve.engine.jvm.disk.DiskSync;
import dev.varve.engine.store.EntryStore;
import dev.varve.engine.store.StoreException;
import dev.varve.engine.store.sql.SqlEntryStore;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A log in a SQLite file, as a phone keeps it: makes and opens it.
 *
 * <p>One writer: the operating system's lock on {@code <file>-writer}, held as long as the log is
 * open for writing; it ends with the process. Readers take no lock and change nothing, since they
 * read a copy.
 */
public final class SqliteLog {
  private SqliteLog() {}

  /** Whether a path names a log of this kind, by its end. */
  public static boolean isNamedBy(Path path) {
    Path name = path.getFileName();
    return name != null && name.toString().endsWith(".db");
  }

  /**
   * Makes a new, empty log and opens it for writing. Leaves nothing behind when it fails.
   *
   * @param file that does not exist, in a folder that does
   * @throws StoreException when there is anything at that place, or beside it, that would be taken
   *     for part of the log
   */
  public static EntryStore create(Path file) {
    DatabaseFiles files = DatabaseFiles.free(file);
    WriterHold hold = WriterHold.of(files);
    boolean made = false;
    try {
      try (JdbcSqlDatabase database = JdbcSqlDatabase.readWrite(files.database())) {
        SqlEntryStore.create(database);
      }
      DiskSync.folder(files.folder());
      EntryStore store = writable(files, hold);
      made = true;
      return store;
    } catch (IOException e) {
      throw new StoreException("cannot make " + file + ": " + e, e);
    } finally {
      if (!made) {
        hold.releaseAndDelete();
      }
    }
  }

  /**
   * Opens a log for writing. Where it is damaged and can be read the handle only reads, and {@link
   * EntryStore#obstacle} says why; no byte of the log was changed then.
   *
   * @throws dev.varve.engine.store.NoSuchLogException when there is no log
   * @throws dev.varve.engine.store.LogLockedException when another writer has it open, at once
   * @throws dev.varve.engine.store.sql.NewerDatabaseException when a later version wrote it
   * @throws dev.varve.engine.store.sql.DamagedDatabaseException when nothing of it can be read
   */
  public static EntryStore open(Path file) {
    DatabaseFiles files = DatabaseFiles.existing(file);
    WriterHold hold = WriterHold.of(files);
    boolean opened = false;
    try {
      String obstacle = obstacle(files);
      EntryStore store =
          obstacle == null
              ? writable(files, hold)
              : SqlEntryStore.readable(DatabaseCopy.of(files, hold::release), notOpened(obstacle));
      opened = true;
      return store;
    } finally {
      if (!opened) {
        hold.release();
      }
    }
  }

  private static @Nullable String notOpened(@Nullable String obstacle) {
    return obstacle == null ? null : "not opened for writing: " + obstacle;
  }

  /** Looks through a connection that changes nothing, not even the place of what was committed. */
  private static @Nullable String obstacle(DatabaseFiles files) {
    try {
      Path log = files.writeAheadLog();
      String lost = WriteAheadLog.of(log).damage(log);
      if (lost != null) {
        return lost;
      }
    } catch (IOException e) {
      throw new StoreException("cannot read " + files.writeAheadLog() + ": " + e, e);
    }
    try (JdbcSqlDatabase before =
        files.isAllInDatabase()
            ? JdbcSqlDatabase.unchanging(files.database())
            : JdbcSqlDatabase.readOnly(files.database())) {
      SqlEntryStore.requireReadable(before);
      return SqlEntryStore.obstacleTo(before);
    }
  }

  private static EntryStore writable(DatabaseFiles files, WriterHold hold) {
    JdbcSqlDatabase writer = JdbcSqlDatabase.readWrite(files.database(), hold::release);
    JdbcSqlDatabase reader = null;
    boolean opened = false;
    try {
      reader = JdbcSqlDatabase.readOnly(files.database());
      EntryStore store = SqlEntryStore.writable(writer, reader);
      opened = true;
      return store;
    } finally {
      if (!opened) {
        if (reader != null) {
          reader.close();
        }
        writer.close();
      }
    }
  }

  /**
   * Opens a log for reading, beside a writer or not; no file is changed, now or later. What is
   * appended elsewhere is seen.
   *
   * @throws dev.varve.engine.store.NoSuchLogException when there is no log
   * @throws dev.varve.engine.store.sql.NewerDatabaseException when a later version wrote it
   * @throws dev.varve.engine.store.sql.DamagedDatabaseException when nothing of it can be read
   */
  public static EntryStore openReadOnly(Path file) {
    return openCopy(file, false);
  }

  /**
   * The same, of which {@link EntryStore#obstacle} says why it could not be opened for writing; a
   * small database is looked through for that.
   */
  public static EntryStore examine(Path file) {
    return openCopy(file, true);
  }

  private static EntryStore openCopy(Path file, boolean examined) {
    DatabaseCopy copy = DatabaseCopy.of(DatabaseFiles.existing(file), () -> {});
    boolean opened = false;
    try {
      SqlEntryStore.requireReadable(copy);
      String obstacle = examined ? SqlEntryStore.obstacleTo(copy) : null;
      EntryStore store = SqlEntryStore.readable(copy, notOpened(obstacle));
      opened = true;
      return store;
    } finally {
      if (!opened) {
        copy.close();
      }
    }
  }

  /**
   * Refuses a place for a new log where there is anything, or beside which there is what SQLite
   * would take for part of it.
   *
   * @throws StoreException naming what is there
   */
  public static void requireFree(Path file) {
    DatabaseFiles.free(file);
  }

  /**
   * The file of a closed log and those that SQLite keeps beside it, whether they are there or not.
   */
  public static List<Path> filesOf(Path file) {
    DatabaseFiles files = new DatabaseFiles(file.toAbsolutePath());
    List<Path> all = new ArrayList<>(List.of(files.database()));
    all.addAll(files.beside());
    return all;
  }

  /** Deletes what belongs to a closed log that was not to be. */
  public static void delete(Path file) throws IOException {
    DatabaseFiles files = new DatabaseFiles(file.toAbsolutePath());
    files.delete();
    Files.deleteIfExists(files.folder().resolve(files.lockName()));
  }

  /**
   * Moves a closed log to where there is none, in one step.
   *
   * @throws StoreException when there is something at that place
   */
  public static void move(Path from, Path to) throws IOException {
    DatabaseFiles.free(to);
    DiskSync.file(from);
    try {
      // Unlike a renaming this takes no other file's place.
      Files.createLink(to, from);
    } catch (UnsupportedOperationException | FileSystemException e) {
      DatabaseFiles.free(to);
      Files.move(from, to);
    }
    delete(from);
  }
}
