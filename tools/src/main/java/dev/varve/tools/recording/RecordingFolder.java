package dev.varve.tools.recording;

import dev.varve.tools.files.Reasons;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/** The folder that a recording's screens must not leave, symbolic links resolved. */
final class RecordingFolder {
  private final Path root;

  /** The folder, which exists. */
  RecordingFolder(Path folder) throws IOException {
    this.root = folder.toRealPath();
  }

  /**
   * The file of a relative name.
   *
   * @throws RecordingException when it does not exist, lies outside or is no regular file
   */
  ScreenFile screen(Origin origin, String name) {
    Path relative;
    try {
      relative = Path.of(name);
    } catch (InvalidPathException e) {
      throw new RecordingException(origin, "\"screen\" should be a relative path, found none", e);
    }
    if (relative.isAbsolute()) {
      throw new RecordingException(origin, "screen " + name + " should be a relative path");
    }
    for (Path element : relative) {
      if (element.toString().equals("..")) {
        throw new RecordingException(
            origin, "screen " + name + " should lie inside the recording's folder, found ..");
      }
    }
    Path real;
    try {
      real = root.resolve(relative).toRealPath();
    } catch (IOException e) {
      throw new RecordingException(
          origin, "screen " + name + " cannot be read: " + Reasons.of(e), e);
    }
    if (!real.startsWith(root)) {
      throw new RecordingException(
          origin,
          "screen " + name + " should lie inside the recording's folder, its link leaves it");
    }
    if (!Files.isRegularFile(real, LinkOption.NOFOLLOW_LINKS)) {
      throw new RecordingException(origin, "screen " + name + " should be a regular file");
    }
    return new ScreenFile(real, origin, name);
  }
}
