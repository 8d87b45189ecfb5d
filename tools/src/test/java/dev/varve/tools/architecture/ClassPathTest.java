package dev.varve.tools.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;

/**
 * What has arrived on the class path, whatever the artifact calls itself: a library may carry
 * another's classes inside its own jar.
 */
final class ClassPathTest {

  /**
   * JUnit's own assertions for Kotlin callers, in these two jars alone and in test scope alone.
   * They need no Kotlin class unless they are called.
   */
  private static final Set<String> MODULES_OF_JUNIT =
      Set.of(
          "META-INF/junit-jupiter-api.kotlin_module",
          "META-INF/junit-jupiter-params.kotlin_module");

  @Test
  void holdsNoKotlinClassAndNoKotlinModule() throws IOException {
    List<String> found = new ArrayList<>();
    for (Path element : classPath()) {
      for (String name : names(element)) {
        String lower = name.toLowerCase(Locale.ROOT);
        if (lower.startsWith("kotlin/")
            || lower.startsWith("kotlinx/")
            || (lower.endsWith(".kotlin_module") && !MODULES_OF_JUNIT.contains(name))
            || lower.endsWith(".kt")) {
          found.add(element.getFileName() + ": " + name);
        }
      }
    }
    assertEquals(List.of(), found);
  }

  @Test
  void holdsNothingThatReportsUsage() throws IOException {
    List<String> found = new ArrayList<>();
    for (Path element : classPath()) {
      for (String name : names(element)) {
        if (name.startsWith("net/openhft/chronicle/analytics/")) {
          found.add(element.getFileName() + ": " + name);
        }
      }
    }
    assertEquals(List.of(), found);
    assertThrows(
        ClassNotFoundException.class,
        () -> Class.forName("net.openhft.chronicle.analytics.Analytics"));
  }

  @Test
  void isTheOneThatTheCommandRunsOn() throws IOException {
    List<String> names = new ArrayList<>();
    for (Path element : classPath()) {
      names.addAll(names(element));
    }
    assertTrue(names.contains("picocli/CommandLine.class"));
    assertTrue(names.contains("net/openhft/chronicle/queue/ChronicleQueue.class"));
    assertTrue(names.contains("jnr/ffi/LibraryLoader.class"), "without it a sync does nothing");
  }

  /** Surefire may start the tests from a jar that only points at the real class path. */
  private static List<Path> classPath() {
    String value = System.getProperty("surefire.test.class.path");
    if (value == null) {
      value = System.getProperty("java.class.path", "");
    }
    List<Path> elements = new ArrayList<>();
    for (String element : value.split(File.pathSeparator, -1)) {
      Path path = Path.of(element);
      if (Files.exists(path)) {
        elements.add(path);
      }
    }
    return elements;
  }

  private static List<String> names(Path element) throws IOException {
    if (Files.isDirectory(element)) {
      try (Stream<Path> files = Files.walk(element)) {
        return files
            .filter(Files::isRegularFile)
            .map(file -> element.relativize(file).toString().replace(File.separatorChar, '/'))
            .toList();
      }
    }
    try (ZipFile jar = new ZipFile(element.toFile())) {
      return jar.stream().map(entry -> entry.getName()).toList();
    }
  }
}
