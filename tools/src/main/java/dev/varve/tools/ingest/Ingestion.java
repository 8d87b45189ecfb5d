package dev.varve.tools.ingest;

import dev.varve.engine.VarveException;
import dev.varve.engine.entry.CommandId;
import dev.varve.engine.log.CommandConflictException;
import dev.varve.engine.log.CommandReceipt;
import dev.varve.projections.AgentMemory;
import dev.varve.projections.Origin;
import dev.varve.projections.screens.CaptureFailedException;
import dev.varve.projections.screens.CaptureMark;
import dev.varve.projections.screens.ScreenCapture;
import dev.varve.projections.screens.ViewTree;
import dev.varve.projections.sessions.Session;
import dev.varve.tools.recording.RecordedLine;
import dev.varve.tools.recording.RecordingException;
import dev.varve.tools.recording.ScreenFile;
import dev.varve.tools.recording.Telling;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a recording on their way into a memory.
 *
 * <pre>
 *  plan   every line: what it asks for can be written, its screen can be parsed, nothing else
 *         stands in its place, its task is running  ──▶ refused, nothing appended
 *  run    every line that is not in the log yet: one command
 * </pre>
 *
 * <p>Not thread-safe; nobody else may write to the memory between plan and run.
 */
public final class Ingestion {
  private record Planned(RecordedLine line, Origin origin, boolean known, LineWrites.Write write) {}

  private enum TaskState {
    ABSENT,
    RUNNING,
    ENDED
  }

  private final AgentMemory memory;
  private final LineIds ids;
  private final LineWrites writes;
  private final List<Planned> planned = new ArrayList<>();
  private final Map<String, TaskState> tasks = new HashMap<>();
  private final Map<CaptureMark, Integer> marks = new EnumMap<>(CaptureMark.class);

  private Ingestion(AgentMemory memory, boolean acceptConfirmations) {
    this.memory = memory;
    this.ids = new LineIds(memory.log());
    this.writes = new LineWrites(acceptConfirmations);
  }

  /**
   * Checks all lines against a memory and appends nothing.
   *
   * @param acceptConfirmations whether a recording's claim that a fact was confirmed counts
   * @param nowMillis the event time of lines that stand beside none that says one
   * @throws RecordingException at the first line that cannot be carried in
   */
  public static Ingestion plan(
      AgentMemory memory, List<RecordedLine> lines, boolean acceptConfirmations, long nowMillis) {
    Ingestion ingestion = new Ingestion(memory, acceptConfirmations);
    long at = firstTime(lines, nowMillis);
    for (RecordedLine line : lines) {
      at = line.what().atMillis() >= 0 ? line.what().atMillis() : at;
      ingestion.add(line, at);
    }
    return ingestion;
  }

  private static long firstTime(List<RecordedLine> lines, long nowMillis) {
    for (RecordedLine line : lines) {
      if (line.what().atMillis() >= 0) {
        return line.what().atMillis();
      }
    }
    return nowMillis;
  }

  private void add(RecordedLine line, long at) {
    byte @Nullable [] bytes = LineIds.bytesOf(line);
    Origin origin = Origin.inSlot(ids.of(line, bytes));
    boolean known = memory.writer().isKnown(origin);
    if (!known) {
      if (memory.writer().conflicts(origin)) {
        throw conflict(line, null);
      }
      checkTask(line);
      if (bytes != null) {
        mark(parse(line, bytes));
      }
    }
    LineWrites.Write write;
    try {
      write = writes.of(line, at);
    } catch (RecordingException e) {
      throw e;
    } catch (VarveException e) {
      throw new RecordingException(line.origin(), String.valueOf(e.getMessage()), e);
    }
    planned.add(new Planned(line, origin, known, write));
  }

  private static RecordingException conflict(RecordedLine line, @Nullable Throwable cause) {
    String place =
        line.trace().isEmpty()
            ? "as line " + line.ordinal() + " without a trace"
            : "as line " + line.ordinal() + " of trace " + line.trace();
    return new RecordingException(
        line.origin(),
        "another line was ingested "
            + place
            + " (counted from 0) before; a recording may grow, but what was ingested stays",
        cause);
  }

  private void checkTask(RecordedLine line) {
    Telling what = line.what();
    boolean begins = what instanceof Telling.TaskBegun;
    boolean needsRunning =
        what instanceof Telling.StepTaken
            || what instanceof Telling.SkillsRecalled
            || what instanceof Telling.Observed
            || what instanceof Telling.TaskOver;
    if (!begins && !needsRunning) {
      return;
    }
    TaskState state = tasks.computeIfAbsent(line.trace(), this::stateOf);
    if (begins && state != TaskState.ABSENT) {
      throw new RecordingException(
          line.origin(), "a task should begin once; " + line.trace() + " was begun before");
    }
    if (needsRunning && state == TaskState.ABSENT) {
      throw new RecordingException(
          line.origin(),
          "a \"task\" line of trace " + line.trace() + " should come before this one");
    }
    if (needsRunning && state == TaskState.ENDED) {
      throw new RecordingException(
          line.origin(), "nothing of a task should come after its end; " + line.trace() + " ended");
    }
    tasks.put(line.trace(), what instanceof Telling.TaskOver ? TaskState.ENDED : TaskState.RUNNING);
  }

  private TaskState stateOf(String trace) {
    Session session = memory.reader().session(trace);
    if (session == null) {
      return TaskState.ABSENT;
    }
    return session.isRunning() ? TaskState.RUNNING : TaskState.ENDED;
  }

  private static ViewTree parse(RecordedLine line, byte[] bytes) {
    ScreenFile file = line.screen();
    String name = file == null ? "screen" : file.name();
    try {
      return ScreenCapture.parse(bytes, name);
    } catch (CaptureFailedException e) {
      throw new RecordingException(line.origin(), String.valueOf(e.getMessage()), e);
    }
  }

  private void mark(ViewTree tree) {
    for (CaptureMark mark : CaptureMark.values()) {
      if (tree.has(mark)) {
        marks.merge(mark, 1, Integer::sum);
      }
    }
  }

  /** Number of lines. */
  public int size() {
    return planned.size();
  }

  /**
   * Carries out what was planned. Commands before one that fails stay in the log.
   *
   * @param acknowledged told of each command once it is in the log, also of one that was before
   * @throws RecordingException at the line that the log did not take
   */
  public IngestReport run(Consumer<CommandReceipt> acknowledged) {
    long commands = 0;
    long appended = 0;
    long skipped = 0;
    for (Planned next : planned) {
      CommandReceipt receipt = write(next);
      if (receipt.repeated()) {
        skipped++;
      } else {
        commands++;
        appended += receipt.entries().size();
      }
      acknowledged.accept(receipt);
    }
    return new IngestReport(
        planned.size(),
        commands,
        appended,
        skipped,
        marks.getOrDefault(CaptureMark.TRUNCATED, 0),
        marks.getOrDefault(CaptureMark.REPAIRED, 0),
        marks.getOrDefault(CaptureMark.UNREADABLE, 0));
  }

  private CommandReceipt write(Planned next) {
    RecordedLine line = next.line;
    ViewTree screen = null;
    if (!next.known && line.screen() != null) {
      byte @Nullable [] bytes = LineIds.bytesOf(line);
      CommandId id = ids.of(line, bytes);
      if (bytes == null || !id.equals(next.origin.id())) {
        throw new RecordingException(
            line.origin(), "the screen changed while it was ingested; ingest it again");
      }
      screen = parse(line, bytes);
    }
    try {
      return next.write.to(memory.writer(), next.origin, screen);
    } catch (CommandConflictException e) {
      throw conflict(line, e);
    } catch (RecordingException e) {
      throw e;
    } catch (VarveException e) {
      throw new RecordingException(line.origin(), String.valueOf(e.getMessage()), e);
    }
  }
}
