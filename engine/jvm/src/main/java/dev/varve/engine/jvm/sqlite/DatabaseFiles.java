package dev.varve.engine.jvm.sqlite;

import dev.varve.engine.entry.EntryHeader;
import dev.varve.engine.store.NoSuchLogException;
import dev.varve.engine.store.StoreException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The files that belong to a database.
 *
 * @param database the file that a log is named by
 */
record DatabaseFiles(Path database) {
  private static final List<String> BESIDE = List.of("-wal", "-shm", "-journal");
  private static final byte[] MAGIC = "SQLite format 3\0".getBytes(StandardCharsets.US_ASCII);

  /** Where the header of a database has the application id. */
  private static final int APPLICATION_ID_AT = 68;

  /**
   * The files of a log that is there, links resolved.
   *
   * @throws NoSuchLogException when there is no such file
   */
  static DatabaseFiles existing(Path file) {
    if (!Files.exists(file)) {
      throw new NoSuchLogException("no log at " + file + ": there is no such file");
    }
    if (!Files.isRegularFile(file)) {
      throw new NoSuchLogException("no log at " + file + ": it is no file");
    }
    if (!Files.isReadable(file)) {
      throw new StoreException(file + " cannot be read: permission denied");
    }
    try {
      DatabaseFiles files = new DatabaseFiles(file.toRealPath());
      DatabaseInUse.read(files.database, files::requireForm);
      return files;
    } catch (IOException e) {
      throw new StoreException("cannot resolve " + file + ": " + e, e);
    }
  }

  /** Refuses what is no database, unless it is the log's application id that survived. */
  private void requireForm(RandomAccessFile opened) throws IOException {
    byte[] beginning = new byte[APPLICATION_ID_AT + 4];
    int length = Math.max(0, opened.read(beginning));
    boolean isDatabase = length >= MAGIC.length && beginsWith(beginning);
    boolean isMarked =
        length == beginning.length
            && ByteBuffer.wrap(beginning).getInt(APPLICATION_ID_AT) == EntryHeader.MAGIC;
    if (!isDatabase && !isMarked) {
      throw new NoSuchLogException("no log at " + database + ": it is no SQLite database");
    }
  }

  private static boolean beginsWith(byte[] beginning) {
    return Arrays.equals(MAGIC, Arrays.copyOf(beginning, MAGIC.length));
  }

  /**
   * The files of a log that is to be made, in a folder that is there.
   *
   * @throws StoreException when one of them is there: SQLite would take another database's
   *     write-ahead log for this one's
   */
  static DatabaseFiles free(Path file) {
    Path absolute = file.toAbsolutePath();
    DatabaseFiles files = new DatabaseFiles(absolute);
    List<Path> all = new ArrayList<>(files.beside());
    all.add(0, absolute);
    for (Path one : all) {
      if (Files.exists(one, LinkOption.NOFOLLOW_LINKS)) {
        throw new StoreException(one + " exists already; choose another place");
      }
    }
    return files;
  }

  List<Path> beside() {
    List<Path> paths = new ArrayList<>();
    for (String suffix : BESIDE) {
      paths.add(beside(suffix));
    }
    return paths;
  }

  private Path beside(String suffix) {
    return database.resolveSibling(database.getFileName() + suffix);
  }

  /** The write-ahead log. */
  Path writeAheadLog() {
    return beside("-wal");
  }

  /** Whether SQLite has nothing beside the database that belongs to it. */
  boolean isAllInDatabase() {
    try {
      return !Files.exists(beside("-journal"))
          && (!Files.exists(writeAheadLog()) || Files.size(writeAheadLog()) == 0);
    } catch (IOException e) {
      return false;
    }
  }

  /** Name of the file by which the one writer is known. */
  String lockName() {
    return database.getFileName() + "-writer";
  }

  /** Folder of all of them. */
  Path folder() {
    Path parent = database.getParent();
    if (parent == null) {
      throw new StoreException(database + " cannot be a log");
    }
    return parent;
  }

  /** Deletes all of them, as far as they are there. */
  void delete() throws IOException {
    Files.deleteIfExists(database);
    for (Path path : beside()) {
      Files.deleteIfExists(path);
    }
  }
}
