package dev.varve.tools.exchange;

import dev.varve.engine.entry.ByteString;
import dev.varve.engine.entry.EntryHeader;
import dev.varve.engine.entry.LogId;
import dev.varve.engine.seal.Crypto;
import dev.varve.engine.store.CheckpointNotes;
import dev.varve.tools.files.Reasons;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads a {@link LogFile} from its beginning to its end: header, records, notes, hash, in this
 * order. Checks its form and nothing of what the records say. Not thread-safe.
 */
final class LogFileReader implements Closeable {
  private static final int MAX_RECORD = EntryHeader.SIZE + EntryHeader.MAX_PAYLOAD;

  private final Path file;
  private final MessageDigest sha256 = Crypto.platform().sha256();
  private final InputStream plain;
  private final DataInputStream in;
  private int version;
  private boolean redacted;
  private LogId id = new LogId(0, 0);
  private long count;
  private long next;

  private LogFileReader(Path file, InputStream plain) {
    this.file = file;
    this.plain = plain;
    this.in = new DataInputStream(new DigestInputStream(plain, sha256));
  }

  /**
   * Opens a file and reads its header.
   *
   * @throws LogFileException when it is no exported log, or one of another version
   */
  static LogFileReader open(Path file) {
    LogFileReader reader = null;
    boolean opened = false;
    try {
      InputStream plain = new BufferedInputStream(Files.newInputStream(file), 1 << 16);
      reader = new LogFileReader(file, plain);
      reader.readHeader();
      opened = true;
      return reader;
    } catch (IOException e) {
      throw failed(file, e);
    } finally {
      if (!opened && reader != null) {
        reader.close();
      }
    }
  }

  /** Whether a file begins as an exported log does. */
  static boolean isBeginning(byte[] beginning) {
    return beginning.length >= 4 && ByteBuffer.wrap(beginning).getInt() == LogFile.MAGIC;
  }

  private static LogFileException failed(Path file, IOException e) {
    return e instanceof EOFException
        ? new LogFileException(file + ": the file is cut off", e)
        : new LogFileException(file + ": cannot be read: " + Reasons.of(e), e);
  }

  private void readHeader() throws IOException {
    byte[] header = in.readNBytes(LogFile.HEADER_SIZE);
    if (header.length < 5 || !isBeginning(header)) {
      throw new LogFileException(file + ": no exported log, it does not begin with VRVX");
    }
    version = header[4];
    if (version != LogFile.VERSION && version != LogFile.VERSION_WITHOUT_NOTES) {
      throw new LogFileException(
          file
              + ": format version "
              + (version & 0xff)
              + ", this version reads "
              + LogFile.VERSION);
    }
    if (header.length < LogFile.HEADER_SIZE) {
      throw new EOFException();
    }
    redacted = header[5] == LogFile.FLAG_REDACTED && version != LogFile.VERSION_WITHOUT_NOTES;
    if ((header[5] != 0 && !redacted) || header[6] != 0 || header[7] != 0) {
      throw new LogFileException(file + ": reserved bytes at offset 5 should be 0");
    }
    ByteBuffer buffer = ByteBuffer.wrap(header).position(8);
    id = new LogId(buffer.getLong(), buffer.getLong());
    count = buffer.getLong();
    if (count < 1) {
      throw new LogFileException(file + ": at least one record expected, found " + count);
    }
  }

  /** Whether the payloads were left out. */
  boolean isRedacted() {
    return redacted;
  }

  /** The log that the header names. */
  LogId id() {
    return id;
  }

  /** Number of records. */
  long count() {
    return count;
  }

  /** The next record, or null when all were read. */
  byte @Nullable [] record() {
    if (next == count) {
      return null;
    }
    try {
      int length = in.readInt();
      if (length < EntryHeader.SIZE || length > (redacted ? EntryHeader.SIZE : MAX_RECORD)) {
        throw new LogFileException(
            file + ": record " + next + " is damaged: it cannot have " + length + " bytes");
      }
      byte[] record = in.readNBytes(length);
      if (record.length < length) {
        throw new EOFException();
      }
      next++;
      return record;
    } catch (EOFException e) {
      throw new LogFileException(file + ": the file is cut off in record " + next, e);
    } catch (IOException e) {
      throw failed(file, e);
    }
  }

  /** The notes, which follow the last record. */
  List<ByteString> notes() {
    if (version == LogFile.VERSION_WITHOUT_NOTES) {
      return List.of();
    }
    try {
      int notes = in.readInt();
      if (notes < 0 || notes > LogFile.MAX_NOTES) {
        throw new LogFileException(file + ": it cannot have " + notes + " notes");
      }
      List<ByteString> found = new ArrayList<>();
      for (int i = 0; i < notes; i++) {
        found.add(note(i));
      }
      return List.copyOf(found);
    } catch (IOException e) {
      throw failed(file, e);
    }
  }

  private ByteString note(int number) throws IOException {
    int length = in.readInt();
    if (length < 1 || length > CheckpointNotes.MAX_NOTE) {
      throw new LogFileException(file + ": note " + number + " cannot have " + length + " bytes");
    }
    byte[] note = in.readNBytes(length);
    if (note.length < length) {
      throw new EOFException();
    }
    return ByteString.of(note);
  }

  /** Whether the hash of everything, which follows the notes, is what it should be. */
  boolean isWhole() {
    try {
      byte[] computed = sha256.digest();
      byte[] stated = plain.readNBytes(LogFile.HASH_SIZE);
      if (plain.read() >= 0) {
        throw new LogFileException(file + ": nothing expected behind the hash, found more bytes");
      }
      return MessageDigest.isEqual(computed, stated);
    } catch (IOException e) {
      throw failed(file, e);
    }
  }

  @Override
  public void close() {
    try {
      plain.close();
    } catch (IOException e) {
      throw failed(file, e);
    }
  }
}
