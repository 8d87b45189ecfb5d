package dev.varve.engine.jvm.chronicle;

import dev.varve.engine.jvm.disk.FolderTree;
import dev.varve.engine.store.DiskFullException;
import dev.varve.engine.store.EntryCursor;
import dev.varve.engine.store.EntryStore;
import dev.varve.engine.store.EntryStoreConformance;
import dev.varve.engine.store.StoreException;
import java.io.IOException;
import java.io.PrintStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Fills a small disk at every place of a log, and says "done"; started by {@link DiskFullTest}. */
final class DiskFullWriter {
  private static final int PAGE = 4096;

  /** Free pages in the steps of the test: more than a segment is begun with. */
  private static final int MOST_FREE = 176;

  private static final ChronicleOptions OPTIONS = ChronicleOptions.DEFAULT.withSegmentBits(5);

  private final Path folder;
  private final Path filler;

  private DiskFullWriter(Path place) {
    this.folder = place.resolve("log");
    this.filler = place.resolve("filler");
  }

  /** First argument: {@code fill} or {@code limit}; second: the folder on the small disk. */
  public static void main(String[] arguments) throws IOException {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    DiskFullWriter writer = new DiskFullWriter(Path.of(arguments[1]));
    if (arguments[0].equals("limit")) {
      out.println("done " + writer.appendUpToTheLimit());
      return;
    }
    writer.creationOnAFullDisk();
    for (int free = 0; free <= MOST_FREE; free += free < 16 ? 1 : 3) {
      out.println(free + " pages free");
      writer.fullWith(free, free * 7 % 75);
    }
    out.println("done " + MOST_FREE);
  }

  private static byte[] record(int n) {
    return EntryStoreConformance.record(n, 280 + (n * 7919) % 2_500);
  }

  private void creationOnAFullDisk() throws IOException {
    for (int free = 0; free < 140; free += 5) {
      fill(free);
      try {
        ChronicleEntryStore.create(folder, OPTIONS).close();
        FolderTree.delete(folder);
      } catch (DiskFullException e) {
        require(!Files.exists(folder), "a creation that failed left something behind");
      }
      Files.delete(filler);
    }
  }

  private void fullWith(int free, int before) throws IOException {
    int n = 0;
    try (EntryStore store = ChronicleEntryStore.create(folder, OPTIONS)) {
      while (n < before) {
        store.append(record(n++));
      }
      fill(free);
      n = appendUntilFull(store, n);
      requireWhole(store, n);
      // Still full, still the same.
      require(isFull(store, many(n, count(n))), "a second try on a full disk succeeded");
      require(isFull(store, many(n, 200)), "many records went where one does not");
      requireWhole(store, n);
      Files.delete(filler);
      store.append(many(n, 40));
      n += 40;
      for (int end = n + 40; n < end; n++) {
        store.append(record(n));
      }
      store.force();
      requireWhole(store, n);
      fill(free);
    }
    openOnAFullDisk(n);
    Files.delete(filler);
    try (EntryStore store = ChronicleEntryStore.open(folder)) {
      require(store.isWritable(), "" + store.obstacle());
      store.append(record(n++));
      requireWhole(store, n);
    }
    FolderTree.delete(folder);
  }

  /** Appends one by one, now and then several at once; returns how many there are then. */
  private int appendUntilFull(EntryStore store, int from) {
    int n = from;
    while (true) {
      try {
        store.append(many(n, count(n)));
        n += count(n);
      } catch (DiskFullException e) {
        require(store.size() == n, "size " + store.size() + " after " + n);
        return n;
      }
    }
  }

  private static int count(int n) {
    return n % 5 == 4 ? 3 : 1;
  }

  private static List<byte[]> many(int from, int count) {
    List<byte[]> records = new ArrayList<>();
    for (int n = from; n < from + count; n++) {
      records.add(record(n));
    }
    return records;
  }

  private static boolean isFull(EntryStore store, List<byte[]> records) {
    try {
      store.append(records);
      return false;
    } catch (DiskFullException e) {
      return true;
    }
  }

  /** Opening may fail, but only because there is no room, and nothing is lost by it. */
  private void openOnAFullDisk(int size) {
    for (int i = 0; i < 2; i++) {
      try (EntryStore store = ChronicleEntryStore.open(folder)) {
        require(store.isWritable(), "" + store.obstacle());
      } catch (DiskFullException e) {
        require(String.valueOf(e.getMessage()).contains("nothing was appended"), e.toString());
      }
      try (EntryStore reader = ChronicleEntryStore.openReadOnly(folder)) {
        requireWhole(reader, size);
      }
    }
  }

  private void requireWhole(EntryStore store, int size) {
    try (EntryStore reader = ChronicleEntryStore.openReadOnly(folder)) {
      for (EntryStore handle : List.of(store, reader)) {
        require(handle.size() == size, handle.size() + " records, expected " + size);
        try (EntryCursor cursor = handle.cursor(0)) {
          for (int n = 0; n < size; n++) {
            require(Arrays.equals(record(n), cursor.next()), "record " + n);
          }
          require(cursor.next() == null, "more records than were acknowledged");
        }
      }
    }
  }

  /** Takes all room but some pages. */
  private void fill(int free) throws IOException {
    byte[] block = new byte[PAGE];
    try (RandomAccessFile file = new RandomAccessFile(filler.toFile(), "rw")) {
      long length = 0;
      while (true) {
        try {
          file.write(block);
          length += PAGE;
        } catch (IOException e) {
          break;
        }
      }
      file.setLength(Math.max(0, length - (long) free * PAGE));
    }
  }

  /** Where only the length of files is limited; returns how many records were acknowledged. */
  private int appendUpToTheLimit() {
    int n = 0;
    try (EntryStore store = ChronicleEntryStore.create(folder)) {
      while (true) {
        store.append(EntryStoreConformance.record(n, 700));
        n++;
      }
    } catch (StoreException e) {
      try (EntryStore reader = ChronicleEntryStore.openReadOnly(folder);
          EntryCursor cursor = reader.cursor(0)) {
        require(reader.size() == n, reader.size() + " records, acknowledged " + n);
        for (int i = 0; i < n; i++) {
          require(
              Arrays.equals(EntryStoreConformance.record(i, 700), cursor.next()), "record " + i);
        }
      }
      return n;
    }
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new IllegalStateException(otherwise);
    }
  }
}
