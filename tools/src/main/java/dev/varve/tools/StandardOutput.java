package dev.varve.tools;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/** Remembers why writing failed, which a {@link java.io.PrintStream} above it forgets. */
final class StandardOutput extends FilterOutputStream {
  private @Nullable IOException failure;

  StandardOutput(OutputStream out) {
    super(out);
  }

  /** The first failure, or null. */
  @Nullable IOException failure() {
    return failure;
  }

  /** Whether it failed because nobody reads any more, which is no error. */
  static boolean isBrokenPipe(IOException e) {
    String message = e.getMessage();
    return message != null && (message.contains("Broken pipe") || message.contains("EPIPE"));
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    try {
      out.write(bytes, offset, length);
    } catch (IOException e) {
      failure = failure == null ? e : failure;
      throw e;
    }
  }
}
