package dev.varve.tools.command;

import dev.varve.projections.MemoryReader;
import dev.varve.projections.sessions.Session;
import dev.varve.projections.sessions.SessionEvent.StepRecorded;
import dev.varve.projections.sessions.Step;
import dev.varve.projections.sessions.TaskOutcome;
import dev.varve.tools.output.Console;
import dev.varve.tools.output.Json;
import dev.varve.tools.output.Printable;
import java.io.IOException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Lists tasks, or the steps of one. */
@Command(
    name = "sessions",
    description = "List tasks, or the steps of one. What was typed is shown with --values only.",
    footer = "Ends with 1 when there is no task of that TRACE.")
final class SessionsCommand extends Query {
  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "TRACE",
      description = "The steps of this task.")
  private @Nullable String trace;

  @Option(names = "--values", description = "What was typed, too; otherwise it is (typed).")
  private boolean values;

  SessionsCommand(Console console) {
    super(console);
  }

  @Override
  Integer answer(MemoryReader reader) {
    if (trace == null) {
      for (Session session : reader.sessions()) {
        console().line(json() ? Json.object(out -> write(out, session)) : line(session));
      }
      return ExitCode.OK;
    }
    if (reader.session(trace) == null) {
      console().note("varve: no such task: " + Printable.of(trace));
      return ExitCode.FOUND;
    }
    for (StepRecorded step : reader.steps(trace)) {
      console().line(json() ? Json.object(out -> write(out, step)) : line(step));
    }
    return ExitCode.OK;
  }

  private static @Nullable String label(@Nullable TaskOutcome outcome) {
    return outcome == null ? null : outcome.name().toLowerCase(Locale.ROOT);
  }

  private static void write(Json out, Session session) throws IOException {
    out.put("trace", session.trace())
        .put("task", session.task())
        .put("outcome", label(session.outcome()))
        .put("steps", session.stepCount())
        .put("firstSequence", session.firstSequence())
        .put("lastSequence", session.lastSequence())
        .put("started", EntryView.time(session.startedMillis()))
        .put("ended", session.endedMillis() < 0 ? null : EntryView.time(session.endedMillis()));
  }

  private static String line(Session session) {
    String outcome = label(session.outcome());
    return EntryView.pad(outcome == null ? "running" : outcome, 9)
        + "  "
        + EntryView.pad(session.stepCount() + " steps", -10)
        + "  entries "
        + session.firstSequence()
        + " to "
        + session.lastSequence()
        + "  "
        + Printable.of(session.trace())
        + "  "
        + Printable.of(session.task(), 100);
  }

  private void write(Json out, StepRecorded recorded) throws IOException {
    Step step = recorded.step();
    Step.SeenScreen screen = step.screen();
    out.put("number", recorded.number())
        .put("at", EntryView.time(step.atMillis()))
        .put("package", step.packageName())
        .put("activity", step.activity())
        .put("screen", screen == null ? null : screen.id().hex())
        .put("action", json -> Actions.write(json, step.action(), values))
        .put("outcome", step.outcome().name().toLowerCase(Locale.ROOT))
        .put("error", step.error())
        .put("durationMs", step.durationMillis() < 0 ? null : Long.valueOf(step.durationMillis()))
        .put("skill", step.skill())
        .put("skillVersion", step.skillVersion());
  }

  private String line(StepRecorded recorded) {
    Step step = recorded.step();
    return EntryView.pad(Integer.toString(recorded.number()), -4)
        + "  "
        + EntryView.time(step.atMillis())
        + "  "
        + EntryView.pad(step.outcome().name().toLowerCase(Locale.ROOT), 9)
        + "  "
        + (step.screen() == null ? "no screen" : "screen   ")
        + "  "
        + (step.activity() == null ? "" : Printable.of(step.activity()) + "  ")
        + Actions.of(step.action(), values);
  }
}
