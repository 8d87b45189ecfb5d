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
import java.util.List;
import java.util.zip.CRC32;

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
 * <p>The check value finds accidents; what a note is worth its signature says. A note that is cut
 * short by the end of the file, or is nothing but zeros up to there, was never acknowledged.
 * Thread-safe.
 */
public final class NotesFile implements CheckpointNotes {
  private static final int MAGIC = 0x5652564e;
  private static final int HEADER = 12;
  private static final int OVERHEAD = HEADER + 4;

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
        if (isZero(bytes, at)) {
          break;
        }
        if (buffer.getInt(at) != MAGIC
            || buffer.getInt(at + 8) != ~length
            || length < 1
            || length > MAX_NOTE) {
          throw damaged(at, "no note begins here");
        }
        if (at + OVERHEAD + length > bytes.length) {
          break;
        }
        CRC32 crc = new CRC32();
        crc.update(bytes, at, HEADER + length);
        if (buffer.getInt(at + HEADER + length) != (int) crc.getValue()) {
          throw damaged(at, "the note's check value is wrong");
        }
        notes.add(
            ByteString.of(java.util.Arrays.copyOfRange(bytes, at + HEADER, at + HEADER + length)));
        at += OVERHEAD + length;
      }
      return new Content(notes, at);
    } catch (IOException e) {
      throw new StoreException("cannot read " + file + ": " + e, e);
    }
  }

  private static boolean isZero(byte[] bytes, int from) {
    for (int i = from; i < bytes.length; i++) {
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
