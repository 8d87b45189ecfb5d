package dev.varve.tools.command;

import dev.varve.tools.output.Console;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** What every subcommand takes. */
@Command(mixinStandardHelpOptions = true, sortOptions = false, usageHelpAutoWidth = false)
abstract class Subcommand implements Callable<Integer> {
  private final Console console;

  @Option(names = "--json", description = "Print JSON: one document, or a line for each item.")
  private boolean json;

  @Option(
      names = "--keys",
      paramLabel = "DIR",
      description = "The folder of the log's keys; else VARVE_KEYS, else ~/.config/varve/<log id>.")
  private @Nullable String keys;

  @Option(
      names = "--passphrase-file",
      paramLabel = "FILE",
      description =
          "Where keys are wrapped by a passphrase: the file with it; else VARVE_PASSPHRASE_FILE, "
              + "else it is asked for.")
  private @Nullable String passphraseFile;

  @Option(names = "--debug", description = "Print the stack trace of an error.")
  private boolean debug;

  Subcommand(Console console) {
    this.console = console;
  }

  final Console console() {
    return console;
  }

  final boolean json() {
    return json;
  }

  final boolean debug() {
    return debug;
  }

  /** The folder of keys that was asked for, or null. */
  final @Nullable Path keys() {
    return keys == null ? null : path(keys);
  }

  final LogAccess access() {
    return new LogAccess(console.environment(), keys(), console::found, passphrases());
  }

  /** The file with the passphrase that was named, or null. */
  final @Nullable Path passphraseFile() {
    return passphraseFile == null ? null : path(passphraseFile);
  }

  final Passphrases passphrases() {
    return new Passphrases(console, passphraseFile());
  }

  /** The path of an argument. */
  static Path path(String argument) {
    try {
      if (argument.isEmpty()) {
        throw new CannotWorkException("a path is empty; name a file or folder");
      }
      return Path.of(argument);
    } catch (InvalidPathException e) {
      throw new CannotWorkException("no path: " + argument + "; " + e.getReason(), e);
    }
  }
}
