package dev.varve.tools.command;

import dev.varve.tools.files.Reasons;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import org.jspecify.annotations.Nullable;

/**
 * The examples of the repository that this program was built in.
 *
 * @param home the repository
 */
record Examples(Path home) {
  private static final Path RUN = Path.of("examples", "droidbot-testapp");

  /** Looks above the program's own jar or classes, then above the current folder. */
  static Examples find() {
    Path found = above(program());
    if (found == null) {
      found = above(Path.of("").toAbsolutePath());
    }
    if (found == null) {
      throw new CannotWorkException(
          "examples/droidbot-testapp is not there; run the demo from a checkout of the repository");
    }
    return new Examples(found);
  }

  private static @Nullable Path above(@Nullable Path start) {
    for (Path at = start; at != null; at = at.getParent()) {
      if (Files.isDirectory(at.resolve(RUN))) {
        return at;
      }
    }
    return null;
  }

  private static @Nullable Path program() {
    try {
      CodeSource source = Examples.class.getProtectionDomain().getCodeSource();
      return source == null ? null : Path.of(source.getLocation().toURI());
    } catch (URISyntaxException | FileSystemNotFoundException | IllegalArgumentException e) {
      return null;
    }
  }

  /** The DroidBot run. */
  Path run() {
    return home.resolve(RUN);
  }

  /** What was written about it. */
  Path annotations() {
    return home.resolve("examples").resolve("annotation.jsonl");
  }

  /** Where the demo goes when nobody says: inside the repository, else in a temporary folder. */
  Path demo() {
    if (Files.isWritable(home)) {
      return home.resolve(".varve").resolve("demo");
    }
    try {
      return Files.createTempDirectory("varve-demo-");
    } catch (IOException e) {
      throw new CannotWorkException(
          "no place for the demo: " + Reasons.of(e) + "; name one: varve demo DIR", e);
    }
  }
}
