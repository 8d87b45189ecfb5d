package dev.varve.tools.command;

import dev.varve.engine.entry.LogId;
import dev.varve.engine.jvm.LogFolder;
import dev.varve.engine.jvm.keys.PassphraseFile;
import dev.varve.projections.MemoryReader;
import dev.varve.tools.output.Console;
import dev.varve.tools.output.Json;
import dev.varve.tools.output.Printable;
import java.nio.file.Path;
import java.util.Arrays;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Makes a new log: beside its place, moved there when genesis is on the disk. */
@Command(
    name = "init",
    description = "Make a new log: genesis entry, keys, this command as registered actor.")
final class InitCommand extends Subcommand {
  @Parameters(paramLabel = "LOG", description = "The folder or .db file to make.")
  private String log;

  @Option(
      names = "--passphrase",
      description = "Wrap the keys by a passphrase, typed twice; with --passphrase-file, that one.")
  private boolean passphrase;

  InitCommand(Console console) {
    super(console);
  }

  @Override
  public Integer call() {
    LogFolder folder = access().folder(LogAccess.place(log));
    LogId id = create(folder);
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

  private LogId create(LogFolder folder) {
    char[] wrapping = newPassphrase();
    try {
      return folder.create(
          MemoryReader.registry(),
          LogAccess.actor(),
          software(),
          wrapping.length == 0 ? null : wrapping);
    } finally {
      Arrays.fill(wrapping, '\0');
    }
  }

  /** The one that was asked for; empty for none. What the environment names is for opening only. */
  private char[] newPassphrase() {
    Path file = passphraseFile();
    if (file != null) {
      return PassphraseFile.read(file);
    }
    return passphrase ? passphrases().typedTwice() : new char[0];
  }

  static String software() {
    String version = InitCommand.class.getPackage().getImplementationVersion();
    return version == null ? "varve" : "varve " + version;
  }
}
