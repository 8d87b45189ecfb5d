package dev.varve.engine.jvm.chronicle;

import dev.varve.engine.entry.Hex;
import dev.varve.engine.store.StoreException;
import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * Reads a queue file without the library: plain reads, so that a file which another process
 * truncates or garbles costs an exception and never a signal, and an index that lies is never
 * asked.
 *
 * <pre>
 *  A file is a row of documents, each at a multiple of 4. Integers are little-endian.
 *
 *  off  size  document
 *    0     4  header: bit 31 being written, bit 30 metadata (not a record), bits 0..29 length
 *    4     n  content, then up to 3 bytes that belong to nothing
 *
 *  header 0           nothing here yet
 *  header C0000000    nothing will come: the next segment goes on
 *
 *  off  size  first document of a file: metadata, 193 bytes, all fixed but
 *    4    18  B9 06 "header" B6 08 "SCQStore" ...
 *   27    15  CD "writePosition" 8E ...
 *   64     8  where the document begins that was written last, 0: none
 *   72     8  the same with its number, packed
 *  152     8  where the index of indexes begins, 0: none
 *  176     8  number up to which records are indexed
 * </pre>
 *
 * <p>A header is put in place after its content. Whoever reads content therefore looks at the
 * header in one read and at the content in a later one: {@code limit} bounds each read by what is
 * known to be finished. Not thread-safe.
 */
final class SegmentFile implements Closeable {
  static final int BEING_WRITTEN = 0x8000_0000;
  static final int METADATA = 0x4000_0000;
  static final int END = BEING_WRITTEN | METADATA;
  static final int LENGTH = 0x3fff_ffff;

  private static final byte[] KIND =
      "\u00b9\u0006header\u00b6\u0008SCQStore".getBytes(StandardCharsets.ISO_8859_1);
  private static final byte[] POSITION =
      "\u00cdwritePosition\u008e".getBytes(StandardCharsets.ISO_8859_1);
  private static final int POSITION_AT = 27;
  private static final int WRITE_POSITION_AT = 64;

  /** The first document as this version of the library writes it, header included; xx varies. */
  private static final String FIRST =
      """
      c1000040 b906686561646572 b60853435153746f7265 82aa000000
      cd7772697465506f736974696f6e 8e0100000000 8d02000000000000000200000000000000
      xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
      c8696e646578696e67 b60c53435153496e646578696e67 824c000000
      ca696e646578436f756e74 a50010 cc696e64657853706163696e67 a50001
      cb696e64657832496e646578 8fa7xxxxxxxxxxxxxxxx
      c96c617374496e646578 8e00000000 a7xxxxxxxxxxxxxxxx
      ca64617461466f726d6174 a101
      """
          .replaceAll("\\s", "");

  /** How far a file is looked through for traces of content behind an empty beginning. */
  private static final int TRACES = 1 << 18;

  private final Path path;
  private final RandomAccessFile file;
  private final byte[] window = new byte[1 << 16];
  private long windowStart;
  private int windowLength;

  private SegmentFile(Path path, RandomAccessFile file) {
    this.path = path;
    this.file = file;
  }

  static SegmentFile open(Path path) {
    try {
      return new SegmentFile(path, new RandomAccessFile(path.toFile(), "r"));
    } catch (IOException e) {
      throw new StoreException("cannot read " + path + ": " + e.getMessage(), e);
    }
  }

  /** Where the document behind one that begins at {@code at} begins. */
  static long after(long at, int length) {
    return (at + 4 + length + 3) & ~3L;
  }

  Path path() {
    return path;
  }

  long length() {
    try {
      return file.length();
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /**
   * Whether the first document is there and finished; nothing can have been written before it is.
   */
  boolean isBegun() {
    forget();
    return length() >= 4 && word(0, 4) > 0;
  }

  /** Whether there are bytes behind an empty first document, which the library never leaves. */
  boolean hasLostItsBeginning() {
    long end = Math.min(length(), TRACES);
    forget();
    for (long at = 0; at + 4 <= end; at += 4) {
      if (word(at, end) != 0) {
        forget();
        // Another process may have begun the file in the meantime.
        return word(0, end) == 0;
      }
    }
    return false;
  }

  /** Whether the first document is a queue's. */
  boolean isQueue() {
    byte[] start = new byte[WRITE_POSITION_AT + 8];
    if (length() < start.length) {
      return false;
    }
    forget();
    int header = word(0, start.length);
    read(0, start, start.length);
    return (header & METADATA) != 0
        && (header & LENGTH) >= start.length
        && matches(start, 4, KIND)
        && matches(start, POSITION_AT, POSITION);
  }

  private static boolean matches(byte[] bytes, int at, byte[] expected) {
    for (int i = 0; i < expected.length; i++) {
      if (bytes[at + i] != expected[i]) {
        return false;
      }
    }
    return true;
  }

  /**
   * Whether the first document says what the library has to know before it appends: a damaged one
   * makes it write in another geometry.
   */
  boolean isAsWritten() {
    byte[] start = new byte[FIRST.length() / 2];
    if (length() < start.length) {
      return false;
    }
    forget();
    read(0, start, start.length);
    String found = Hex.of(start);
    for (int i = 0; i < found.length(); i++) {
      if (FIRST.charAt(i) != 'x' && FIRST.charAt(i) != found.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  /** Where the library believes it has written last. */
  long writePosition() {
    forget();
    int low = word(WRITE_POSITION_AT, WRITE_POSITION_AT + 8);
    int high = word(WRITE_POSITION_AT + 4, WRITE_POSITION_AT + 8);
    return (long) high << 32 | (low & 0xffff_ffffL);
  }

  /** Tells the library where it has written last; nobody has the file open for writing. */
  static void putWritePosition(Path path, long position) throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
      file.seek(WRITE_POSITION_AT);
      file.writeLong(Long.reverseBytes(position));
    }
  }

  /** The four bytes at {@code at}; {@code limit} is behind them. */
  int word(long at, long limit) {
    if (at < windowStart || at + 4 > windowStart + windowLength) {
      fill(at, limit);
    }
    int i = (int) (at - windowStart);
    return (window[i] & 255)
        | (window[i + 1] & 255) << 8
        | (window[i + 2] & 255) << 16
        | window[i + 3] << 24;
  }

  /** Fills {@code into} from {@code at} on; {@code limit} is behind what is read. */
  void read(long at, byte[] into, long limit) {
    if (into.length > window.length / 2) {
      readFully(at, into, into.length);
      return;
    }
    if (at < windowStart || at + into.length > windowStart + windowLength) {
      fill(at, limit);
    }
    System.arraycopy(window, (int) (at - windowStart), into, 0, into.length);
  }

  /** Drops what was read, so that the next read sees what was written since. */
  void forget() {
    windowLength = 0;
  }

  private void fill(long at, long limit) {
    int wanted = (int) Math.min(window.length, limit - at);
    windowLength = 0;
    readFully(at, window, wanted);
    windowStart = at;
    windowLength = wanted;
  }

  private void readFully(long at, byte[] into, int length) {
    try {
      file.seek(at);
      int done = 0;
      while (done < length) {
        int got = file.read(into, done, length - done);
        if (got < 0) {
          throw new StoreException(
              path + " ends at byte " + (at + done) + ", expected " + (at + length) + " or more");
        }
        done += got;
      }
    } catch (IOException e) {
      throw failed(e);
    }
  }

  private StoreException failed(IOException e) {
    return new StoreException("cannot read " + path + ": " + e.getMessage(), e);
  }

  @Override
  public void close() {
    try {
      file.close();
    } catch (IOException e) {
      throw failed(e);
    }
  }
}
