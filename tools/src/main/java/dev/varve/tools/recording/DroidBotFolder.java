package dev.varve.tools.recording;

import dev.varve.engine.entry.ByteString;
import dev.varve.tools.files.Reasons;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A folder that DroidBot wrote, as a recording of one task: a line for its begin, one for each
 * event in the order of their tags, one for its end.
 *
 * <pre>
 *  FOLDER/events/*.json   tag, event, start_state (the state's name)
 *  FOLDER/states/*.json   state_str (its name), foreground_activity, views
 * </pre>
 *
 * <p>The trace is {@code droidbot-} and the first event's tag. Tags are local times without a zone
 * ({@code 2018-06-05_173350}) and are taken as UTC. An event whose start state has no file is a
 * step without a screen. An event was carried out when a state followed it; whether that served a
 * purpose, only the outcome given by a person says.
 */
public final class DroidBotFolder {
  private static final DateTimeFormatter TAG = DateTimeFormatter.ofPattern("uuuu-MM-dd_HHmmss");
  private static final int MAX_FILES = 1_000_000;

  private record Event(
      Origin origin,
      String tag,
      long atMillis,
      ByteString bytes,
      Fields event,
      String state,
      boolean followed) {}

  private final Path folder;
  private final Map<String, DroidBotState> states = new HashMap<>();
  private final Map<String, ScreenFile> screens = new HashMap<>();
  private long width = 1;
  private long height = 1;

  private DroidBotFolder(Path folder) {
    this.folder = folder;
  }

  /**
   * Reads a folder with a recording that says what its run was for: the {@code task} and {@code
   * end} lines of its trace give task and outcome, all other lines come after the run.
   *
   * @throws RecordingException when the recording has no {@code task} line of the folder's trace
   */
  public static Recording read(Path folder, Path annotations) {
    String trace = traceOf(new DroidBotFolder(folder).events());
    List<RecordedLine> others = new ArrayList<>();
    String task = null;
    String outcome = null;
    for (RecordedLine line : Recording.read(annotations).lines()) {
      boolean ofRun = line.trace().equals(trace);
      if (ofRun && line.what() instanceof Telling.TaskBegun begun) {
        task = begun.task();
      } else if (ofRun && line.what() instanceof Telling.TaskOver over) {
        outcome = over.outcome();
      } else {
        others.add(line);
      }
    }
    if (task == null) {
      throw new RecordingException(
          Origin.of(annotations.toString()),
          "a \"task\" line of trace " + trace + " expected, as the run's is named; found none");
    }
    List<RecordedLine> lines = new ArrayList<>(read(folder, task, outcome).lines());
    long next = lines.size();
    for (RecordedLine line : others) {
      lines.add(line.trace().equals(trace) ? line.withOrdinal(next++) : line);
    }
    return new Recording(lines);
  }

  private static String traceOf(List<Event> events) {
    return "droidbot-" + events.get(0).tag;
  }

  /**
   * Reads a folder.
   *
   * @param folder an existing folder
   * @param task what the run was for, or null
   * @param outcome {@code success}, {@code failure}, {@code cancelled}, or null when nobody knows
   * @throws RecordingException when a file is missing, cut off or not what DroidBot writes
   */
  public static Recording read(Path folder, @Nullable String task, @Nullable String outcome) {
    return new DroidBotFolder(folder).read(task, outcome);
  }

  private Recording read(@Nullable String task, @Nullable String outcome) {
    List<Event> events = events();
    readStates();
    String trace = traceOf(events);
    List<RecordedLine> lines = new ArrayList<>(events.size() + 2);
    Event first = events.get(0);
    Event last = events.get(events.size() - 1);
    String words = task == null ? "DroidBot exploration of " + mainPackage(events) : task;
    lines.add(
        line(
            Origin.of(folder.toString()),
            trace,
            0,
            "task " + words,
            new Telling.TaskBegun(words, null, first.atMillis)));
    for (Event event : events) {
      lines.add(
          new RecordedLine(
              event.origin,
              trace,
              lines.size(),
              event.bytes,
              screens.get(event.state),
              step(event)));
    }
    String how = outcome == null ? "unknown" : outcome;
    lines.add(
        line(
            Origin.of(folder.toString()),
            trace,
            lines.size(),
            "end " + how,
            new Telling.TaskOver(how, null, null, null, last.atMillis)));
    return new Recording(lines);
  }

  private static RecordedLine line(
      Origin origin, String trace, long ordinal, String content, Telling what) {
    return new RecordedLine(
        origin,
        trace,
        ordinal,
        ByteString.of(content.getBytes(StandardCharsets.UTF_8)),
        null,
        what);
  }

  private List<Event> events() {
    List<Event> events = new ArrayList<>();
    Set<String> tags = new HashSet<>();
    for (Path file : filesOf("events")) {
      Event event = event(file);
      if (!tags.add(event.tag)) {
        throw new RecordingException(event.origin, "\"tag\" should be of this event alone");
      }
      events.add(event);
    }
    if (events.isEmpty()) {
      throw new RecordingException(
          Origin.of(folder.resolve("events").toString()),
          "events/*.json expected as DroidBot writes them, found none");
    }
    events.sort(Comparator.comparing(Event::tag));
    return events;
  }

  private List<Path> filesOf(String name) {
    Path sub = folder.resolve(name);
    List<Path> files = new ArrayList<>();
    try (DirectoryStream<Path> found = Files.newDirectoryStream(sub, "*.json")) {
      for (Path file : found) {
        files.add(file);
        if (files.size() > MAX_FILES) {
          throw new RecordingException(
              Origin.of(sub.toString()), "at most " + MAX_FILES + " files expected, found more");
        }
      }
    } catch (IOException e) {
      throw new RecordingException(
          Origin.of(sub.toString()),
          "no complete DroidBot output folder, its " + name + "/ cannot be read: " + Reasons.of(e),
          e);
    }
    files.sort(Comparator.naturalOrder());
    return files;
  }

  private Event event(Path file) {
    Origin whole = Origin.of(file.toString());
    byte[] bytes = bytesOf(file);
    Fields fields = Fields.of(whole, parse(whole, bytes));
    String tag = fields.name("tag", 100);
    long atMillis;
    try {
      atMillis = LocalDateTime.parse(tag, TAG).toInstant(ZoneOffset.UTC).toEpochMilli();
    } catch (DateTimeException e) {
      throw new RecordingException(
          whole, "\"tag\" should be a time such as 2018-06-05_173350, found " + tag, e);
    }
    if (atMillis < 0) {
      throw new RecordingException(whole, "\"tag\" should lie after 1969, found " + tag);
    }
    String state = fields.nameOrNull("start_state", 512);
    return new Event(
        whole,
        tag,
        atMillis,
        ByteString.of(bytes),
        fields.object("event"),
        state == null ? "" : state,
        fields.nameOrNull("stop_state", 512) != null);
  }

  private byte[] bytesOf(Path file) {
    Origin origin = Origin.of(file.toString());
    String name = String.valueOf(file.getFileName());
    try {
      Path real = file.toRealPath();
      if (!real.startsWith(folder.toRealPath())) {
        throw new RecordingException(origin, "it should lie inside the folder, its link leaves it");
      }
      if (!Files.isRegularFile(real, LinkOption.NOFOLLOW_LINKS)) {
        throw new RecordingException(origin, "it should be a regular file");
      }
      return new ScreenFile(real, origin, name).read();
    } catch (IOException e) {
      throw new RecordingException(origin, "it cannot be read: " + Reasons.of(e), e);
    }
  }

  private static Map<String, Object> parse(Origin whole, byte[] bytes) {
    try {
      return StrictJson.object(bytes);
    } catch (StrictJson.Refused e) {
      throw new RecordingException(
          new Origin(whole.file(), e.line()), String.valueOf(e.getMessage()), e);
    }
  }

  private void readStates() {
    for (Path file : filesOf("states")) {
      Origin whole = Origin.of(file.toString());
      DroidBotState state = DroidBotState.of(Fields.of(whole, parse(whole, bytesOf(file))));
      // Two files of one state show the same; the first in the order of names is taken.
      if (states.putIfAbsent(state.name(), state) == null) {
        screens.put(
            state.name(), new ScreenFile(realPath(file), whole, "states/" + file.getFileName()));
      }
      width = Math.max(width, state.width());
      height = Math.max(height, state.height());
    }
  }

  private static Path realPath(Path file) {
    try {
      return file.toRealPath();
    } catch (IOException e) {
      throw new RecordingException(
          Origin.of(file.toString()), "it cannot be read: " + Reasons.of(e), e);
    }
  }

  /** The app that the run was about: the one it started, else the one in front most often. */
  private String mainPackage(List<Event> events) {
    Map<String, Integer> counts = new HashMap<>();
    String most = "an app";
    for (Event event : events) {
      String started = DroidBotEvent.startedPackage(event.event);
      if (started != null) {
        return started;
      }
      DroidBotState state = states.get(event.state);
      String name = state == null ? null : state.packageName();
      if (name != null && counts.merge(name, 1, Integer::sum) > counts.getOrDefault(most, 0)) {
        most = name;
      }
    }
    return most;
  }

  private Telling step(Event event) {
    DroidBotState state = states.get(event.state);
    String packageName = state == null ? null : state.packageName();
    return new Telling.StepTaken(
        event.atMillis,
        packageName == null ? DroidBotEvent.viewPackage(event.event) : packageName,
        state == null ? null : state.activity(),
        DroidBotEvent.action(event.event, width, height),
        event.followed ? "ok" : "unknown",
        null,
        -1,
        null,
        null,
        List.of(),
        null,
        Telling.DeviceState.UNKNOWN,
        Telling.DeviceState.UNKNOWN);
  }
}
