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

/** Names, bytes and modification times of all files of a folder, to compare before and after. */
final class FolderSnapshot {
  private FolderSnapshot() {}

  /**
   * Must not be taken in the process that holds the log's lock: closing any handle on the lock file
   * gives the lock up.
   */
  static Map<String, String> of(Path folder) throws IOException, GeneralSecurityException {
    Map<String, String> found = new TreeMap<>();
    found.put(".", Files.getLastModifiedTime(folder).toString());
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        byte[] hash = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file));
        found.put(
            file.getFileName().toString(), Hex.of(hash) + " " + Files.getLastModifiedTime(file));
      }
    }
    return found;
  }
}
