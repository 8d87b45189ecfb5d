package dev.varve.engine.jvm.sqlite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A disk that is full, for a process of its own: a small tmpfs in a mount namespace, which goes
 * with the process.
 */
final class SqliteDiskFullTest {
  /** Ways into a namespace of one's own: as root, or as anybody where the kernel lets one. */
  private static final List<List<String>> WAYS =
      List.of(List.of("unshare", "-m"), List.of("unshare", "-Urm"));

  @TempDir Path temp;

  @Test
  void aFullDiskIsSaidBeforeTheAcknowledgementAndWritingGoesOnWithSpace() throws Exception {
    List<String> way = way();
    assertTrue(!way.isEmpty(), "no small disk can be made here, neither as root nor as a user");
    List<String> java = new ArrayList<>();
    java.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    java.addAll(List.of("-ea", "-XX:TieredStopAtLevel=1", "-Xshare:auto"));
    if (Runtime.version().feature() >= 23) {
      java.add("--enable-native-access=ALL-UNNAMED");
    }
    java.addAll(
        List.of(
            "-cp",
            System.getProperty("java.class.path").replace(File.pathSeparator, ":"),
            SqliteChild.class.getName(),
            "fill",
            temp.resolve("log.db").toString()));
    List<String> command = new ArrayList<>(way);
    command.addAll(List.of("sh", "-c", "mount -t tmpfs -o size=1m none \"$0\" && exec \"$@\""));
    command.add(temp.toString());
    command.addAll(java);
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), output);
    List<String> lines = output.lines().toList();
    assertEquals(7, lines.size(), output);
    int last = 0;
    for (String line : lines.subList(0, 6)) {
      assertTrue(line.startsWith("full "), output);
      last = Integer.parseInt(line.substring(5));
    }
    assertEquals("done " + (last + 2), lines.get(6));
  }

  private List<String> way() throws IOException, InterruptedException {
    for (List<String> way : WAYS) {
      List<String> attempt = new ArrayList<>(way);
      attempt.addAll(List.of("sh", "-c", "mount -t tmpfs -o size=1m none '" + temp + "'"));
      try {
        Process process = new ProcessBuilder(attempt).redirectErrorStream(true).start();
        process.getInputStream().readAllBytes();
        if (process.waitFor() == 0) {
          return way;
        }
      } catch (IOException e) {
        // There is no such program.
      }
    }
    return List.of();
  }
}
