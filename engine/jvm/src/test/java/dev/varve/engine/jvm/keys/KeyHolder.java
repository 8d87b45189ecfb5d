package dev.varve.engine.jvm.keys;

import dev.varve.engine.VarveException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** A process that has a folder's keys open for writing until there is something to read. */
final class KeyHolder {
  private KeyHolder() {}

  /** Argument: the folder. */
  public static void main(String[] arguments) throws IOException {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    try (KeyFiles files = KeyFiles.open(Path.of(arguments[0]), true)) {
      out.println("holding " + files.folder().getFileName());
      System.in.read();
    } catch (VarveException e) {
      out.println(e.getClass().getSimpleName() + ": " + e.getMessage());
    }
  }
}
