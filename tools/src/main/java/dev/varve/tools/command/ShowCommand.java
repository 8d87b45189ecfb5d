package dev.varve.tools.command;

import dev.varve.engine.cbor.CborDiagnostic;
import dev.varve.engine.cbor.CborMap;
import dev.varve.engine.entry.EntryHeader;
import dev.varve.engine.entry.Hex;
import dev.varve.engine.log.CommittedEntry;
import dev.varve.engine.log.LogReader;
import dev.varve.engine.log.MemoryLog;
import dev.varve.engine.log.OpenedEvent;
import dev.varve.engine.store.EntryCursor;
import dev.varve.engine.store.EntryStore;
import dev.varve.engine.verify.ChainCheck;
import dev.varve.engine.verify.Finding;
import dev.varve.tools.output.Console;
import dev.varve.tools.output.Json;
import dev.varve.tools.output.Printable;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Shows one entry, as far as its keys are there. */
@Command(
    name = "show",
    description = "Show one entry: header, context, payload in CBOR diagnostic notation.")
final class ShowCommand extends Subcommand {
  @Parameters(index = "0", paramLabel = "LOG", description = "The log's folder.")
  private String log;

  @Parameters(index = "1", paramLabel = "SEQ", description = "The entry's sequence.")
  private long sequence;

  ShowCommand(Console console) {
    super(console);
  }

  /** What became of the payload: its notation, or why there is none. */
  private record Payload(@Nullable String diagnostic, @Nullable String sealed) {}

  @Override
  public Integer call() {
    try (EntryStore store = access().store(log)) {
      ChainCheck check = new ChainCheck();
      byte[] record = null;
      List<Finding> findings = List.of();
      try (EntryCursor cursor = store.cursor(0)) {
        byte[] next;
        while (check.nextSequence() <= sequence && (next = cursor.next()) != null) {
          findings = check.check(next);
          record = next;
        }
      }
      if (record == null || sequence < 0 || check.nextSequence() <= sequence) {
        throw new CannotWorkException(
            store.describe()
                + ": there is no entry "
                + sequence
                + ", the last one is "
                + (check.nextSequence() - 1));
      }
      try (Unlocked unlocked = Unlocked.of(access(), log, console())) {
        MemoryLog opened = unlocked.log();
        print(record, opened, opened == null ? new Payload(null, "LOCKED") : payload(opened));
      }
      for (Finding finding : findings) {
        console()
            .note(
                Printable.of(
                    "varve: entry "
                        + sequence
                        + " is damaged ("
                        + finding.kind()
                        + "): "
                        + finding.detail()));
      }
      return findings.isEmpty() ? ExitCode.OK : ExitCode.FOUND;
    }
  }

  private Payload payload(MemoryLog opened) {
    try (LogReader reader = opened.reader()) {
      List<CommittedEntry> command;
      while ((command = reader.next()) != null) {
        for (CommittedEntry entry : command) {
          if (entry.sequence() == sequence) {
            OpenedEvent event = opened.opener().open(entry);
            CborMap payload = event.payload();
            return payload == null
                ? new Payload(null, "ERASED")
                : new Payload(CborDiagnostic.of(payload), null);
          }
        }
      }
    }
    console()
        .note(
            "varve: entry "
                + sequence
                + " belongs to a command that was never completed; it does not count");
    return new Payload(null, null);
  }

  private void print(byte[] record, @Nullable MemoryLog opened, Payload payload) {
    EntryHeader header = EntryHeader.of(record);
    EntryView view = new EntryView(header, opened);
    String json =
        Json.object(
            out -> {
              view.write(out);
              out.put("header", Hex.of(header.toBytes()))
                  .put("context", view::writeContext)
                  .put("payload", payload.diagnostic)
                  .put("sealed", payload.sealed);
            });
    if (json()) {
      console().line(json);
      return;
    }
    for (String[] field : view.fields()) {
      console().line(EntryView.pad(field[0], 18) + field[1]);
    }
    console()
        .line(
            EntryView.pad("payload", 18)
                + (payload.diagnostic == null ? words(payload.sealed) : payload.diagnostic));
  }

  private static String words(@Nullable String sealed) {
    return sealed == null ? "not looked at" : sealed;
  }
}
