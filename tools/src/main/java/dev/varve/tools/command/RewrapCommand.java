package dev.varve.tools.command;

import dev.varve.engine.event.EngineEvent;
import dev.varve.engine.jvm.keys.KeyRewrap;
import dev.varve.engine.jvm.keys.PassphraseFile;
import dev.varve.engine.log.CommandReceipt;
import dev.varve.engine.log.MemoryLog;
import dev.varve.engine.seal.SubjectEraser;
import dev.varve.tools.output.Console;
import dev.varve.tools.output.Json;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Wraps a log's keys anew. */
@Command(
    name = "rewrap",
    description = "Replace the key that wraps a log's keys: copies of the old files open nothing.",
    footer = {
      "With a passphrase, new or none, the key that rests in the keys folder is replaced as well;",
      "what is there now opens with the passphrase that is there now, and with nothing else."
    })
final class RewrapCommand extends Subcommand {
  @Parameters(paramLabel = "LOG", description = "The log's folder or .db file.")
  private String log;

  @ArgGroup private @Nullable Wish wish;

  /** What is to become of the passphrase. */
  static final class Wish {
    @Option(
        names = "--new-passphrase-file",
        paramLabel = "FILE",
        description = "Wrap the keys by the passphrase in the first line of this file from now on.")
    private @Nullable String file;

    @Option(names = "--new-passphrase", description = "The same, typed twice at the terminal.")
    private boolean typed;

    @Option(
        names = "--no-passphrase",
        description = "Keep the wrapping key in the open from now on.")
    private boolean none;
  }

  RewrapCommand(Console console) {
    super(console);
  }

  @Override
  public Integer call() {
    char[] passphrase = newPassphrase();
    try (LogAccess.Logged opened = access().writeLog(log)) {
      MemoryLog written = opened.log();
      SubjectEraser eraser =
          new SubjectEraser(written.sealer(), opened.ports().store().snapshots());
      if (wish == null) {
        eraser.rotateWrappingKey();
      } else {
        KeyRewrap.apply(
            opened.ports(), written.id(), eraser, passphrase.length == 0 ? null : passphrase);
      }
      CommandReceipt receipt =
          written.writer().record(LogAccess.actor(), List.of(new EngineEvent.WrappingKeyRotated()));
      report(receipt.lastSequence());
    } finally {
      Arrays.fill(passphrase, '\0');
    }
    return ExitCode.OK;
  }

  /** The one that was asked for; empty for none. */
  private char[] newPassphrase() {
    Wish asked = wish;
    if (asked == null || asked.none) {
      return new char[0];
    }
    return asked.typed
        ? passphrases().typedTwice()
        : PassphraseFile.read(path(String.valueOf(asked.file)));
  }

  private void report(long sequence) {
    if (json()) {
      console()
          .line(
              Json.object(
                  out ->
                      out.put("sequence", sequence)
                          .put("wrappingKey", wish == null ? "kept" : "replaced")));
    } else {
      console().line("wrapped anew; recorded as entry " + sequence);
    }
  }
}
