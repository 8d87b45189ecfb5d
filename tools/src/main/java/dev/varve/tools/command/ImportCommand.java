package dev.varve.tools.command;

import dev.varve.engine.entry.LogId;
import dev.varve.engine.jvm.LogFolder;
import dev.varve.engine.jvm.keys.KeyFiles;
import dev.varve.engine.seal.KeyStoreException;
import dev.varve.tools.exchange.LogImport;
import dev.varve.tools.output.Console;
import dev.varve.tools.output.Json;
import dev.varve.tools.output.Printable;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Makes a log from an exported file, checked whole before anything is made. */
@Command(
    name = "import",
    description = "Make a log from an exported file. Keys are not in the file; see --keys.")
final class ImportCommand extends Subcommand {
  @Parameters(index = "0", paramLabel = "LOG", description = "The folder or .db file to make.")
  private String log;

  @Parameters(index = "1", paramLabel = "FILE", description = "The exported file.")
  private String file;

  ImportCommand(Console console) {
    super(console);
  }

  @Override
  public Integer call() {
    Path place = LogAccess.place(log);
    Path source = path(file);
    if (!Files.isRegularFile(source)) {
      throw new CannotWorkException("no such file: " + source);
    }
    LogImport imported = LogImport.read(source, record -> {});
    LogFolder folder = access().folder(place);
    folder.fill(
        store -> {
          LogImport again = LogImport.read(source, store::append);
          if (!again.equals(imported)) {
            throw new CannotWorkException(source + " changed while it was read; import it again");
          }
          store.force();
          imported.notes().forEach(store.notes()::add);
        });
    report(place, imported.id(), imported.count(), folder.keyFolder(imported.id()));
    return ExitCode.OK;
  }

  private void report(Path place, LogId id, long count, Path keys) {
    if (json()) {
      console()
          .line(
              Json.object(
                  out ->
                      out.put("log", place.toString())
                          .put("logId", id.hex())
                          .put("entries", count)));
    } else {
      console()
          .line(
              "made log " + Printable.of(place.toString()) + " of " + count + " entries, id " + id);
    }
    try (KeyFiles found = KeyFiles.open(keys, false)) {
      if (found.subjectKeys().wrappingKey() == null) {
        noteMissing(keys);
      }
    } catch (KeyStoreException e) {
      noteMissing(keys);
    }
  }

  private void noteMissing(Path keys) {
    console()
        .note(
            Printable.of(
                "varve: the log's keys are not in "
                    + keys
                    + "; until they are, it can be verified but not read"));
  }
}
