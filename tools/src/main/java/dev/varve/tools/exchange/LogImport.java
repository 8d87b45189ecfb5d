package dev.varve.tools.exchange;

import dev.varve.engine.entry.ByteString;
import dev.varve.engine.entry.EntryHeader;
import dev.varve.engine.entry.LogId;
import dev.varve.engine.verify.ChainCheck;
import dev.varve.engine.verify.Finding;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/**
 * Reads a {@link LogFile}, trusting nothing in it: form, hash of the whole, every entry and its
 * link.
 *
 * @param id of the log in it
 * @param count number of records in it
 * @param notes signed notes on them, oldest first; not checked
 */
public record LogImport(LogId id, long count, List<ByteString> notes) {
  /**
   * Reads all of a file and hands out its records in order. What was handed out counts only when
   * this returns: the hash of the whole comes last.
   *
   * @throws LogFileException at the first thing that is wrong, and for a redacted file, of which no
   *     log can be made
   */
  public static LogImport read(Path file, Consumer<byte[]> records) {
    try (LogFileReader reader = LogFileReader.open(file)) {
      if (reader.isRedacted()) {
        throw new LogFileException(
            file
                + ": a redacted copy has no payloads to make a log of; check it with: varve verify "
                + file);
      }
      readRecords(file, reader, records);
      List<ByteString> notes = reader.notes();
      if (!reader.isWhole()) {
        throw new LogFileException(
            file + ": the file does not hash to what it states at its end; it was damaged or cut");
      }
      return new LogImport(reader.id(), reader.count(), notes);
    }
  }

  private static void readRecords(Path file, LogFileReader reader, Consumer<byte[]> records) {
    ChainCheck check = new ChainCheck();
    boolean complete = false;
    byte[] record;
    while ((record = reader.record()) != null) {
      List<Finding> findings = check.check(record);
      if (!findings.isEmpty()) {
        Finding first = findings.get(0);
        throw new LogFileException(
            file
                + ": record "
                + first.sequence()
                + " is damaged ("
                + first.kind()
                + "): "
                + first.detail());
      }
      if (check.nextSequence() == 1 && !reader.id().equals(check.logId())) {
        throw new LogFileException(file + ": record 0 is not the genesis entry of the log named");
      }
      complete = EntryHeader.of(record).isLastOfCommand();
      records.accept(record);
    }
    if (!complete) {
      throw new LogFileException(
          file + ": record " + (reader.count() - 1) + " should be the last of its command");
    }
  }
}
