package dev.varve.engine.jvm.chronicle;

import dev.varve.engine.VarveException;
import dev.varve.engine.store.EntryStore;
import dev.varve.engine.store.EntryStoreConformance;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** What a process of its own does with a log; started by {@link ChildJvm}. */
final class ChildWriter {
  private ChildWriter() {}

  /** Lengths for the kill tests: often long ones, so that many deaths fall into a write. */
  static int length(int n) {
    return n % 3 == 0 ? 280 + (n * 7919) % 120_000 : 280 + n % 701;
  }

  /** First argument: what to do; second: the log's folder. */
  public static void main(String[] arguments) throws IOException {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    Path folder = Path.of(arguments[1]);
    try {
      switch (arguments[0]) {
        case "append" -> append(out, folder);
        case "hold" -> hold(out, folder);
        case "quiet" -> quiet(folder);
        case "read" -> read(out, folder);
        default -> throw new IllegalArgumentException(arguments[0]);
      }
    } catch (VarveException e) {
      out.println(e.getClass().getSimpleName() + ": " + e.getMessage());
    }
  }

  /** Appends without end and says so after each. */
  private static void append(PrintStream out, Path folder) {
    try (EntryStore store = ChronicleEntryStore.open(folder)) {
      for (int n = (int) store.size(); ; n++) {
        store.append(EntryStoreConformance.record(n, length(n)));
        out.println(n);
      }
    }
  }

  /** Keeps the log open until there is something to read. */
  private static void hold(PrintStream out, Path folder) throws IOException {
    try (EntryStore store = ChronicleEntryStore.open(folder)) {
      out.println("holding");
      System.in.read();
      out.println(store.size());
    }
  }

  /** A whole life of a log, over several segments. */
  private static void quiet(Path folder) {
    ChronicleOptions options = ChronicleOptions.DEFAULT.withSegmentBits(3);
    try (EntryStore store = ChronicleEntryStore.create(folder, options)) {
      for (int n = 0; n < 20; n++) {
        store.append(EntryStoreConformance.record(n, 700));
      }
      store.force();
    }
    try (EntryStore store = ChronicleEntryStore.open(folder)) {
      store.append(EntryStoreConformance.record(20, 700));
    }
  }

  private static void read(PrintStream out, Path folder) {
    try (EntryStore store = ChronicleEntryStore.openReadOnly(folder)) {
      out.println(store.size());
    }
  }
}
