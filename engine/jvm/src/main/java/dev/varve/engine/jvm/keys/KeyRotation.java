package dev.varve.engine.jvm.keys;

import dev.varve.engine.jvm.disk.DiskSync;
import dev.varve.engine.jvm.disk.FolderTree;
import dev.varve.engine.seal.KeyStoreException;
import dev.varve.engine.seal.SubjectKeyStore.Row;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/**
 * Replaces {@code kek.wrapped} and {@code subjects.keys} together, though they are two files.
 *
 * <pre>
 *  rotation.new/     both files in the making        killed here: the old ones stand
 *  rotation.ready/   both files, on the disk         killed here: the new ones stand
 * </pre>
 *
 * <p>The renaming from the one to the other is what decides. Then the old files are overwritten
 * with zeros and the new ones moved over them; a file that is still in {@code rotation.ready} is
 * the one that counts. Overwriting is what a program can do: what the file system or the drive
 * keeps of old blocks is theirs.
 */
final class KeyRotation {
  private static final String MAKING = "rotation.new";
  private static final String READY = "rotation.ready";
  private static final List<String> NAMES = List.of(KeyFiles.SUBJECTS, KeyFiles.WRAPPED);

  private final Path folder;
  private final Path making;
  private final Path ready;

  KeyRotation(Path folder) {
    this.folder = folder;
    this.making = folder.resolve(MAKING);
    this.ready = folder.resolve(READY);
  }

  /** Where a file is that counts now. */
  Path current(String name) {
    Path next = ready.resolve(name);
    return Files.exists(next) ? next : folder.resolve(name);
  }

  /** Puts the new files on the disk; when this returns they are the ones that count. */
  void begin(byte[] wrappingKey, List<Row> rows) throws IOException {
    PrivateFiles.folder(making);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.write(KeyRow.header());
    for (Row row : rows) {
      bytes.write(KeyRow.of(row));
    }
    PrivateFiles.create(making.resolve(KeyFiles.SUBJECTS), bytes.toByteArray());
    DiskSync.file(making.resolve(KeyFiles.SUBJECTS));
    new WrappedKeyFile(making.resolve(KeyFiles.WRAPPED)).write(wrappingKey);
    DiskSync.folder(making);
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
          overwrite(folder.resolve(name));
          Files.move(next, folder.resolve(name), StandardCopyOption.ATOMIC_MOVE);
        }
      }
      DiskSync.folder(folder);
      FolderTree.delete(ready);
      DiskSync.folder(folder);
    } catch (IOException e) {
      throw new KeyStoreException("cannot finish replacing the keys in " + folder + ": " + e, e);
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
