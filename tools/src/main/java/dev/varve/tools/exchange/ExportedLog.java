package dev.varve.tools.exchange;

import dev.varve.engine.entry.ByteString;
import dev.varve.engine.entry.EntryHash;
import dev.varve.engine.store.CheckpointNotes;
import dev.varve.engine.store.CommandIndex;
import dev.varve.engine.store.EntryCursor;
import dev.varve.engine.store.EntryStore;
import dev.varve.engine.store.SnapshotSlot;
import dev.varve.engine.store.StoreException;
import dev.varve.engine.store.memory.MemoryCommandIndex;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * An exported file, redacted or not, as a log to verify where it lies. Its records are handed out
 * as they are; one cursor reads the file from its beginning. Opening reads all of it once.
 */
public final class ExportedLog implements EntryStore {
  private final Path file;
  private final boolean redacted;
  private final boolean whole;
  private final long count;
  private final List<ByteString> notes;

  private ExportedLog(
      Path file, boolean redacted, boolean whole, long count, List<ByteString> notes) {
    this.file = file;
    this.redacted = redacted;
    this.whole = whole;
    this.count = count;
    this.notes = notes;
  }

  /** Whether a file is there that begins as an exported log does. */
  public static boolean isAt(Path file) {
    if (!Files.isRegularFile(file)) {
      return false;
    }
    try (InputStream in = Files.newInputStream(file)) {
      return LogFileReader.isBeginning(in.readNBytes(4));
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Reads through a file.
   *
   * @throws StoreException when it has not the form of an exported log
   */
  public static ExportedLog open(Path file) {
    try (LogFileReader reader = LogFileReader.open(file)) {
      while (reader.record() != null) {
        // Whose judge the verifier is.
      }
      List<ByteString> notes = reader.notes();
      return new ExportedLog(file, reader.isRedacted(), reader.isWhole(), reader.count(), notes);
    } catch (LogFileException e) {
      throw new StoreException(String.valueOf(e.getMessage()), e);
    }
  }

  /** Whether its payloads were left out. */
  public boolean isRedacted() {
    return redacted;
  }

  @Override
  public long size() {
    return count;
  }

  @Override
  public EntryCursor cursor(long from) {
    if (from < 0 || from > count) {
      throw new StoreException(describe() + ": no record " + from + ", there are " + count);
    }
    LogFileReader reader = LogFileReader.open(file);
    for (long i = 0; i < from; i++) {
      reader.record();
    }
    return new Cursor(reader);
  }

  private final class Cursor implements EntryCursor {
    private final LogFileReader reader;

    Cursor(LogFileReader reader) {
      this.reader = reader;
    }

    @Override
    public byte @Nullable [] next() {
      byte[] record = reader.record();
      if (record == null && !whole) {
        throw new StoreException(
            file + ": the file does not hash to what it states at its end; it was damaged or cut");
      }
      return record;
    }

    @Override
    public void close() {
      reader.close();
    }
  }

  @Override
  public void carve(Consumer<byte[]> found) {
    try (EntryCursor cursor = cursor(0)) {
      byte[] record;
      while ((record = cursor.next()) != null) {
        if (EntryHash.isWhole(record)) {
          found.accept(record);
        }
      }
    }
  }

  @Override
  public CheckpointNotes notes() {
    return new CheckpointNotes() {
      @Override
      public List<ByteString> all() {
        return notes;
      }

      @Override
      public void add(ByteString note) {
        throw readingOnly();
      }
    };
  }

  @Override
  public SnapshotSlot snapshots() {
    return new SnapshotSlot() {
      @Override
      public byte @Nullable [] read() {
        return null;
      }

      @Override
      public void replace(byte[] snapshot) {
        throw readingOnly();
      }

      @Override
      public void clear() {
        throw readingOnly();
      }
    };
  }

  @Override
  public CommandIndex commandIndex() {
    return new MemoryCommandIndex();
  }

  @Override
  public void append(List<byte[]> records) {
    throw readingOnly();
  }

  @Override
  public void force() {
    throw readingOnly();
  }

  private StoreException readingOnly() {
    return new StoreException(describe() + " is open for reading only");
  }

  @Override
  public boolean isWritable() {
    return false;
  }

  @Override
  public String describe() {
    return "exported log " + file;
  }

  @Override
  public void close() {
    // Each cursor closes its own file.
  }
}
