package dev.varve.engine.jvm.chronicle;

import dev.varve.engine.entry.EntryHash;
import dev.varve.engine.entry.EntryHeader;
import dev.varve.engine.store.StoreException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * Finds entries in raw bytes: wherever {@code VRV1} stands, at any offset, a header is tried, its
 * own hash and then the payload's. Neither the library's structure nor ours is asked. Not
 * thread-safe.
 */
final class RecordCarver {
  /** Bytes that are looked at at a time; the longest record fits several times. */
  private static final int WINDOW = 4 << 20;

  private static final byte FIRST = (byte) (EntryHeader.MAGIC >>> 24);

  private final Consumer<byte[]> found;
  private final EntryHash hash = new EntryHash();
  private final byte[] window = new byte[WINDOW];
  private final ByteBuffer view = ByteBuffer.wrap(window);

  RecordCarver(Consumer<byte[]> found) {
    this.found = found;
  }

  /** Hands out the entries of one file, in the order in which they stand there. */
  void carve(Path path) {
    try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "r")) {
      long start = 0;
      int kept = 0;
      while (true) {
        int length = kept + read(file, start + kept, kept);
        boolean isLast = length < WINDOW;
        // Whoever begins before this offset ends within the window.
        int limit = isLast ? length : length - ChronicleEntryStore.MAX_RECORD;
        int next = carve(limit, length);
        if (isLast) {
          return;
        }
        kept = length - next;
        System.arraycopy(window, next, window, 0, kept);
        start += next;
      }
    } catch (IOException e) {
      throw new StoreException("cannot look through " + path + ": " + e.getMessage(), e);
    }
  }

  private int read(RandomAccessFile file, long at, int into) throws IOException {
    file.seek(at);
    int done = 0;
    while (into + done < WINDOW) {
      int got = file.read(window, into + done, WINDOW - into - done);
      if (got < 0) {
        break;
      }
      done += got;
    }
    return done;
  }

  /** Returns where to go on: {@code limit}, or behind an entry that reaches over it. */
  private int carve(int limit, int length) {
    int at = 0;
    while (at < limit) {
      if (window[at] != FIRST) {
        at++;
        continue;
      }
      int size = entryAt(at, length);
      if (size > 0) {
        found.accept(Arrays.copyOfRange(window, at, at + size));
      }
      at += Math.max(size, 1);
    }
    return Math.max(at, limit);
  }

  /** The length of the entry that begins at an offset, or 0. */
  private int entryAt(int at, int length) {
    if (at + EntryHeader.SIZE > length || view.getInt(at) != EntryHeader.MAGIC) {
      return 0;
    }
    EntryHeader header = EntryHeader.of(Arrays.copyOfRange(window, at, at + EntryHeader.SIZE));
    if (header.defect() != null
        || header.payloadLength() > length - at - EntryHeader.SIZE
        || !Arrays.equals(hash.ofHeader(window, at), header.entryHash())) {
      return 0;
    }
    byte[] digest =
        hash.ofPayload(
            header.hashAlgorithm(), window, at + EntryHeader.SIZE, header.payloadLength());
    return Arrays.equals(digest, header.payloadDigest())
        ? EntryHeader.SIZE + header.payloadLength()
        : 0;
  }
}
