package dev.varve.tools.documents;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program that the README shows: it is the file it names, and it runs. */
class EmbeddingTest {
  static final String PROGRAM = "examples/embedding/Embedding.java";

  final Repository repository = Repository.find();

  @Test
  void theReadmeShowsTheProgramAsItIs() throws IOException {
    String shown = "<!-- " + PROGRAM + " -->\n```java\n" + repository.read(PROGRAM) + "```\n";
    assertTrue(repository.read("README.md").contains(shown));
  }

  @Test
  void withTheFlagsOfTheReadmeItRemembersAndReadsBack(@TempDir Path folder)
      throws IOException, InterruptedException {
    Path output = folder.resolve("output");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(flags());
    command.addAll(List.of("-Dfile.encoding=UTF-8", "-cp", classPath()));
    command.add(repository.root().resolve(PROGRAM).toString());
    command.add(folder.resolve("log").toString());
    command.add(folder.resolve("keys").toString());
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(output.toFile())
            .redirectError(folder.resolve("errors").toFile())
            .start();
    boolean ended = process.waitFor(120, TimeUnit.SECONDS);
    process.destroyForcibly();
    assertTrue(ended, "it did not end");
    assertEquals(0, process.exitValue(), () -> read(folder.resolve("errors")));
    assertEquals(
        List.of("address_home is 12 Elm Road", "skills that fit: 0"), Files.readAllLines(output));
    assertTrue(Files.isDirectory(folder.resolve("log")));
    assertTrue(Files.isRegularFile(folder.resolve("keys").resolve("wrapping.key")));
  }

  private List<String> flags() throws IOException {
    return repository
        .read("README.md")
        .lines()
        .filter(line -> line.startsWith("--add-"))
        .collect(Collectors.toList());
  }

  /** Surefire's own, where the class path is only a jar that names the others. */
  private static String classPath() {
    String tested = System.getProperty("surefire.test.class.path");
    return tested != null ? tested : System.getProperty("java.class.path", "");
  }

  private static String read(Path file) {
    try {
      return Files.readString(file, StandardCharsets.UTF_8);
    } catch (IOException e) {
      return e.toString();
    }
  }
}
