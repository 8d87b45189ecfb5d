package dev.varve.tools.exchange;

import dev.varve.engine.VarveException;
import dev.varve.engine.checkpoint.Checkpoint;
import dev.varve.engine.checkpoint.NoteException;
import dev.varve.engine.checkpoint.SignedNote;
import dev.varve.engine.entry.ByteString;
import dev.varve.engine.entry.EntryHeader;
import dev.varve.engine.entry.LogId;
import dev.varve.engine.seal.Crypto;
import dev.varve.engine.store.EntryCursor;
import dev.varve.engine.store.EntryStore;
import dev.varve.engine.verify.ChainCheck;
import dev.varve.engine.verify.Finding;
import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes a log or a prefix of it as a {@link LogFile}. Needs no key; checks every record on its
 * way.
 */
public final class LogExport {
  private final EntryStore store;
  private final LogId id;
  private final long count;
  private final boolean redacted;

  private LogExport(EntryStore store, LogId id, long count, boolean redacted) {
    this.store = store;
    this.id = id;
    this.count = count;
    this.redacted = redacted;
  }

  /** The same without any payload. */
  public LogExport redacted() {
    return new LogExport(store, id, count, true);
  }

  /**
   * Plans an export of the complete commands up to {@code to}, and checks them.
   *
   * @param to a sequence, {@link Long#MAX_VALUE} for all
   * @throws VarveException when a record is damaged, when there is no entry {@code to}, or no
   *     complete command up to it
   */
  public static LogExport plan(EntryStore store, long to) {
    ChainCheck check = new ChainCheck();
    long complete = 0;
    long seen = 0;
    try (EntryCursor cursor = store.cursor(0)) {
      byte[] record;
      while ((seen <= to) && (record = cursor.next()) != null) {
        requireSound(store, check, record);
        seen++;
        if (EntryHeader.of(record).isLastOfCommand()) {
          complete = seen;
        }
      }
    }
    if (to != Long.MAX_VALUE && seen <= to) {
      throw new VarveException(
          store.describe() + ": there is no entry " + to + ", the last one is " + (seen - 1));
    }
    LogId id = check.logId();
    if (complete == 0 || id == null) {
      throw new VarveException(
          store.describe() + ": no complete command up to entry " + (seen - 1));
    }
    return new LogExport(store, id, complete, false);
  }

  private static void requireSound(EntryStore store, ChainCheck check, byte[] record) {
    List<Finding> findings = check.check(record);
    if (!findings.isEmpty()) {
      Finding first = findings.get(0);
      throw new VarveException(
          store.describe()
              + ": entry "
              + first.sequence()
              + " is damaged ("
              + first.kind()
              + "): "
              + first.detail());
    }
  }

  /** Number of records that will be written. */
  public long count() {
    return count;
  }

  /** Writes the file's bytes; the caller closes the stream and brings it to the disk. */
  public void writeTo(OutputStream target) throws IOException {
    MessageDigest sha256 = Crypto.platform().sha256();
    OutputStream buffered = new BufferedOutputStream(target, 1 << 16);
    DataOutputStream out = new DataOutputStream(new DigestOutputStream(buffered, sha256));
    out.writeInt(LogFile.MAGIC);
    out.writeByte(LogFile.VERSION);
    out.writeByte(redacted ? LogFile.FLAG_REDACTED : 0);
    out.write(new byte[2]);
    out.write(id.toBytes());
    out.writeLong(count);
    ChainCheck check = new ChainCheck();
    try (EntryCursor cursor = store.cursor(0)) {
      for (long i = 0; i < count; i++) {
        byte[] record = cursor.next();
        if (record == null) {
          throw new VarveException(store.describe() + ": entry " + i + " is gone");
        }
        requireSound(store, check, record);
        int length = redacted ? EntryHeader.SIZE : record.length;
        out.writeInt(length);
        out.write(record, 0, length);
      }
    }
    List<ByteString> notes = notes();
    out.writeInt(notes.size());
    for (ByteString note : notes) {
      out.writeInt(note.length());
      out.write(note.toBytes());
    }
    out.flush();
    buffered.write(sha256.digest());
    buffered.flush();
  }

  /** The log's notes on what is in the file; one that is none is left out. */
  private List<ByteString> notes() {
    List<ByteString> notes = new ArrayList<>();
    for (ByteString note : store.notes().all()) {
      try {
        Checkpoint checkpoint = Checkpoint.parse(SignedNote.parse(note.toBytes()).text());
        if (checkpoint.size() <= count) {
          notes.add(note);
        }
      } catch (NoteException e) {
        // Verification of the log reports it.
      }
    }
    return notes;
  }
}
