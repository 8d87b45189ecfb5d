package dev.varve.tools.documents;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The repository that the tests run in. */
final class Repository {
  private final Path root;

  private Repository(Path root) {
    this.root = root;
  }

  /** Found by the launcher at its root, in the folder of the test or one above it. */
  static Repository find() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("varve")) || !Files.exists(folder.resolve("README.md"))) {
      folder = folder.getParent();
      if (folder == null) {
        throw new IllegalStateException("no README.md beside a launcher in any folder above");
      }
    }
    return new Repository(folder);
  }

  Path root() {
    return root;
  }

  String read(String path) throws IOException {
    return Files.readString(root.resolve(path), StandardCharsets.UTF_8);
  }

  /** All documents, as paths from the root. */
  List<String> documents() throws IOException {
    return files(".md");
  }

  /** Names of all test classes. */
  List<String> testClasses() throws IOException {
    return files("Test.java").stream()
        .map(file -> file.substring(file.lastIndexOf('/') + 1, file.length() - ".java".length()))
        .collect(Collectors.toList());
  }

  private List<String> files(String ending) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      return files
          .map(root::relativize)
          .filter(file -> !isMade(file) && file.toString().endsWith(ending))
          .map(file -> file.toString().replace('\\', '/'))
          .sorted()
          .collect(Collectors.toList());
    }
  }

  /** Whether a file was made by a build or is not of the repository at all. */
  private static boolean isMade(Path file) {
    for (Path part : file) {
      String name = part.toString();
      if (name.equals("target") || (name.startsWith(".") && !name.equals(".ci"))) {
        return true;
      }
    }
    return false;
  }
}
