package dev.varve.tools.command;

import dev.varve.engine.entry.EntryHeader;
import dev.varve.engine.entry.HeaderLayout;
import dev.varve.engine.entry.Hex;
import dev.varve.engine.store.EntryCursor;
import dev.varve.engine.store.EntryStore;
import dev.varve.engine.store.StoreException;
import dev.varve.engine.verify.ChainCheck;
import dev.varve.engine.verify.DiagnosticReport;
import dev.varve.engine.verify.Finding;
import dev.varve.tools.output.Console;
import dev.varve.tools.output.Json;
import dev.varve.tools.output.Printable;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** An entry as its bytes are, whatever is wrong with it. */
final class RawEntry {
  private final Console console;
  private final boolean json;

  RawEntry(Console console, boolean json) {
    this.console = console;
    this.json = json;
  }

  int show(LogAccess access, String log, long sequence) {
    try (EntryStore store = access.store(log)) {
      byte[] record = sequence < 0 ? null : record(store, sequence);
      if (record == null) {
        throw new CannotWorkException(
            store.describe()
                + ": record "
                + sequence
                + " cannot be read; see: varve verify "
                + log);
      }
      byte[] header = Arrays.copyOf(record, Math.min(record.length, EntryHeader.SIZE));
      List<Finding> findings = ChainCheck.alone(sequence, record);
      if (json) {
        console.line(
            Json.object(
                out ->
                    out.put("sequence", sequence)
                        .put("recordLength", record.length)
                        .put("header", Hex.of(header))
                        .putObjects(
                            "fields",
                            HeaderLayout.fields(header),
                            (item, field) ->
                                item.put("offset", field.offset())
                                    .put("size", field.size())
                                    .put("name", field.name())
                                    .put("hex", field.hex())
                                    .put("value", field.value().isEmpty() ? null : field.value()))
                        .putTexts(
                            "damage",
                            findings.stream().map(f -> f.kind() + ": " + f.detail()).toList())));
      } else {
        print(header);
      }
      for (Finding finding : findings) {
        console.note(
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

  private void print(byte[] header) {
    console.line("header  " + Hex.of(header));
    console.line("offset size  field");
    for (HeaderLayout.Field field : HeaderLayout.fields(header)) {
      console.line(
          String.format(
              Locale.ROOT,
              "%6d %4d  %-23s %s%s",
              field.offset(),
              field.size(),
              field.name(),
              field.hex(),
              field.value().isEmpty() ? "" : " = " + field.value()));
    }
  }

  /** What the bytes at a finding say. */
  static DiagnosticReport report(EntryStore store, Finding finding) {
    byte[] record = record(store, finding.sequence());
    byte[] before = finding.sequence() == 0 ? null : record(store, finding.sequence() - 1);
    byte[] previous =
        before == null || before.length < EntryHeader.SIZE
            ? null
            : EntryHeader.of(before).entryHash();
    return DiagnosticReport.of(store.describe(), finding, record, previous);
  }

  private static byte @Nullable [] record(EntryStore store, long sequence) {
    if (sequence > store.size()) {
      return null;
    }
    try (EntryCursor cursor = store.cursor(sequence)) {
      return cursor.next();
    } catch (StoreException e) {
      return null;
    }
  }
}
