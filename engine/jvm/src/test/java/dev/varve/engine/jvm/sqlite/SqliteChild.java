package dev.varve.engine.jvm.sqlite;

import dev.varve.engine.VarveException;
import dev.varve.engine.jvm.chronicle.ChildJvm;
import dev.varve.engine.store.DiskFullException;
import dev.varve.engine.store.EntryCursor;
import dev.varve.engine.store.EntryStore;
import dev.varve.engine.store.EntryStoreConformance;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What a process of its own does with a SQLite log. */
final class SqliteChild {
  private SqliteChild() {}

  static ChildJvm start(String... arguments) throws IOException {
    return ChildJvm.start(SqliteChild.class, List.of(), arguments);
  }

  /** Often long ones, so that many deaths fall into a write. */
  static int length(int n) {
    return n % 3 == 0 ? 280 + (n * 7919) % 120_000 : 280 + n % 701;
  }

  static byte[] record(int n) {
    return EntryStoreConformance.record(n, length(n));
  }

  /** The records of the command that begins with record {@code n}: one to three. */
  static List<byte[]> command(int n) {
    List<byte[]> records = new ArrayList<>();
    for (int i = 0; i <= n % 3; i++) {
      records.add(record(n + i));
    }
    return records;
  }

  /** First argument: what to do; second: the file. */
  public static void main(String[] arguments) throws Exception {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    Path file = Path.of(arguments[1]);
    try {
      switch (arguments[0]) {
        case "append" -> append(out, file);
        case "hold" -> hold(out, file);
        case "isOpen" -> isOpen(out, file);
        case "fill" -> fill(out, file);
        default -> throw new IllegalArgumentException(arguments[0]);
      }
    } catch (VarveException e) {
      out.println(e.getClass().getSimpleName() + ": " + e.getMessage());
    }
  }

  /** Appends commands without end and says how many records there are after each. */
  private static void append(PrintStream out, Path file) {
    try (EntryStore store = SqliteLog.open(file)) {
      while (true) {
        store.append(command((int) store.size()));
        if (store.size() % 5 == 0) {
          store.force();
        }
        out.println(store.size());
      }
    }
  }

  private static void hold(PrintStream out, Path file) throws IOException {
    try (EntryStore store = SqliteLog.open(file)) {
      out.println("holding");
      System.in.read();
      out.println(store.size());
    }
  }

  /**
   * Whether anybody has the database open, by the bytes that SQLite locks for that. An older one
   * takes the write-ahead log away when it closes a database that nobody has open.
   */
  private static void isOpen(PrintStream out, Path file) throws IOException {
    try (var channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
        var lock = channel.tryLock(0x40000002L, 510, false)) {
      out.println(lock == null ? "open" : "free");
    }
  }

  /**
   * Appends until the disk is full, at that and at a few other places, and goes on each time after
   * room was made. Beside the file lie others to make room with.
   */
  private static void fill(PrintStream out, Path file) throws IOException {
    for (int round = 0; round < 6; round++) {
      Files.write(file.resolveSibling("ballast" + round), new byte[90_000 + round * 1000]);
    }
    try (EntryStore store = SqliteLog.create(file)) {
      for (int round = 0; round < 6; round++) {
        int refusals = 0;
        while (refusals < 3) {
          int n = (int) store.size();
          try {
            store.append(EntryStoreConformance.record(n, 900 + refusals * 7000));
            if (n % 4 == 0) {
              store.force();
            }
          } catch (DiskFullException e) {
            refusals++;
            require(store.size() == n, "nothing of a refused append is there");
            requireReads(store, n);
          }
        }
        Files.delete(file.resolveSibling("ballast" + round));
        int n = (int) store.size();
        store.append(EntryStoreConformance.record(n, 900));
        store.force();
        out.println("full " + n);
      }
    }
    try (EntryStore store = SqliteLog.open(file)) {
      requireReads(store, (int) store.size());
      store.append(EntryStoreConformance.record((int) store.size(), 900));
      out.println("done " + store.size());
    }
  }

  private static void requireReads(EntryStore store, int records) {
    try (EntryCursor cursor = store.cursor(0)) {
      for (int n = 0; n < records; n++) {
        byte[] record = cursor.next();
        require(
            record != null && Arrays.equals(record, EntryStoreConformance.record(n, record.length)),
            "record " + n + " reads back");
      }
      require(cursor.next() == null, "no more than was appended");
    }
  }

  private static void require(boolean condition, String what) {
    if (!condition) {
      throw new AssertionError(what);
    }
  }
}
