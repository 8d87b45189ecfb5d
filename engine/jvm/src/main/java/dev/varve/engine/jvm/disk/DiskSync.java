package dev.varve.engine.jvm.disk;

import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Brings bytes and names to the disk.
 *
 * <p>A thread that is interrupted is no reason to give up half-way: a channel that an interrupt
 * closed is opened again, and the interrupt is passed on when the work is done. Thread-safe.
 */
public final class DiskSync {
  private DiskSync() {}

  /**
   * Returns when the bytes of {@code file} are on the disk, those written through a mapping
   * included.
   *
   * @throws IOException when the operating system cannot say so
   */
  public static void file(Path file) throws IOException {
    force(file, StandardOpenOption.WRITE, false);
  }

  /**
   * Returns when the names in {@code folder} are on the disk. Does nothing on Windows, which has no
   * such call and needs none.
   *
   * @throws IOException when the operating system cannot say so
   */
  public static void folder(Path folder) throws IOException {
    if (File.separatorChar == '/') {
      force(folder, StandardOpenOption.READ, true);
    }
  }

  private static void force(Path path, StandardOpenOption mode, boolean metadata)
      throws IOException {
    Uninterrupted.again(
        () -> {
          try (FileChannel channel = FileChannel.open(path, mode)) {
            channel.force(metadata);
            return path;
          }
        });
  }
}
