package dev.varve.tools.exchange;

import dev.varve.engine.entry.ByteString;
import dev.varve.engine.entry.EntryHeader;
import dev.varve.engine.entry.LogId;
import dev.varve.engine.seal.Crypto;
import dev.varve.engine.store.CheckpointNotes;
import dev.varve.engine.verify.ChainCheck;
import dev.varve.engine.verify.Finding;
import dev.varve.tools.files.Reasons;
import java.io.BufferedInputStream;
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
  private static final int MAX_RECORD = EntryHeader.SIZE + EntryHeader.MAX_PAYLOAD;

  /**
   * Reads all of a file and hands out its records in order. What was handed out counts only when
   * this returns: the hash of the whole comes last.
   *
   * @throws LogFileException at the first thing that is wrong
   */
  public static LogImport read(Path file, Consumer<byte[]> records) {
    MessageDigest sha256 = Crypto.platform().sha256();
    try (InputStream plain = new BufferedInputStream(Files.newInputStream(file), 1 << 16);
        DataInputStream in = new DataInputStream(new DigestInputStream(plain, sha256))) {
      Header header = header(file, in);
      readRecords(file, in, header, records);
      List<ByteString> notes =
          header.version == LogFile.VERSION_WITHOUT_NOTES ? List.of() : notes(file, in);
      byte[] computed = sha256.digest();
      byte[] stated = plain.readNBytes(LogFile.HASH_SIZE);
      if (!MessageDigest.isEqual(computed, stated)) {
        throw new LogFileException(
            file + ": the file does not hash to what it states at its end; it was damaged or cut");
      }
      if (plain.read() >= 0) {
        throw new LogFileException(file + ": nothing expected behind the hash, found more bytes");
      }
      return new LogImport(header.id, header.count, notes);
    } catch (EOFException e) {
      throw new LogFileException(file + ": the file is cut off", e);
    } catch (IOException e) {
      throw new LogFileException(file + ": cannot be read: " + Reasons.of(e), e);
    }
  }

  private record Header(int version, LogId id, long count) {}

  private static Header header(Path file, DataInputStream in) throws IOException {
    byte[] header = in.readNBytes(LogFile.HEADER_SIZE);
    ByteBuffer buffer = ByteBuffer.wrap(header);
    if (header.length < 5 || buffer.getInt() != LogFile.MAGIC) {
      throw new LogFileException(file + ": no exported log, it does not begin with VRVX");
    }
    if (header[4] != LogFile.VERSION && header[4] != LogFile.VERSION_WITHOUT_NOTES) {
      throw new LogFileException(
          file
              + ": format version "
              + (header[4] & 0xff)
              + ", this version reads "
              + LogFile.VERSION);
    }
    if (header.length < LogFile.HEADER_SIZE) {
      throw new EOFException();
    }
    if (header[5] != 0 || header[6] != 0 || header[7] != 0) {
      throw new LogFileException(file + ": reserved bytes at offset 5 should be 0");
    }
    buffer.position(8);
    LogId id = new LogId(buffer.getLong(), buffer.getLong());
    long count = buffer.getLong();
    if (count < 1) {
      throw new LogFileException(file + ": at least one record expected, found " + count);
    }
    return new Header(header[4], id, count);
  }

  private static void readRecords(
      Path file, DataInputStream in, Header header, Consumer<byte[]> records) throws IOException {
    ChainCheck check = new ChainCheck();
    boolean complete = false;
    for (long i = 0; i < header.count; i++) {
      byte[] record = record(file, in, i);
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
      if (i == 0 && !header.id.equals(check.logId())) {
        throw new LogFileException(file + ": record 0 is not the genesis entry of the log named");
      }
      complete = EntryHeader.of(record).isLastOfCommand();
      records.accept(record);
    }
    if (!complete) {
      throw new LogFileException(
          file + ": record " + (header.count - 1) + " should be the last of its command");
    }
  }

  private static List<ByteString> notes(Path file, DataInputStream in) throws IOException {
    int count = in.readInt();
    if (count < 0 || count > LogFile.MAX_NOTES) {
      throw new LogFileException(file + ": it cannot have " + count + " notes");
    }
    List<ByteString> notes = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int length = in.readInt();
      if (length < 1 || length > CheckpointNotes.MAX_NOTE) {
        throw new LogFileException(file + ": note " + i + " cannot have " + length + " bytes");
      }
      byte[] note = in.readNBytes(length);
      if (note.length < length) {
        throw new EOFException();
      }
      notes.add(ByteString.of(note));
    }
    return List.copyOf(notes);
  }

  private static byte[] record(Path file, DataInputStream in, long number) throws IOException {
    try {
      int length = in.readInt();
      if (length < EntryHeader.SIZE || length > MAX_RECORD) {
        throw new LogFileException(
            file + ": record " + number + " is damaged: it cannot have " + length + " bytes");
      }
      byte[] record = in.readNBytes(length);
      if (record.length < length) {
        throw new EOFException();
      }
      return record;
    } catch (EOFException e) {
      throw new LogFileException(file + ": the file is cut off in record " + number, e);
    }
  }
}
