package dev.varve.tools.recording;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * Splits bytes at line feeds, within limits. A carriage return before a line feed and a byte order
 * mark at the start are not part of a line. Not thread-safe.
 */
final class LineReader implements Closeable {
  /**
   * Longest line, in bytes. No telling is larger as a payload than it was as JSON, and a screen
   * adds less than 100 KiB of texts to it, so that what is accepted fits an entry (512 KiB).
   */
  static final int MAX_LINE = 256 << 10;

  /** Largest file, in bytes. */
  static final long MAX_FILE = 256L << 20;

  private final String file;
  private final InputStream in;
  private long line;
  private long bytes;

  LineReader(String file, InputStream in) {
    this.file = file;
    this.in = new BufferedInputStream(in, 1 << 16);
  }

  /** The next line, or null at the end. */
  byte @Nullable [] next() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream(256);
    int b = in.read();
    if (b < 0) {
      return null;
    }
    line++;
    while (b >= 0 && b != '\n') {
      out.write(b);
      if (out.size() > MAX_LINE) {
        throw new RecordingException(
            origin(), "a line should have at most " + MAX_LINE + " bytes, found more");
      }
      b = in.read();
    }
    bytes += out.size() + 1;
    if (bytes > MAX_FILE) {
      throw new RecordingException(
          origin(), "a recording should have at most " + MAX_FILE + " bytes, found more");
    }
    return trimmed(out.toByteArray());
  }

  private byte[] trimmed(byte[] raw) {
    int from = 0;
    int to = raw.length;
    if (line == 1
        && to >= 3
        && raw[0] == (byte) 0xef
        && raw[1] == (byte) 0xbb
        && raw[2] == (byte) 0xbf) {
      from = 3;
    }
    if (to > from && raw[to - 1] == '\r') {
      to--;
    }
    return java.util.Arrays.copyOfRange(raw, from, to);
  }

  /** Where the last line stands. */
  Origin origin() {
    return new Origin(file, line);
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
