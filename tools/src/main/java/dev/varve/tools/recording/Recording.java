package dev.varve.tools.recording;

import dev.varve.engine.entry.ByteString;
import dev.varve.tools.files.Reasons;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A recording in JSON Lines, read whole. Every line is checked, and every screen that a line names
 * is found inside the recording's folder, before this returns.
 *
 * @param lines in order, blank ones left out
 */
public record Recording(List<RecordedLine> lines) {
  /** Copies the list. */
  public Recording {
    lines = List.copyOf(lines);
  }

  /**
   * Reads a file.
   *
   * @param file an existing regular file
   * @throws RecordingException at the first line that is not what it should be
   */
  public static Recording read(Path file) {
    String name = file.toString();
    List<RecordedLine> lines = new ArrayList<>();
    try (LineReader reader = new LineReader(name, Files.newInputStream(file))) {
      Path parent = file.toRealPath().getParent();
      RecordingFolder folder = new RecordingFolder(parent == null ? Path.of("/") : parent);
      Ordinals ordinals = new Ordinals();
      byte[] raw;
      while ((raw = reader.next()) != null) {
        if (!isBlank(raw)) {
          lines.add(line(reader.origin(), raw, folder, ordinals));
        }
      }
    } catch (IOException e) {
      throw new RecordingException(Origin.of(name), "it cannot be read: " + Reasons.of(e), e);
    }
    return new Recording(lines);
  }

  private static RecordedLine line(
      Origin origin, byte[] raw, RecordingFolder folder, Ordinals ordinals) {
    Map<String, Object> object;
    try {
      object = StrictJson.object(raw);
    } catch (StrictJson.Refused e) {
      throw new RecordingException(origin, String.valueOf(e.getMessage()), e);
    }
    LineParser parser = new LineParser(Fields.of(origin, object));
    Telling what = parser.telling();
    String trace = parser.trace();
    String screen = parser.screen();
    return new RecordedLine(
        origin,
        trace,
        ordinals.next(trace),
        ByteString.of(raw),
        screen == null ? null : folder.screen(origin, screen),
        what);
  }

  private static boolean isBlank(byte[] raw) {
    for (byte b : raw) {
      if (b != ' ' && b != '\t' && b != '\r') {
        return false;
      }
    }
    return true;
  }

  /** Counts lines of traces, and all of them. */
  private static final class Ordinals {
    private final Map<String, Long> next = new HashMap<>();
    private long all;

    /** The ordinal of the next line of a trace; of a line without one, its place in the file. */
    long next(String trace) {
      long place = all++;
      @Nullable Long before = trace.isEmpty() ? Long.valueOf(place) : next.get(trace);
      long ordinal = before == null ? 0 : before;
      next.put(trace, ordinal + 1);
      return ordinal;
    }
  }
}
