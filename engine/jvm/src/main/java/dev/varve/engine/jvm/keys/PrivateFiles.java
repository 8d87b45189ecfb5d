package dev.varve.engine.jvm.keys;

import dev.varve.engine.jvm.disk.NewFolders;
import dev.varve.engine.jvm.disk.Uninterrupted;
import dev.varve.engine.seal.KeyStoreException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;

/**
 * Files and folders that only their owner may open: 0600 and 0700 from the moment they exist. On a
 * file system without such permissions, what the folder grants holds.
 */
final class PrivateFiles {
  private static final Set<PosixFilePermission> OTHERS =
      EnumSet.complementOf(
          EnumSet.of(
              PosixFilePermission.OWNER_READ,
              PosixFilePermission.OWNER_WRITE,
              PosixFilePermission.OWNER_EXECUTE));

  private static final Set<PosixFilePermission> OTHERS_WRITE =
      EnumSet.of(PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE);

  private PrivateFiles() {}

  /** Makes a file with this content; there must be none, and none is left by a failure. */
  static void create(Path file, byte[] content) throws IOException {
    Uninterrupted.again(
        () -> {
          boolean written = false;
          SeekableByteChannel channel =
              Files.newByteChannel(
                  file,
                  Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                  ownersAlone(file));
          try (channel) {
            ByteBuffer bytes = ByteBuffer.wrap(content);
            while (bytes.hasRemaining()) {
              channel.write(bytes);
            }
            written = true;
            return file;
          } finally {
            if (!written) {
              Files.deleteIfExists(file);
            }
          }
        });
  }

  /**
   * Makes a folder and those above it, or takes an existing one; one that is empty is closed to
   * others.
   *
   * @throws KeyStoreException when others could put files into it
   */
  static NewFolders folder(Path folder) throws IOException {
    boolean existed = Files.exists(folder);
    NewFolders created = NewFolders.make(folder, attributes(folder, "rwx------"));
    if (existed && isPosix(folder) && isEmpty(folder)) {
      Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
    }
    requireUnwritable(folder);
    return created;
  }

  private static boolean isEmpty(Path folder) throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      return !files.iterator().hasNext();
    }
  }

  /** Throws when anybody but the owner may put files into the folder. */
  static void requireUnwritable(Path folder) throws IOException {
    refuse(folder, OTHERS_WRITE, "changed", "chmod 700");
  }

  /** Throws when anybody but the owner may do anything with the file. */
  static void requirePrivate(Path file) throws IOException {
    refuse(file, OTHERS, "opened", "chmod 600");
  }

  private static void refuse(
      Path path, Set<PosixFilePermission> refused, String what, String remedy) throws IOException {
    if (!isPosix(path)) {
      return;
    }
    Set<PosixFilePermission> granted = Files.getPosixFilePermissions(path);
    if (granted.stream().anyMatch(refused::contains)) {
      throw new KeyStoreException(
          "%s can be %s by others (%s): run %s '%s'"
              .formatted(path, what, PosixFilePermissions.toString(granted), remedy, path));
    }
  }

  /** What a file has to be made with. */
  static FileAttribute<?>[] ownersAlone(Path file) {
    return attributes(file, "rw-------");
  }

  private static FileAttribute<?>[] attributes(Path path, String permissions) {
    return isPosix(path)
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
        }
        : new FileAttribute<?>[0];
  }

  private static boolean isPosix(Path path) {
    return path.getFileSystem().supportedFileAttributeViews().contains("posix");
  }
}
