package dev.varve.tools.command;

import dev.varve.engine.log.CommandReceipt;
import dev.varve.tools.ingest.IngestReport;
import dev.varve.tools.ingest.Ingestion;
import dev.varve.tools.output.Console;
import dev.varve.tools.output.Json;
import dev.varve.tools.output.Progress;
import dev.varve.tools.recording.DroidBotFolder;
import dev.varve.tools.recording.Recording;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Carries a recording or a DroidBot output folder into a log, each line once. */
@Command(
    name = "ingest",
    description = {
      "Append a recorded session: a recording in JSON Lines, or a DroidBot output folder.",
      "All of it is checked first; what is wrong is named by file and line, and nothing is"
          + " appended. Ingesting twice adds nothing."
    })
final class IngestCommand extends Subcommand {
  @Parameters(index = "0", paramLabel = "LOG", description = "The log's folder or .db file.")
  private String log;

  @Parameters(
      index = "1",
      paramLabel = "RECORDING",
      description = "A .jsonl file or a DroidBot output folder.")
  private String recording;

  @Option(names = "--task", paramLabel = "TEXT", description = "What a DroidBot run was for.")
  private @Nullable String task;

  @Option(
      names = "--outcome",
      paramLabel = "O",
      description =
          "How a DroidBot run ended: success, failure or cancelled; else unknown, and"
              + " nothing is learned from it.")
  private @Nullable String outcome;

  @Option(
      names = "--annotations",
      paramLabel = "FILE",
      description = "A recording with task, outcome and facts of a DroidBot run.")
  private @Nullable String annotations;

  @Option(
      names = "--accept-confirmations",
      description = "Believe a recording that a person confirmed its sensitive facts.")
  private boolean acceptConfirmations;

  IngestCommand(Console console) {
    super(console);
  }

  @Override
  public Integer call() {
    LogAccess.place(log);
    Recording read = read(path(recording));
    try (LogAccess.Writing writing = access().write(log)) {
      Ingestion ingestion =
          Ingestion.plan(
              writing.memory(), read.lines(), acceptConfirmations, System.currentTimeMillis());
      IngestReport report = run(ingestion, console());
      writing.force();
      print(report, head(writing));
    }
    return ExitCode.OK;
  }

  private Recording read(Path source) {
    if (!Files.exists(source)) {
      throw new CannotWorkException("no such recording: " + source);
    }
    if (Files.isDirectory(source)) {
      return readFolder(source);
    }
    if (!Files.isRegularFile(source)) {
      throw new CannotWorkException("no recording: " + source + " is neither a file nor a folder");
    }
    if (task != null || outcome != null || annotations != null) {
      throw new CannotWorkException(
          "--task, --outcome and --annotations are for a DroidBot folder; a recording says itself"
              + " what it was for");
    }
    return Recording.read(source);
  }

  private Recording readFolder(Path folder) {
    if (annotations != null && (task != null || outcome != null)) {
      throw new CannotWorkException("give either --annotations, or --task and --outcome");
    }
    if (outcome != null && !List.of("success", "failure", "cancelled").contains(outcome)) {
      throw new CannotWorkException("--outcome is success, failure or cancelled, found " + outcome);
    }
    if (task != null && task.isBlank()) {
      throw new CannotWorkException("--task is empty; say what the run was for, or leave it out");
    }
    if (annotations == null) {
      return DroidBotFolder.read(folder, task, outcome);
    }
    Path file = path(annotations);
    if (!Files.isRegularFile(file)) {
      throw new CannotWorkException("no such recording: " + file);
    }
    return DroidBotFolder.read(folder, file);
  }

  /** Carries out what was planned, showing how far it is. */
  static IngestReport run(Ingestion ingestion, Console console) {
    try (Progress progress = console.progress("ingesting", ingestion.size())) {
      return ingestion.run(
          new java.util.function.Consumer<CommandReceipt>() {
            private long done;

            @Override
            public void accept(CommandReceipt receipt) {
              progress.at(++done);
            }
          });
    }
  }

  static String head(LogAccess.Writing writing) {
    return dev.varve.engine.entry.Hex.of(
        writing.memory().log().entry(writing.memory().log().lastSequence()).header().entryHash());
  }

  private void print(IngestReport report, String head) {
    if (json()) {
      console()
          .line(
              Json.object(
                  out ->
                      out.put("lines", report.lines())
                          .put("commands", report.commands())
                          .put("appended", report.appended())
                          .put("skipped", report.skipped())
                          .put("head", head)
                          .put(
                              "screens",
                              marks ->
                                  marks
                                      .put("truncated", report.truncated())
                                      .put("repaired", report.repaired())
                                      .put("unreadable", report.unreadable()))));
      return;
    }
    console()
        .line(
            report.lines()
                + " lines: "
                + report.commands()
                + " new ones appended as "
                + report.appended()
                + " entries, "
                + report.skipped()
                + " were there before");
    console().line("head " + head);
    note(report.truncated(), "TRUNCATED, they were larger than what is kept");
    note(report.repaired(), "REPAIRED, they were not quite well-formed");
    note(report.unreadable(), "UNREADABLE, their app tells nothing");
  }

  private void note(long count, String what) {
    if (count > 0) {
      console().line("screens marked " + what + ": " + count);
    }
  }
}
