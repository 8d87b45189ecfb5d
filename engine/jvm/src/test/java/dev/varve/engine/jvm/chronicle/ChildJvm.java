package dev.varve.engine.jvm.chronicle;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Starts another JVM on this one's class path, with or without the flags that the library needs.
 */
public final class ChildJvm implements AutoCloseable {
  /** What the library needs. */
  public static final List<String> FLAGS =
      List.of(
          "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
          "--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED",
          "--add-exports=java.base/sun.nio.ch=ALL-UNNAMED");

  private final Process process;
  private final BufferedReader out;

  private ChildJvm(Process process) {
    this.process = process;
    this.out =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  /** Runs {@link ChildWriter} with these arguments; its errors go where its output goes. */
  static ChildJvm start(List<String> flags, String... arguments) throws IOException {
    return start(ChildWriter.class, flags, arguments);
  }

  /** Runs a class's {@code main}. */
  public static ChildJvm start(Class<?> main, List<String> flags, String... arguments)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(flags);
    if (Runtime.version().feature() >= 23) {
      command.add("--enable-native-access=ALL-UNNAMED");
      command.add("--sun-misc-unsafe-memory-access=allow");
    }
    command.add("-XX:TieredStopAtLevel=1");
    command.add("-Xshare:auto");
    command.add("-cp");
    command.add(System.getProperty("java.class.path").replace(File.pathSeparator, ":"));
    command.add(main.getName());
    command.addAll(List.of(arguments));
    return new ChildJvm(new ProcessBuilder(command).redirectErrorStream(true).start());
  }

  /** The process's number. */
  public long pid() {
    return process.pid();
  }

  /** The next line of output, or an empty one at its end. */
  public String line() throws IOException {
    String line = out.readLine();
    return line == null ? "" : line;
  }

  /** What is left of the output, without waiting for more than the process's end. */
  public List<String> rest() throws IOException {
    List<String> lines = new ArrayList<>();
    for (String line = out.readLine(); line != null; line = out.readLine()) {
      lines.add(line);
    }
    return lines;
  }

  /** Waits for its end and returns its exit code. */
  public int exit() throws InterruptedException {
    return process.waitFor();
  }

  /** Kill -9; unlike the process's own method this leaves its output to be read. */
  public void kill() {
    process.toHandle().destroyForcibly();
    process.onExit().join();
  }

  @Override
  public void close() {
    kill();
  }
}
