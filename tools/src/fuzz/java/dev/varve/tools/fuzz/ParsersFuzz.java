package dev.varve.tools.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/**
 * The targets under Jazzer, which looks for inputs that reach code no other has reached: {@code
 * JAZZER_FUZZ=1 mvn -Pfuzz -pl tools -am test -Dtest='ParsersFuzz#note'
 * -Dsurefire.failIfNoSpecifiedTests=false}. Without the variable it reruns the seeds.
 */
final class ParsersFuzz {
  @TempDir static Path folder;

  private static void read(FuzzTarget target, byte[] input) throws IOException {
    boolean unused = target.takes(input, folder);
  }

  @FuzzTest(maxDuration = "2m")
  void header(byte[] input) throws IOException {
    read(FuzzTarget.HEADER, input);
  }

  @FuzzTest(maxDuration = "2m")
  void cbor(byte[] input) throws IOException {
    read(FuzzTarget.CBOR, input);
  }

  @FuzzTest(maxDuration = "2m")
  void note(byte[] input) throws IOException {
    read(FuzzTarget.NOTE, input);
  }

  @FuzzTest(maxDuration = "2m")
  void proof(byte[] input) throws IOException {
    read(FuzzTarget.PROOF, input);
  }

  @FuzzTest(maxDuration = "2m")
  void growth(byte[] input) throws IOException {
    read(FuzzTarget.GROWTH, input);
  }

  @FuzzTest(maxDuration = "2m")
  void key(byte[] input) throws IOException {
    read(FuzzTarget.KEY, input);
  }

  @FuzzTest(maxDuration = "2m")
  void export(byte[] input) throws IOException {
    read(FuzzTarget.EXPORT, input);
  }

  @FuzzTest(maxDuration = "2m")
  void recording(byte[] input) throws IOException {
    read(FuzzTarget.RECORDING, input);
  }

  @FuzzTest(maxDuration = "2m")
  void screen(byte[] input) throws IOException {
    read(FuzzTarget.SCREEN, input);
  }

  @FuzzTest(maxDuration = "2m")
  void keys(byte[] input) throws IOException {
    read(FuzzTarget.KEYS, input);
  }
}
