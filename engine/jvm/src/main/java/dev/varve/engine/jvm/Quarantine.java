package dev.varve.engine.jvm;

import dev.varve.engine.jvm.disk.DiskSync;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/**
 * Where the files of a log are kept that a recovery replaced: {@code <log>.quarantine/<n>/}, beside
 * the log, the first one in 1. Nothing here is ever deleted or written again.
 */
final class Quarantine {
  private final Path folder;

  private Quarantine(Path folder) {
    this.folder = folder;
  }

  /** The folder of all that was set aside of a log; it need not exist. */
  static Path of(Path log) {
    return log.resolveSibling(log.getFileName() + ".quarantine");
  }

  /** The place for what is set aside next. Nothing is made. */
  static Quarantine next(Path log) throws IOException {
    long last = last(log);
    Path newest = of(log).resolve(Long.toString(last));
    boolean isFree = last == 0 || !isEmpty(newest);
    return new Quarantine(isFree ? of(log).resolve(Long.toString(last + 1)) : newest);
  }

  /** The place of a recovery that was under way. */
  static Quarantine newest(Path log) throws IOException {
    return new Quarantine(of(log).resolve(Long.toString(Math.max(1, last(log)))));
  }

  private static long last(Path log) throws IOException {
    long last = 0;
    if (Files.isDirectory(of(log))) {
      try (DirectoryStream<Path> places = Files.newDirectoryStream(of(log))) {
        for (Path place : places) {
          String name = place.getFileName().toString();
          if (name.matches("[1-9][0-9]{0,8}")) {
            last = Math.max(last, Long.parseLong(name));
          }
        }
      }
    }
    return last;
  }

  private static boolean isEmpty(Path folder) throws IOException {
    try (DirectoryStream<Path> content = Files.newDirectoryStream(folder)) {
      return !content.iterator().hasNext();
    }
  }

  /** Its name from beside the log: {@code log.quarantine/1}. */
  String name() {
    Path all = folder.getParent();
    return (all == null ? "" : all.getFileName() + "/") + folder.getFileName();
  }

  /** Makes the folder, on the disk when this returns. */
  void make() throws IOException {
    Files.createDirectories(folder);
    for (Path path = folder; path != null; path = path.getParent()) {
      DiskSync.folder(path);
      if (path.equals(folder.getParent())) {
        Path beside = path.getParent();
        if (beside != null) {
          DiskSync.folder(beside);
        }
        return;
      }
    }
  }

  /** Moves files or folders here, as far as they are there. */
  void take(List<Path> paths) throws IOException {
    for (Path path : paths) {
      if (Files.exists(path)) {
        Files.move(path, folder.resolve(path.getFileName()), StandardCopyOption.ATOMIC_MOVE);
      }
    }
    DiskSync.folder(folder);
  }
}
