package dev.varve.tools.recording;

import dev.varve.tools.files.Reasons;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/**
 * A screen's file, known to lie inside its recording's folder.
 *
 * @param path with symbolic links resolved
 * @param origin where it is named
 * @param name as it is named there
 */
public record ScreenFile(Path path, Origin origin, String name) {
  /** Largest screen, in bytes; real ones have less than one million. */
  public static final int MAX_BYTES = 16 << 20;

  /**
   * The file's bytes.
   *
   * @throws RecordingException when it cannot be read or is too large
   */
  public byte[] read() {
    try (InputStream in = Files.newInputStream(path, LinkOption.NOFOLLOW_LINKS)) {
      byte[] bytes = in.readNBytes(MAX_BYTES + 1);
      if (bytes.length > MAX_BYTES) {
        throw new RecordingException(
            origin, "screen " + name + " should have at most " + MAX_BYTES + " bytes, found more");
      }
      return bytes;
    } catch (IOException e) {
      throw new RecordingException(
          origin, "screen " + name + " cannot be read: " + Reasons.of(e), e);
    }
  }
}
