package dev.varve.engine.jvm.chronicle;

import dev.varve.engine.jvm.disk.DiskSync;
import dev.varve.engine.store.StoreException;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;

/** The folder of a log in the making: what was created for it, so that a failure can undo it. */
final class NewFolder {
  private final Path folder;

  /** Folders that were created, the innermost first. */
  private final Deque<Path> created = new ArrayDeque<>();

  private NewFolder(Path folder) {
    this.folder = folder;
  }

  /**
   * Makes the folder and those above it, or accepts an empty one.
   *
   * @throws StoreException when there is something else
   */
  static NewFolder make(Path folder) {
    NewFolder place = new NewFolder(folder);
    try {
      if (Files.exists(folder)) {
        if (!Files.isDirectory(folder)) {
          throw new StoreException(folder + " exists and is no folder");
        }
        place.requireEmptyBut("");
        return place;
      }
      Deque<Path> missing = new ArrayDeque<>();
      for (Path path = folder.toAbsolutePath();
          path != null && !Files.exists(path);
          path = path.getParent()) {
        missing.push(path);
      }
      for (Path path : missing) {
        Files.createDirectory(path);
        place.created.push(path);
      }
      return place;
    } catch (IOException e) {
      place.deleteFolders();
      throw new StoreException("cannot create the folder " + folder + ": " + e, e);
    }
  }

  /** Throws when the folder holds anything beside a file of this name. */
  void requireEmptyBut(String name) {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      for (Path file : files) {
        if (!file.getFileName().toString().equals(name)) {
          throw new StoreException(
              folder
                  + " is not empty, it holds "
                  + file.getFileName()
                  + "; a new log needs an empty one");
        }
      }
    } catch (IOException e) {
      throw new StoreException("cannot list " + folder + ": " + e.getMessage(), e);
    }
  }

  /** Puts the names of the created folders on the disk. */
  void sync() {
    try {
      for (Path path : created) {
        Path parent = path.getParent();
        if (parent != null) {
          DiskSync.folder(parent);
        }
      }
    } catch (IOException e) {
      throw new StoreException("cannot bring " + folder + " to the disk: " + e.getMessage(), e);
    }
  }

  /** Deletes what a queue has left in a folder that was empty. */
  void deleteFiles() {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*.cq4*")) {
      for (Path file : files) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new StoreException("cannot clear " + folder + ": " + e.getMessage(), e);
    }
  }

  /** Deletes the folders that were created, as far as they are empty. */
  void deleteFolders() {
    while (!created.isEmpty()) {
      try {
        Files.delete(created.pop());
      } catch (IOException e) {
        return;
      }
    }
  }
}
