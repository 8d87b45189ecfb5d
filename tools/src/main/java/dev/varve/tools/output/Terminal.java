package dev.varve.tools.output;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Whether somebody watches. */
public final class Terminal {
  private Terminal() {}

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
