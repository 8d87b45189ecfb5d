package dev.varve.tools.faults;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Another JVM on this one's class path, with this one's flags; talks in lines. */
final class ChildProcess implements AutoCloseable {
  /** The exit code of a process that signal 9 ended. */
  static final int KILLED = 137;

  private final Process process;
  private final BufferedReader out;
  private final BufferedWriter in;

  private ChildProcess(Process process) {
    this.process = process;
    this.out =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    this.in =
        new BufferedWriter(
            new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
  }

  static ChildProcess start(Class<?> main, Object... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    for (String flag : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
      if (flag.startsWith("--")) {
        command.add(flag);
      }
    }
    command.addAll(
        List.of("-ea", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto", "-cp"));
    command.add(System.getProperty("java.class.path"));
    command.add(main.getName());
    for (Object argument : arguments) {
      command.add(argument.toString());
    }
    return new ChildProcess(new ProcessBuilder(command).redirectErrorStream(true).start());
  }

  /** The next line, or null at the end. */
  @org.jspecify.annotations.Nullable
  String line() throws IOException {
    return out.readLine();
  }

  void say(String line) throws IOException {
    in.write(line);
    in.newLine();
    in.flush();
  }

  /** Kill -9; what it has said can still be read. */
  void kill() {
    process.toHandle().destroyForcibly();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  int exit() throws InterruptedException {
    return process.waitFor();
  }

  boolean exitWithin(long seconds) throws InterruptedException {
    return process.waitFor(seconds, TimeUnit.SECONDS);
  }

  /** Kills itself as an operator does, from inside. */
  static void dieNow() {
    try {
      new ProcessBuilder("kill", "-9", String.valueOf(ProcessHandle.current().pid()))
          .start()
          .waitFor();
      throw new IllegalStateException("this process lives on");
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException("cannot kill this process", e);
    }
  }

  @Override
  public void close() {
    process.toHandle().destroyForcibly();
    process.onExit().join();
  }
}
