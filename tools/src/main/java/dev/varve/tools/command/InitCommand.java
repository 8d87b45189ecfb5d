package dev.varve.tools.command;

import dev.varve.engine.entry.LogId;
import dev.varve.engine.jvm.LogFolder;
import dev.varve.projections.MemoryReader;
import dev.varve.tools.output.Console;
import dev.varve.tools.output.Json;
import dev.varve.tools.output.Printable;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Makes a new log: beside its place, moved there when genesis is on the disk. */
@Command(
    name = "init",
    description = "Make a new log: genesis entry, keys, this command as registered actor.")
final class InitCommand extends Subcommand {
  @Parameters(paramLabel = "LOG", description = "The folder or .db file to make.")
  private String log;

  InitCommand(Console console) {
    super(console);
  }

  @Override
  public Integer call() {
    LogFolder folder = access().folder(LogAccess.place(log));
    LogId id = folder.create(MemoryReader.registry(), LogAccess.actor(), software());
    Path keys = folder.keyFolder(id);
    if (json()) {
      console()
          .line(
              Json.object(
                  out ->
                      out.put("log", folder.folder().toString())
                          .put("logId", id.hex())
                          .put("keys", keys.toString())));
    } else {
      console().line("made log " + Printable.of(folder.folder().toString()) + ", id " + id);
      console()
          .line("its keys are in " + Printable.of(keys.toString()) + "; nobody reads it without");
    }
    return ExitCode.OK;
  }

  static String software() {
    String version = InitCommand.class.getPackage().getImplementationVersion();
    return version == null ? "varve" : "varve " + version;
  }
}
