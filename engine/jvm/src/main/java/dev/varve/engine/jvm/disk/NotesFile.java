package dev.varve.engine.jvm.disk;

import dev.varve.engine.entry.ByteString;
import dev.varve.engine.store.CheckpointNotes;
import dev.varve.engine.store.StoreException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * Signed notes in an append-only file, big-endian; the file begins with the first note.
 *
 * <pre>
 *  off  size  field, once a note
 *    0     4  "VRVN"
 *    4     4  length n of the note, 1 to 65536
 *    8     4  n, each bit inverted: a changed length is no note that was cut short
 *   12     n  the note as signed, UTF-8
 * 12+n     4  CRC-32 of all before, from "VRVN" on
 * </pre>
 *
 * <p>The check value finds accidents; what a note is worth its signature says. A last note that is
 * cut short by the end of the file, or of which a disk's sector is zeros, was never acknowledged:
 * the process or the power was lost while it was written. Thread-safe.
 */
public final class NotesFile implements CheckpointNotes {
  private static final int MAGIC = 0x5652564e;
  private static final int HEADER = 12;
  private static final int OVERHEAD = HEADER + 4;

  /** What a disk writes as a whole. */
  private static final int SECTOR = 512;

  private final Path file;
  private final boolean writable;

  /** The notes in {@code file}, which need not exist. */
  public NotesFile(Path file, boolean writable) {
    this.file = file;
    this.writable = writable;
  }

  @Override
  public synchronized List<ByteString> all() {
    return read().notes;
  }

  private record Content(List<ByteString> notes, int end) {}

  private Content read() {
    List<ByteString> notes = new ArrayList<>();
    int at = 0;
    try {
      if (!Files.exists(file)) {
        return new Content(notes, 0);
      }
      byte[] bytes = Files.readAllBytes(file);
      ByteBuffer buffer = ByteBuffer.wrap(bytes);
      while (at + OVERHEAD <= bytes.length) {
        int length = buffer.getInt(at + 4);
        if (hasHeader(buffer, at) && at + OVERHEAD + length > bytes.length) {
          break;
        }
        String wrong = wrongAt(buffer, bytes, at);
        if (wrong != null) {
          if (isTorn(buffer, bytes, at)) {
            break;
          }
          throw damaged(at, wrong);
        }
        notes.add(ByteString.of(Arrays.copyOfRange(bytes, at + HEADER, at + HEADER + length)));
        at += OVERHEAD + length;
      }
      return new Content(notes, at);
    } catch (IOException e) {
      throw new StoreException("cannot read " + file + ": " + e, e);
    }
  }

  private static boolean hasHeader(ByteBuffer buffer, int at) {
    int length = buffer.getInt(at + 4);
    return buffer.getInt(at) == MAGIC
        && buffer.getInt(at + 8) == ~length
        && length >= 1
        && length <= MAX_NOTE;
  }

  private static @Nullable String wrongAt(ByteBuffer buffer, byte[] bytes, int at) {
    if (!hasHeader(buffer, at)) {
      return "no note begins here";
    }
    int end = at + HEADER + buffer.getInt(at + 4);
    if (end + 4 > bytes.length) {
      return "the note is cut short";
    }
    CRC32 crc = new CRC32();
    crc.update(bytes, at, end - at);
    return buffer.getInt(end) == (int) crc.getValue() ? null : "the note's check value is wrong";
  }

  /** Whether what begins here is the last note, and a sector of it never came to the disk. */
  private static boolean isTorn(ByteBuffer buffer, byte[] bytes, int at) {
    if (bytes.length - at > OVERHEAD + MAX_NOTE) {
      return false;
    }
    for (int later = at + 1; later + OVERHEAD <= bytes.length; later++) {
      if (wrongAt(buffer, bytes, later) == null) {
        return false;
      }
    }
    for (int from = at; from < bytes.length; ) {
      int to = Math.min(bytes.length, (from / SECTOR + 1) * SECTOR);
      if (to - from >= 4 && isZero(bytes, from, to)) {
        return true;
      }
      from = to;
    }
    return false;
  }

  private static boolean isZero(byte[] bytes, int from, int to) {
    for (int i = from; i < to; i++) {
      if (bytes[i] != 0) {
        return false;
      }
    }
    return true;
  }

  private StoreException damaged(int at, String found) {
    return new StoreException(file + ": offset " + at + ": " + found);
  }

  @Override
  public synchronized void add(ByteString note) {
    if (!writable) {
      throw new StoreException(file + " is open for reading only");
    }
    if (note.length() < 1 || note.length() > MAX_NOTE) {
      throw new StoreException("a note has 1 to " + MAX_NOTE + " bytes, found " + note.length());
    }
    int end = read().end;
    ByteBuffer buffer = ByteBuffer.allocate(OVERHEAD + note.length());
    buffer.putInt(MAGIC).putInt(note.length()).putInt(~note.length()).put(note.toBytes());
    CRC32 crc = new CRC32();
    crc.update(buffer.array(), 0, buffer.position());
    buffer.putInt((int) crc.getValue());
    boolean isNew = !Files.exists(file);
    try {
      try (RandomAccessFile out = new RandomAccessFile(file.toFile(), "rw")) {
        out.setLength(end);
        out.seek(end);
        out.write(buffer.array());
      }
      DiskSync.file(file);
      Path folder = file.getParent();
      if (isNew && folder != null) {
        DiskSync.folder(folder);
      }
    } catch (IOException e) {
      throw new StoreException("cannot write " + file + ": " + e, e);
    }
  }
}
