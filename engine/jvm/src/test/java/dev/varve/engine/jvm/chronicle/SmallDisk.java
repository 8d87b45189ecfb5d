package dev.varve.engine.jvm.chronicle;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A disk that can be filled, for a process of its own: a small tmpfs in a mount namespace, which
 * ends with the process, or else a limit on the length of files.
 */
enum SmallDisk {
  /** As root. */
  NAMESPACE,
  /** As anybody, where the system lets users have namespaces. */
  USER_NAMESPACE,
  /** Anywhere: a file that would become longer than this is "full". */
  FILE_LIMIT;

  /** Bytes of the tmpfs. */
  static final int SIZE = 6 << 20;

  /** Longest file, in units of 1024 bytes, where there is no tmpfs. */
  private static final int LONGEST_FILE = 2800;

  /** The first that works here. */
  static SmallDisk find(Path place) throws InterruptedException {
    for (SmallDisk disk : List.of(NAMESPACE, USER_NAMESPACE)) {
      if (disk.works(place)) {
        return disk;
      }
    }
    return FILE_LIMIT;
  }

  private boolean works(Path place) throws InterruptedException {
    try {
      Process probe = new ProcessBuilder(command(place, "true")).start();
      return probe.waitFor(10, TimeUnit.SECONDS) && probe.exitValue() == 0;
    } catch (IOException e) {
      // No such program here.
      return false;
    }
  }

  /** Starts a class's {@code main} with {@code place} on the small disk. */
  Process start(Path place, Class<?> main, List<String> arguments) throws IOException {
    List<String> java = new ArrayList<>();
    java.add("'" + Path.of(System.getProperty("java.home"), "bin", "java") + "'");
    java.addAll(ChildJvm.FLAGS);
    if (Runtime.version().feature() >= 23) {
      java.add("--enable-native-access=ALL-UNNAMED");
      java.add("--sun-misc-unsafe-memory-access=allow");
    }
    java.add("-ea");
    java.add("-XX:TieredStopAtLevel=1");
    java.add("-cp");
    java.add("'" + System.getProperty("java.class.path").replace(File.pathSeparator, ":") + "'");
    java.add(main.getName());
    arguments.forEach(argument -> java.add("'" + argument + "'"));
    return new ProcessBuilder(command(place, "exec " + String.join(" ", java)))
        .redirectErrorStream(true)
        .start();
  }

  private List<String> command(Path place, String then) {
    String before =
        this == FILE_LIMIT
            ? "ulimit -f " + LONGEST_FILE
            : "mount -t tmpfs -o size=" + SIZE + " none '" + place + "'";
    List<String> command = new ArrayList<>();
    if (this != FILE_LIMIT) {
      command.addAll(List.of("unshare", this == NAMESPACE ? "-m" : "-Urm"));
    }
    command.addAll(List.of("bash", "-c", before + " && " + then));
    return command;
  }

  /** All lines that a process says until it ends. */
  static List<String> lines(Process process) throws IOException {
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return said.lines().toList();
  }
}
