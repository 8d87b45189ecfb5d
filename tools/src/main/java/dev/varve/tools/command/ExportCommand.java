package dev.varve.tools.command;

import dev.varve.engine.jvm.disk.DiskSync;
import dev.varve.engine.store.EntryStore;
import dev.varve.tools.exchange.LogExport;
import dev.varve.tools.files.NewPlace;
import dev.varve.tools.files.Reasons;
import dev.varve.tools.output.Console;
import dev.varve.tools.output.Json;
import dev.varve.tools.output.Printable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes a log, or a prefix of it, into a file. */
@Command(
    name = "export",
    description = "Write a log, or its complete commands up to --to, into a file; needs no keys.")
final class ExportCommand extends Subcommand {
  @Parameters(index = "0", paramLabel = "LOG", description = "The log's folder or .db file.")
  private String log;

  @Parameters(index = "1", paramLabel = "FILE", description = "The file to write.")
  private String file;

  @Option(names = "--to", paramLabel = "N", description = "The last sequence to take along.")
  private long to = Long.MAX_VALUE;

  @Option(
      names = "--redact",
      description =
          "Leave out every payload: what shows order and signatures, and nothing that a key opens.")
  private boolean redact;

  @Option(names = "--force", description = "Overwrite FILE when it exists.")
  private boolean force;

  ExportCommand(Console console) {
    super(console);
  }

  @Override
  public Integer call() {
    if (to < 0) {
      throw new CannotWorkException("--to is a sequence, from 0 on");
    }
    Path target = path(file);
    requireAnother(target, LogAccess.place(log));
    if (Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
      if (!Files.isRegularFile(target, LinkOption.NOFOLLOW_LINKS)) {
        throw new CannotWorkException(target + " is no ordinary file; choose another place");
      }
      if (!force) {
        throw new CannotWorkException(
            target + " exists already; choose another file, or overwrite it with --force");
      }
    }
    long count;
    try (EntryStore store = access().store(log);
        NewPlace making = NewPlace.beside(target)) {
      LogExport planned = LogExport.plan(store, to);
      LogExport export = redact ? planned.redacted() : planned;
      count = export.count();
      write(export, making.making(), target);
      making.moveIntoPlace();
    }
    if (json()) {
      console()
          .line(
              Json.object(
                  out ->
                      out.put("file", target.toString())
                          .put("entries", count)
                          .put("redacted", redact)));
    } else {
      console()
          .line(
              "wrote "
                  + count
                  + (redact ? " entries without their payloads to " : " entries to ")
                  + Printable.of(target.toString()));
    }
    return ExitCode.OK;
  }

  /** A log that is a file must not be overwritten with its export. */
  private static void requireAnother(Path target, Path log) {
    try {
      if (Files.exists(target) && Files.exists(log) && Files.isSameFile(target, log)) {
        throw new CannotWorkException(target + " is the log itself; choose another file");
      }
    } catch (IOException e) {
      throw new CannotWorkException(target + " cannot be looked at: " + Reasons.of(e), e);
    }
  }

  private static void write(LogExport export, Path making, Path target) {
    try {
      try (OutputStream out = Files.newOutputStream(making, StandardOpenOption.CREATE_NEW)) {
        export.writeTo(out);
      }
      DiskSync.file(making);
    } catch (IOException e) {
      throw new CannotWorkException(target + " cannot be written: " + Reasons.of(e), e);
    }
  }
}
