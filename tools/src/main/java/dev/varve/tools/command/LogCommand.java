package dev.varve.tools.command;

import dev.varve.engine.entry.EntryHeader;
import dev.varve.engine.entry.Hex;
import dev.varve.engine.entry.TraceId;
import dev.varve.engine.event.EventType;
import dev.varve.engine.log.MemoryLog;
import dev.varve.engine.store.EntryCursor;
import dev.varve.engine.store.EntryStore;
import dev.varve.engine.store.StoreException;
import dev.varve.engine.verify.ChainCheck;
import dev.varve.engine.verify.Finding;
import dev.varve.projections.MemoryReader;
import dev.varve.tools.output.Console;
import dev.varve.tools.output.Json;
import dev.varve.tools.output.Printable;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Lists entries from their headers; keys only add names. */
@Command(name = "log", description = "List entries, one a line.")
final class LogCommand extends Subcommand {
  @Parameters(paramLabel = "LOG", description = "The log's folder or .db file.")
  private String log;

  @Option(names = "--from", paramLabel = "N", description = "First sequence.")
  private long from;

  @Option(names = "--to", paramLabel = "N", description = "Last sequence.")
  private long to = Long.MAX_VALUE;

  @Option(names = "--type", paramLabel = "T", description = "Only entries of this type.")
  private @Nullable String type;

  @Option(
      names = "--trace",
      paramLabel = "ID",
      description = "Only entries of this task: its name, or the 32 hex digits of its trace id.")
  private @Nullable String trace;

  LogCommand(Console console) {
    super(console);
  }

  @Override
  public Integer call() {
    if (from < 0 || to < 0) {
      throw new CannotWorkException("--from and --to are sequences, from 0 on");
    }
    try (EntryStore store = access().store(log)) {
      try (Unlocked named = Unlocked.of(access(), log, console())) {
        return list(store, named.log());
      }
    }
  }

  private int list(EntryStore store, @Nullable MemoryLog named) {
    Integer wantedType = type == null ? null : numberOf(type);
    TraceId wantedTrace = trace == null ? null : traceOf(trace, named);
    ChainCheck check = new ChainCheck();
    List<EntryHeader> command = new ArrayList<>();
    try (EntryCursor cursor = store.cursor(0)) {
      byte[] record;
      while ((record = cursor.next()) != null && check.nextSequence() <= to) {
        List<Finding> findings = check.check(record);
        if (!findings.isEmpty()) {
          return damage(store, findings.get(0).sequence(), findings.get(0).detail());
        }
        EntryHeader header = EntryHeader.of(record);
        if (header.commandIndex() == 0 && !command.isEmpty()) {
          show(command, named, wantedType, wantedTrace, "abandoned");
        }
        command.add(header);
        if (header.isLastOfCommand()) {
          show(command, named, wantedType, wantedTrace, null);
        }
      }
    } catch (StoreException e) {
      return damage(store, check.nextSequence(), String.valueOf(e.getMessage()));
    }
    // Cut by --to or by the end of the log: only the latter leaves a command incomplete.
    show(command, named, wantedType, wantedTrace, check.nextSequence() > to ? null : "incomplete");
    return ExitCode.OK;
  }

  private int damage(EntryStore store, long sequence, String detail) {
    console().flush();
    console()
        .note(
            Printable.of(
                "varve: "
                    + store.describe()
                    + ": entry "
                    + sequence
                    + " is damaged: "
                    + detail
                    + "; see: varve verify "
                    + log));
    return ExitCode.FOUND;
  }

  private void show(
      List<EntryHeader> command,
      @Nullable MemoryLog named,
      @Nullable Integer wantedType,
      @Nullable TraceId wantedTrace,
      @Nullable String fate) {
    for (EntryHeader header : command) {
      boolean wanted =
          header.sequence() >= from
              && header.sequence() <= to
              && (wantedType == null || wantedType == header.eventType())
              && (wantedTrace == null || wantedTrace.equals(header.trace()));
      if (wanted) {
        EntryView view = new EntryView(header, named);
        if (json()) {
          console()
              .line(
                  Json.object(
                      out -> {
                        view.write(out);
                        out.put("complete", fate == null);
                      }));
        } else {
          console().line(view.line() + (fate == null ? "" : "  (" + fate + ")"));
        }
      }
    }
    command.clear();
  }

  private static int numberOf(String type) {
    for (EventType known : MemoryReader.registry().types()) {
      if (known.name().equalsIgnoreCase(type)) {
        return known.number();
      }
    }
    if (type.matches("[0-9]{1,5}")) {
      return Integer.parseInt(type);
    }
    List<String> names = new ArrayList<>();
    MemoryReader.registry().types().forEach(known -> names.add(known.name()));
    throw new CannotWorkException(
        "unknown type " + type + "; there are " + String.join(", ", names));
  }

  private static TraceId traceOf(String trace, @Nullable MemoryLog named) {
    if (trace.matches("[0-9a-f]{32}")) {
      return TraceId.of(Hex.parse(trace));
    }
    if (named == null) {
      throw new CannotWorkException(
          "without the log's keys --trace takes the 32 hex digits of a trace id, as log prints it");
    }
    return named.traceId(trace);
  }
}
