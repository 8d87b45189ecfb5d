package dev.varve.engine.jvm.sqlite;

import dev.varve.engine.store.NoSuchLogException;
import dev.varve.engine.store.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The files that belong to a database.
 *
 * @param database the file that a log is named by
 */
record DatabaseFiles(Path database) {
  private static final List<String> BESIDE = List.of("-wal", "-shm", "-journal");

  /**
   * The files of a log that is there, links resolved.
   *
   * @throws NoSuchLogException when there is no such file
   */
  static DatabaseFiles existing(Path file) {
    if (!Files.exists(file)) {
      throw new NoSuchLogException("no such log: " + file);
    }
    if (!Files.isRegularFile(file)) {
      throw new NoSuchLogException("no log: " + file + " is no ordinary file");
    }
    if (!Files.isReadable(file)) {
      throw new StoreException(file + " cannot be read: permission denied");
    }
    try {
      if (Files.size(file) == 0) {
        throw new NoSuchLogException("no log: " + file + " is empty");
      }
      return new DatabaseFiles(file.toRealPath());
    } catch (IOException e) {
      throw new StoreException("cannot resolve " + file + ": " + e, e);
    }
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
        throw new StoreException(one + " exists; choose another place");
      }
    }
    return files;
  }

  private List<Path> beside() {
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
