package dev.varve.engine.jvm.keys;

import dev.varve.engine.entry.ByteString;
import dev.varve.engine.entry.SubjectId;
import dev.varve.engine.seal.SubjectKeyStore.Row;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** A process that replaces a folder's keys, and stops at one step until it is killed. */
final class RotatingProcess {
  static final SubjectId GONE = new SubjectId(1, 1);
  static final SubjectId STAYS = new SubjectId(2, 2);

  private RotatingProcess() {}

  static byte[] filled(int length, int fill) {
    byte[] bytes = new byte[length];
    Arrays.fill(bytes, (byte) fill);
    return bytes;
  }

  static ByteString wrapped(int fill) {
    return ByteString.of(filled(60, fill));
  }

  /** Arguments: the folder, and the number of the step to stop at. */
  public static void main(String[] arguments) {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    int[] step = {0};
    try (FileSubjectKeyStore store =
        FileSubjectKeyStore.open(
            Path.of(arguments[0]),
            true,
            name -> {
              if (step[0]++ == Integer.parseInt(arguments[1])) {
                out.println("at " + name);
                waitForTheEnd();
              }
            })) {
      Map<String, byte[]> files =
          Map.of(
              "wrapping.pass", filled(93, 'P'),
              "checkpoint.key", WrappedKeyFile.bytes(filled(200, 'C')));
      store.replacingWith(
          files,
          () ->
              store.replaceAll(
                  filled(60, 'K'),
                  List.of(new Row(STAYS, 0, wrapped('S')), Row.destroyed(STAYS, 4))));
    }
    out.println("done");
  }

  private static void waitForTheEnd() {
    try {
      while (System.in.read() >= 0) {
        // nobody says anything
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
