package dev.varve.engine.jvm.keys;

import dev.varve.engine.jvm.disk.DiskSync;
import dev.varve.engine.jvm.disk.FolderTree;
import dev.varve.engine.seal.KeyStoreException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Replaces several files of a keys folder together.
 *
 * <pre>
 *  rotation.new/     the new files in the making     killed here: the old ones stand
 *  rotation.ready/   the new files, on the disk      killed here: the new ones stand
 * </pre>
 *
 * <p>The renaming from the one to the other is what decides. Then the old files are overwritten
 * with zeros and the new ones moved over them; a file that is still in {@code rotation.ready} is
 * the one that counts. Of the two files that can hold the wrapping key the new one takes the place
 * of whichever there was.
 *
 * <p>Overwriting is what a program can do: what the file system or the drive keeps of old blocks is
 * theirs, and so are copies that were made of the folder.
 */
final class KeyRotation {
  private static final String MAKING = "rotation.new";
  private static final String READY = "rotation.ready";

  /** In the order in which they are moved. */
  static final List<String> NAMES =
      List.of(
          KeyFiles.SUBJECTS,
          KeyFiles.WRAPPED,
          FileCheckpointSigner.PRIVATE,
          KeyFiles.WRAPPING_KEY,
          KeyFiles.WRAPPING_PASS);

  private final Path folder;
  private final Path making;
  private final Path ready;
  private final Consumer<String> steps;

  KeyRotation(Path folder) {
    this(folder, step -> {});
  }

  /** The same, telling each step before it is taken, so that a test can end the process there. */
  KeyRotation(Path folder, Consumer<String> steps) {
    this.folder = folder;
    this.making = folder.resolve(MAKING);
    this.ready = folder.resolve(READY);
    this.steps = steps;
  }

  /** Where a file is that counts now. */
  Path current(String name) {
    Path next = ready.resolve(name);
    return Files.exists(next) ? next : folder.resolve(name);
  }

  /** The file that holds the wrapping key now, as it is or wrapped by a passphrase. */
  Path wrapping() {
    for (Path place : List.of(ready, folder)) {
      for (String name : List.of(KeyFiles.WRAPPING_PASS, KeyFiles.WRAPPING_KEY)) {
        if (Files.exists(place.resolve(name))) {
          return place.resolve(name);
        }
      }
    }
    return folder.resolve(KeyFiles.WRAPPING_KEY);
  }

  /** Puts the new files on the disk; when this returns they are the ones that count. */
  void begin(Map<String, byte[]> files) throws IOException {
    steps.accept("make folder");
    PrivateFiles.folder(making);
    for (String name : NAMES) {
      byte[] content = files.get(name);
      if (content != null) {
        steps.accept("make " + name);
        PrivateFiles.create(making.resolve(name), content);
        DiskSync.file(making.resolve(name));
      }
    }
    DiskSync.folder(making);
    steps.accept("decide");
    Files.move(making, ready, StandardCopyOption.ATOMIC_MOVE);
    DiskSync.folder(folder);
  }

  /** Takes away what {@link #begin} left when it failed. */
  void abandon(IOException cause) {
    try {
      deleteMaking();
    } catch (IOException e) {
      cause.addSuppressed(e);
    }
  }

  private void deleteMaking() throws IOException {
    if (Files.exists(making)) {
      for (String name : NAMES) {
        overwrite(making.resolve(name));
      }
      FolderTree.delete(making);
    }
  }

  /** Brings a replacement that was decided to its end, and takes away one that was not. */
  void finish() {
    try {
      deleteMaking();
      if (!Files.exists(ready)) {
        return;
      }
      for (String name : NAMES) {
        Path next = ready.resolve(name);
        if (Files.exists(next)) {
          steps.accept("overwrite " + name);
          overwrite(folder.resolve(name));
          deleteOther(name);
          steps.accept("move " + name);
          Files.move(next, folder.resolve(name), StandardCopyOption.ATOMIC_MOVE);
        }
      }
      DiskSync.folder(folder);
      steps.accept("delete folder");
      FolderTree.delete(ready);
      DiskSync.folder(folder);
    } catch (IOException e) {
      throw new KeyStoreException("cannot finish replacing the keys in " + folder + ": " + e, e);
    }
  }

  private void deleteOther(String name) throws IOException {
    Path other =
        folder.resolve(
            name.equals(KeyFiles.WRAPPING_KEY) ? KeyFiles.WRAPPING_PASS : KeyFiles.WRAPPING_KEY);
    boolean isWrapping = name.equals(KeyFiles.WRAPPING_KEY) || name.equals(KeyFiles.WRAPPING_PASS);
    if (isWrapping && Files.exists(other)) {
      steps.accept("delete " + other.getFileName());
      overwrite(other);
      Files.delete(other);
    }
  }

  private static void overwrite(Path file) throws IOException {
    if (Files.exists(file)) {
      try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
        bytes.write(new byte[Math.toIntExact(bytes.length())]);
      }
      DiskSync.file(file);
    }
  }
}
