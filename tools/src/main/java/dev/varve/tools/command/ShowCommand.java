package dev.varve.tools.command;

import dev.varve.engine.VarveException;
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
  @Parameters(index = "0", paramLabel = "LOG", description = "The log's folder or .db file.")
  private String log;

  @Parameters(index = "1", paramLabel = "SEQ", description = "The entry's sequence.")
  private long sequence;

  ShowCommand(Console console) {
    super(console);
  }

  /**
   * What became of the payload.
   *
   * @param diagnostic its notation, or null
   * @param sealed LOCKED when the log's keys are not there, ERASED when its own key is gone for
   *     good, else null
   * @param unread why nobody tried, whatever keys there are: VOID when it was never acknowledged,
   *     DAMAGED when the log cannot be opened; else null
   */
  private record Payload(
      @Nullable String diagnostic, @Nullable String sealed, @Nullable String unread) {
    static Payload sealed(String why) {
      return new Payload(null, why, null);
    }

    static Payload unread(String why) {
      return new Payload(null, null, why);
    }

    /** In words. */
    String text() {
      if (diagnostic != null) {
        return diagnostic;
      }
      if (sealed != null) {
        return sealed.equals("LOCKED")
            ? "LOCKED: the log's keys are not there"
            : "ERASED: its key is gone";
      }
      return "VOID".equals(unread)
          ? "VOID: its command was never completed, so it does not count"
          : "DAMAGED: not opened, because the log is damaged";
    }
  }

  @Override
  public Integer call() {
    try (EntryStore store = access().store(log)) {
      ChainCheck check = new ChainCheck();
      byte[] record = null;
      List<Finding> findings = List.of();
      boolean counts = false;
      try (EntryCursor cursor = store.cursor(0)) {
        byte[] next;
        while (check.nextSequence() <= sequence && (next = cursor.next()) != null) {
          findings = check.check(next);
          record = next;
        }
        if (record != null && findings.isEmpty()) {
          counts = isCompleted(EntryHeader.of(record), cursor);
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
        Payload payload;
        if (!findings.isEmpty()) {
          payload = Payload.unread("DAMAGED");
        } else if (!counts) {
          payload = Payload.unread("VOID");
        } else if (opened == null) {
          payload = unlocked.damaged() ? Payload.unread("DAMAGED") : Payload.sealed("LOCKED");
        } else {
          payload = payload(opened);
        }
        print(record, opened, payload);
        if (unlocked.damaged() && findings.isEmpty()) {
          console().note(Printable.of("varve: another entry is damaged; see: varve verify " + log));
        }
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
                ? Payload.sealed("ERASED")
                : new Payload(CborDiagnostic.of(payload), null, null);
          }
        }
      }
    }
    if (opened.damage() != null) {
      return Payload.unread("DAMAGED");
    }
    throw new CannotWorkException(log + ": entry " + sequence + " was cut off while it was read");
  }

  /** Whether the command that an entry belongs to was completed; needs no keys. */
  private static boolean isCompleted(EntryHeader entry, EntryCursor after) {
    EntryHeader header = entry;
    try {
      while (!header.isLastOfCommand()) {
        byte[] next = after.next();
        if (next == null) {
          return false;
        }
        header = EntryHeader.of(next);
        if (header.commandIndex() == 0) {
          return false;
        }
      }
    } catch (VarveException e) {
      // Nobody knows, for what follows is damaged; the log cannot be opened then, and that is said.
      return true;
    }
    return true;
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
                  .put("sealed", payload.sealed)
                  .put("unread", payload.unread);
            });
    if (json()) {
      console().line(json);
      return;
    }
    for (String[] field : view.fields()) {
      console().line(EntryView.pad(field[0], 18) + field[1]);
    }
    console().line(EntryView.pad("payload", 18) + payload.text());
  }
}
