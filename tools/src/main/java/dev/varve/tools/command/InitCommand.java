package dev.varve.tools.command;

import dev.varve.engine.entry.LogId;
import dev.varve.engine.jvm.chronicle.ChronicleEntryStore;
import dev.varve.engine.jvm.keys.KeyFiles;
import dev.varve.engine.log.MemoryLog;
import dev.varve.engine.seal.Crypto;
import dev.varve.engine.store.Durability;
import dev.varve.engine.store.EntryStore;
import dev.varve.projections.MemoryReader;
import dev.varve.tools.files.NewPlace;
import dev.varve.tools.files.Reasons;
import dev.varve.tools.output.Console;
import dev.varve.tools.output.Json;
import dev.varve.tools.output.Printable;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Makes a new log: beside its place, moved there when genesis is on the disk. */
@Command(
    name = "init",
    description = "Make a new log: genesis entry, keys, this command as registered actor.")
final class InitCommand extends Subcommand {
  @Parameters(paramLabel = "LOG", description = "The folder to make.")
  private String log;

  InitCommand(Console console) {
    super(console);
  }

  @Override
  public Integer call() {
    Path place = LogAccess.place(log);
    LogId id = MemoryLog.newId(Crypto.platform());
    Path keys = access().newKeysOf(id);
    create(place, id, keys);
    if (json()) {
      console()
          .line(
              Json.object(
                  out ->
                      out.put("log", place.toString())
                          .put("logId", id.hex())
                          .put("keys", keys.toString())));
    } else {
      console().line("made log " + Printable.of(place.toString()) + ", id " + id);
      console().line("its keys are in " + Printable.of(keys.toString()) + "; nobody reads it without");
    }
    return ExitCode.OK;
  }

  /** Makes a log with its keys; when it fails, neither is left behind. */
  static void create(Path place, LogId id, Path keys) {
    requireFree(place);
    KeyFiles.requireOutside(keys, place);
    boolean keysExisted = Files.exists(keys);
    boolean done = false;
    try (NewPlace making = NewPlace.beside(place)) {
      EntryStore store = ChronicleEntryStore.create(making.making());
      boolean opened = false;
      try {
        KeyFiles files = KeyFiles.create(keys);
        try (MemoryLog log =
            MemoryLog.create(
                LogAccess.ports(store, files),
                id,
                MemoryReader.registry(),
                LogAccess.actor(),
                software(),
                Durability.POWER)) {
          opened = log.lastSequence() >= 0;
        }
      } finally {
        if (!opened) {
          store.close();
        }
      }
      making.moveIntoPlace();
      done = true;
    } finally {
      if (!done && !keysExisted) {
        NewPlace.deleteAll(keys);
      }
    }
  }

  private static String software() {
    String version = InitCommand.class.getPackage().getImplementationVersion();
    return version == null ? "varve" : "varve " + version;
  }

  /** An empty folder is a free place; anything else that exists is not. */
  static void requireFree(Path place) {
    if (!Files.exists(place, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    if (!Files.isDirectory(place, LinkOption.NOFOLLOW_LINKS)) {
      throw new CannotWorkException(place + " exists already; choose another place");
    }
    try (DirectoryStream<Path> files = Files.newDirectoryStream(place)) {
      if (files.iterator().hasNext()) {
        throw new CannotWorkException(
            place + " exists already and is not empty; choose another place");
      }
    } catch (IOException e) {
      throw new CannotWorkException(place + " cannot be read: " + Reasons.of(e), e);
    }
  }
}
