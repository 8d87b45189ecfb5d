package dev.varve.engine.jvm.chronicle;

import dev.varve.engine.jvm.disk.NewFolders;
import dev.varve.engine.store.StoreException;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** The folder of a log in the making: what was created for it, so that a failure can undo it. */
final class NewFolder {
  private final Path folder;
  private final NewFolders created;

  private NewFolder(Path folder, NewFolders created) {
    this.folder = folder;
    this.created = created;
  }

  /**
   * Makes the folder and those above it, or accepts an empty one.
   *
   * @throws StoreException when there is something else
   */
  static NewFolder make(Path folder) {
    if (Files.exists(folder) && !Files.isDirectory(folder)) {
      throw new StoreException(folder + " exists and is no folder");
    }
    try {
      NewFolder place = new NewFolder(folder, NewFolders.make(folder));
      place.requireEmptyBut("");
      return place;
    } catch (IOException e) {
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
      created.sync();
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
    created.delete();
  }
}
