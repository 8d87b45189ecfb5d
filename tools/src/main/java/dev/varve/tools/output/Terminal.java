package dev.varve.tools.output;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Whether somebody watches. */
public final class Terminal {
  private Terminal() {}

  /** What is typed at the process's terminal, unseen; null when it has none. */
  @SuppressWarnings("SystemConsoleNull") // isTerminal asks what null no longer says
  public static char @Nullable [] secret(String prompt) {
    java.io.Console console = System.console();
    return console == null || !isTerminal(console) ? null : console.readPassword("%s: ", prompt);
  }

  /** From Java 22 on there is a console without a terminal as well, and a way to ask it. */
  private static boolean isTerminal(java.io.Console console) {
    try {
      return (boolean) java.io.Console.class.getMethod("isTerminal").invoke(console);
    } catch (NoSuchMethodException e) {
      return true;
    } catch (ReflectiveOperationException e) {
      return false;
    }
  }

  /** Whether standard error is a terminal, as far as the platform tells; else no. */
  public static boolean isStandardError() {
    try {
      String target = Files.readSymbolicLink(Path.of("/proc/self/fd/2")).toString();
      return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
    } catch (IOException | RuntimeException e) {
      return false;
    }
  }
}
