package dev.varve.tools.command;

import dev.varve.engine.log.MemoryLog;
import dev.varve.projections.MemoryReader;
import dev.varve.projections.recall.RecallAnswer;
import dev.varve.projections.recall.RecallAnswer.Dropped;
import dev.varve.projections.recall.RecallAnswer.RecalledFact;
import dev.varve.projections.recall.RecallAnswer.RecalledSkill;
import dev.varve.projections.recall.RecallQuery;
import dev.varve.projections.screens.CaptureFailedException;
import dev.varve.projections.screens.ScreenCapture;
import dev.varve.projections.screens.ViewTree;
import dev.varve.tools.files.Reasons;
import dev.varve.tools.output.Console;
import dev.varve.tools.output.Json;
import dev.varve.tools.output.Printable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Asks what would be recalled, and why. */
@Command(
    name = "recall",
    description = "Print what would be recalled for a task, with score and reason.")
final class RecallCommand extends Query {
  private static final int MAX_SCREEN = 16 << 20;

  @Option(names = "--task", required = true, paramLabel = "TEXT", description = "What to do.")
  private String task;

  @Option(
      names = "--screen",
      paramLabel = "DUMP",
      description = "The screen in front: a uiautomator dump, page source or DroidBot state.")
  private @Nullable String screen;

  @Option(names = "--activity", paramLabel = "A", description = "The activity in front.")
  private @Nullable String activity;

  @Option(names = "--package", paramLabel = "P", description = "The app in front or wanted.")
  private @Nullable String packageName;

  @Option(names = "--now", paramLabel = "TIME", description = "The time to answer for, ISO-8601.")
  private @Nullable String now;

  @Option(names = "--prompt", description = "Print the block that goes into an agent's prompt.")
  private boolean prompt;

  @Option(names = "--record", description = "Append to the log that this was recalled.")
  private boolean record;

  RecallCommand(Console console) {
    super(console);
  }

  @Override
  Integer answer() {
    if (task.isBlank()) {
      throw new CannotWorkException("--task is empty; say what is to be done");
    }
    RecallQuery query = new RecallQuery(task, tree(), packageName, activity, nowMillis());
    if (record && at() != null) {
      throw new CannotWorkException("what is recorded happens now: --record goes without --at");
    }
    if (record) {
      try (LogAccess.Writing writing = access().write(log())) {
        RecallAnswer answer = writing.memory().recall(query, null);
        writing.force();
        return print(writing.memory().reader(), answer);
      }
    }
    try (MemoryLog opened = access().read(log())) {
      MemoryReader reader = MemoryReader.at(opened, position(opened, when(at()), at()));
      return print(reader, reader.recall(query));
    }
  }

  @Override
  Integer answer(MemoryReader reader) {
    throw new IllegalStateException("answered above");
  }

  private long nowMillis() {
    if (now == null) {
      return System.currentTimeMillis();
    }
    try {
      long millis = OffsetDateTime.parse(now).toInstant().toEpochMilli();
      if (millis >= 0) {
        return millis;
      }
    } catch (DateTimeException | ArithmeticException e) {
      throw new CannotWorkException(
          "--now is a date and time with an offset, such as 2026-01-15T10:30:00Z, found " + now, e);
    }
    throw new CannotWorkException("--now lies before 1970: " + now);
  }

  private @Nullable ViewTree tree() {
    if (screen == null) {
      return null;
    }
    Path file = path(screen);
    if (!Files.isRegularFile(file)) {
      throw new CannotWorkException("no such screen: " + file);
    }
    try (InputStream in = Files.newInputStream(file)) {
      return ScreenCapture.parse(in.readNBytes(MAX_SCREEN + 1), file.toString());
    } catch (IOException e) {
      throw new CannotWorkException(file + " cannot be read: " + Reasons.of(e), e);
    } catch (CaptureFailedException e) {
      throw new CannotWorkException(String.valueOf(e.getMessage()), e);
    }
  }

  private int print(MemoryReader reader, RecallAnswer answer) {
    String block = prompt ? PromptBlock.of(reader, answer) : null;
    if (json()) {
      console().line(Json.object(out -> write(out, answer, block)));
    } else if (block != null) {
      console().line(block);
    } else {
      describe(reader, answer, console());
    }
    return ExitCode.OK;
  }

  /** In words. */
  static void describe(MemoryReader reader, RecallAnswer answer, Console console) {
    console.line(
        "screen "
            + answer.screen().answer().toLowerCase(Locale.ROOT)
            + (answer.screen().tier() == null ? "" : " by " + answer.screen().tier()));
    for (RecalledSkill skill : answer.skills()) {
      var known = reader.skill(skill.id());
      console.line(
          "skill  "
              + FactsCommand.percent(skill.score())
              + "  "
              + Printable.of(skill.id())
              + (known == null ? "" : "  " + Printable.of(known.trigger(), 60)));
      console.line("               because: " + Printable.of(skill.reason()));
    }
    for (RecalledFact fact : answer.facts()) {
      console.line(
          "fact   "
              + FactsCommand.percent(fact.score())
              + "  "
              + Printable.of(fact.key())
              + "  ("
              + Printable.of(fact.reason())
              + ")");
    }
    for (Dropped dropped : answer.dropped()) {
      console.line(
          "not           "
              + Printable.of(dropped.id())
              + "  "
              + dropped.gate()
              + ": "
              + Printable.of(dropped.reason()));
    }
    if (answer.skills().isEmpty()) {
      console.line("nothing fits: no memory is better than a wrong one");
    }
  }

  private static void write(Json out, RecallAnswer answer, @Nullable String block)
      throws IOException {
    out.put("task", answer.query().task())
        .put(
            "screen",
            screen ->
                screen
                    .put("answer", answer.screen().answer())
                    .put("tier", answer.screen().tier())
                    .put("score", answer.screen().score() / 1000.0))
        .putObjects(
            "skills",
            answer.skills(),
            (json, skill) ->
                json.put("id", skill.id())
                    .put("score", skill.score() / 1000.0)
                    .put(
                        "parts",
                        parts ->
                            parts
                                .put("wording", skill.wording() / 1000.0)
                                .put("screen", skill.screen() / 1000.0)
                                .put("confidence", skill.confidence() / 1000.0))
                    .put("reason", skill.reason()))
        .putObjects(
            "facts",
            answer.facts(),
            (json, fact) ->
                json.put("key", fact.key())
                    .put("score", fact.score() / 1000.0)
                    .put("reason", fact.reason()))
        .putObjects(
            "dropped",
            answer.dropped(),
            (json, dropped) ->
                json.put("id", dropped.id())
                    .put("gate", dropped.gate())
                    .put("reason", dropped.reason()))
        .put("now", EntryView.time(answer.query().nowMillis()))
        .put("at", answer.position());
    if (block != null) {
      out.put("prompt", block);
    }
  }
}
