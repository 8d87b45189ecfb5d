package dev.varve.tools;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Names, modification times and content of everything below a folder. */
final class FilesSeen {
  private FilesSeen() {}

  static Map<String, String> below(Path root) {
    Map<String, String> seen = new TreeMap<>();
    try (Stream<Path> paths = Files.walk(root)) {
      for (Path path : (Iterable<Path>) paths::iterator) {
        String content =
            Files.isRegularFile(path)
                ? Files.size(path) + " bytes, " + Arrays.hashCode(Files.readAllBytes(path))
                : "folder";
        seen.put(root.relativize(path).toString(), Files.getLastModifiedTime(path) + " " + content);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return seen;
  }
}
