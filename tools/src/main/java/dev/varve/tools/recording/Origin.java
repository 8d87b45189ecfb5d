package dev.varve.tools.recording;

/**
 * Where something was read.
 *
 * @param file as the person named it
 * @param line from 1; 0 for the file as a whole
 */
public record Origin(String file, long line) {
  /** The file as a whole. */
  public static Origin of(String file) {
    return new Origin(file, 0);
  }

  @Override
  public String toString() {
    return line == 0 ? file : file + ":" + line;
  }
}
