package dev.varve.tools.recording;

import dev.varve.engine.entry.ByteString;
import org.jspecify.annotations.Nullable;

/**
 * One thing that a recording tells.
 *
 * @param origin where it stands
 * @param trace the task it belongs to, or empty
 * @param ordinal its place, from 0: among the lines of its trace, or among all lines of the file
 *     when it has no trace
 * @param content the bytes that it was read from
 * @param screen the screen it names, or null
 * @param what what it tells
 */
public record RecordedLine(
    Origin origin,
    String trace,
    long ordinal,
    ByteString content,
    @Nullable ScreenFile screen,
    Telling what) {
  /** The same at another place of its trace. */
  RecordedLine withOrdinal(long newOrdinal) {
    return new RecordedLine(origin, trace, newOrdinal, content, screen, what);
  }

  /** The place and nothing else: the rest may be private. */
  @Override
  public String toString() {
    return origin.toString();
  }
}
