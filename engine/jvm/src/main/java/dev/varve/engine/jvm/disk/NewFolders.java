package dev.varve.engine.jvm.disk;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.util.ArrayDeque;
import java.util.Deque;

/** The folders that had to be made for a path, so that a failure can take them away again. */
public final class NewFolders {
  /** Folders that were created, the innermost first. */
  private final Deque<Path> created = new ArrayDeque<>();

  private NewFolders() {}

  /**
   * Makes the folder and those above it, as far as they are missing.
   *
   * @param attributes of every folder that is made
   * @throws IOException when one cannot be made; then none of them is left
   */
  public static NewFolders make(Path folder, FileAttribute<?>... attributes) throws IOException {
    Deque<Path> missing = new ArrayDeque<>();
    for (Path path = folder.toAbsolutePath();
        path != null && !Files.exists(path);
        path = path.getParent()) {
      missing.push(path);
    }
    NewFolders folders = new NewFolders();
    boolean made = false;
    try {
      for (Path path : missing) {
        folders.add(path, attributes);
      }
      made = true;
      return folders;
    } finally {
      if (!made) {
        folders.delete();
      }
    }
  }

  private void add(Path path, FileAttribute<?>... attributes) throws IOException {
    try {
      Files.createDirectory(path, attributes);
      created.push(path);
    } catch (FileAlreadyExistsException e) {
      // Somebody else's, made in this moment, or another name of one of ours.
      if (!Files.isDirectory(path)) {
        throw e;
      }
    }
  }

  /** Returns when the names of the folders that were made are on the disk. */
  public void sync() throws IOException {
    for (Path path : created) {
      Path parent = path.getParent();
      if (parent != null) {
        DiskSync.folder(parent);
      }
    }
  }

  /** Deletes the folders that were made, as far as they are empty. */
  public void delete() {
    while (!created.isEmpty()) {
      try {
        Files.delete(created.pop());
      } catch (IOException e) {
        return;
      }
    }
  }
}
