package dev.varve.engine.jvm.chronicle;

import dev.varve.engine.entry.Hex;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Names, bytes and modification times of a folder and of all that is in it, to compare before and
 * after.
 */
final class FolderSnapshot {
  private FolderSnapshot() {}

  /**
   * Must not be taken in the process that holds the log's lock: closing any handle on the lock file
   * gives the lock up.
   */
  static Map<String, String> of(Path folder) throws IOException, GeneralSecurityException {
    Map<String, String> found = new TreeMap<>();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        String content = "a folder";
        if (Files.isRegularFile(file)) {
          content = Hex.of(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
        }
        String time = Files.getLastModifiedTime(file).toString();
        found.put(folder.relativize(file).toString(), content + " " + time);
      }
    }
    return found;
  }
}
