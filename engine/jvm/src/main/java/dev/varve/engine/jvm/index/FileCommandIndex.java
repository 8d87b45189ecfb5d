package dev.varve.engine.jvm.index;

import dev.varve.engine.entry.CommandId;
import dev.varve.engine.store.CommandIndex;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A command index in a folder of its own: the newest commands in the heap, older ones in sorted
 * runs that cover the log from its beginning without a gap.
 *
 * <pre>
 *  sequence 0 ─────────────────────────────────────────▶ indexedBelow
 *  | run, 8n rows          | run, 4n rows | run, n rows | heap, up to 32768 |
 * </pre>
 *
 * <p>A run is at least twice as long as the next one; where it is not, the two are merged. So there
 * are O(log n) of them, and each row is rewritten O(log n) times. In the heap is, beside the newest
 * commands, one long a page of 2 KiB and one byte a row, both bounded for a run.
 *
 * <p>Nothing that happens to the files is an error. What is missing or damaged when it is opened
 * ends the index there, and {@link #indexedBelow} says where. What is found damaged later makes it
 * forget everything: {@link #indexedBelow} is 0 and nothing is found until {@link #clear}, so
 * whoever gets no answer looks at {@link #indexedBelow} before he believes it. What cannot be
 * written stays in the heap. Runs of another history of the log are recognised by the hash of their
 * last entry and not used.
 *
 * <p>Thread-safe. One at a time a folder, under the log's lock.
 */
public final class FileCommandIndex implements CommandIndex, Closeable {
  /** Commands in the heap before they are written to a run. */
  public static final int IN_HEAP = 1 << 15;

  private static final String RUNS = "*.{run,new}";

  private final Path folder;
  private final LongFunction<byte @Nullable []> entryHash;
  private final int inHeap;
  private final TreeMap<CommandId, Span> newest = new TreeMap<>();

  /** From the beginning of the log on, each where the one before ends. */
  private final List<Run> runs = new ArrayList<>();

  private long indexedBelow;
  private int nextAttempt;
  private boolean lost;

  private FileCommandIndex(Path folder, LongFunction<byte @Nullable []> entryHash, int inHeap) {
    this.folder = folder;
    this.entryHash = entryHash;
    this.inHeap = inHeap;
    this.nextAttempt = inHeap;
  }

  /**
   * Opens what is there; the folder is made when there is something to write.
   *
   * @param entryHash the hash of the entry at a sequence, or null when the log has none
   */
  public static FileCommandIndex open(Path folder, LongFunction<byte @Nullable []> entryHash) {
    return open(folder, entryHash, IN_HEAP);
  }

  static FileCommandIndex open(Path folder, LongFunction<byte @Nullable []> entryHash, int inHeap) {
    FileCommandIndex index = new FileCommandIndex(folder, entryHash, inHeap);
    index.load();
    return index;
  }

  private void load() {
    if (!Files.isDirectory(folder)) {
      return;
    }
    List<Path> names = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, RUNS)) {
      files.forEach(names::add);
    } catch (IOException | RuntimeException e) {
      return;
    }
    // The longest of those that begin at one place is the merger of the others.
    names.sort(Comparator.comparing(Path::getFileName).reversed());
    boolean found = true;
    while (found) {
      found = false;
      for (Path path : names) {
        if (path.getFileName().toString().startsWith("%016x-".formatted(indexedBelow))) {
          Run run = openOrNull(path);
          if (run != null) {
            runs.add(run);
            indexedBelow = run.below();
            found = true;
            break;
          }
        }
      }
    }
    // Hashes are chained: the last entry of a run stands for all before it.
    while (!runs.isEmpty() && !isOfThisLog(runs.get(runs.size() - 1))) {
      indexedBelow = drop(runs.remove(runs.size() - 1)).from();
    }
    for (Path path : names) {
      if (runs.stream().noneMatch(run -> run.path().equals(path))) {
        delete(path);
      }
    }
  }

  private static @Nullable Run openOrNull(Path path) {
    try {
      Run run = Run.open(path);
      if (run.below() > run.from()) {
        return run;
      }
      run.close();
    } catch (IOException e) {
      // As if it were not there.
      return null;
    }
    return null;
  }

  private boolean isOfThisLog(Run run) {
    byte[] hash = entryHash.apply(run.below() - 1);
    return hash != null && Arrays.equals(hash, run.anchor());
  }

  @Override
  public synchronized long indexedBelow() {
    return lost ? 0 : indexedBelow;
  }

  @Override
  public synchronized @Nullable Span find(CommandId id) {
    Span span = newest.get(id);
    try {
      for (int i = runs.size() - 1; span == null && i >= 0; i--) {
        span = runs.get(i).find(id);
      }
      return span;
    } catch (IOException e) {
      lose();
      return null;
    }
  }

  @Override
  public synchronized @Nullable CommandId occupantOf(CommandId id) {
    CommandId occupant = newest.ceilingKey(new CommandId(id.high(), 0));
    if (occupant != null && occupant.high() == id.high()) {
      return occupant;
    }
    try {
      for (Run run : runs) {
        occupant = run.inSlot(id.high());
        if (occupant != null) {
          return occupant;
        }
      }
    } catch (IOException e) {
      lose();
    }
    return null;
  }

  /** A run turned out to be damaged: better no index than one that says "unknown" wrongly. */
  private void lose() {
    forget();
    lost = true;
  }

  @Override
  public synchronized void add(CommandId id, Span span) {
    if (lost || span.last() < indexedBelow) {
      return;
    }
    newest.put(id, span);
    indexedBelow = span.last() + 1;
    if (newest.size() >= nextAttempt) {
      flush();
    }
  }

  /** As said at {@link CommandIndex}; where the disk does not take it, it stays in the heap. */
  @Override
  public synchronized void flush() {
    if (newest.isEmpty()) {
      return;
    }
    try {
      write();
      nextAttempt = inHeap;
    } catch (IOException | RuntimeException e) {
      nextAttempt = newest.size() + inHeap;
      return;
    }
    mergeWhereShort();
  }

  private void write() throws IOException {
    long from = runs.isEmpty() ? 0 : runs.get(runs.size() - 1).below();
    byte[] anchor = entryHash.apply(indexedBelow - 1);
    if (anchor == null || anchor.length != RunFormat.ANCHOR) {
      // Of a log that is ahead of its store there is nothing to bind a run to.
      throw new IOException("no entry " + (indexedBelow - 1));
    }
    Files.createDirectories(folder);
    try (RunWriter writer = new RunWriter(folder, from, indexedBelow, newest.size())) {
      Iterator<Map.Entry<CommandId, Span>> rows = newest.entrySet().iterator();
      Path path =
          RunWriter.merge(
              writer, () -> rows.hasNext() ? row(rows.next()) : null, () -> null, anchor);
      runs.add(Run.open(path));
    }
    newest.clear();
  }

  private static Row row(Map.Entry<CommandId, Span> entry) {
    return new Row(entry.getKey(), entry.getValue());
  }

  private void mergeWhereShort() {
    while (runs.size() > 1) {
      Run older = runs.get(runs.size() - 2);
      Run newer = runs.get(runs.size() - 1);
      if (older.rows() >= 2 * newer.rows()) {
        return;
      }
      try {
        Run merged = merge(older, newer);
        runs.subList(runs.size() - 2, runs.size()).clear();
        runs.add(merged);
        delete(drop(older).path());
        delete(drop(newer).path());
      } catch (DamagedRunException e) {
        lose();
      } catch (IOException e) {
        // No room: two short runs answer as well as a long one.
        return;
      }
    }
  }

  private Run merge(Run older, Run newer) throws IOException {
    long rows = older.rows() + newer.rows();
    try (RunWriter writer = new RunWriter(folder, older.from(), newer.below(), rows)) {
      return Run.open(
          RunWriter.merge(writer, older.rowsInOrder(), newer.rowsInOrder(), newer.anchor()));
    }
  }

  @Override
  public synchronized void clear() {
    forget();
    lost = false;
  }

  private void forget() {
    for (Run run : runs) {
      delete(drop(run).path());
    }
    runs.clear();
    newest.clear();
    indexedBelow = 0;
    nextAttempt = inHeap;
  }

  private static Run drop(Run run) {
    try {
      run.close();
    } catch (IOException e) {
      // It is read no more.
      return run;
    }
    return run;
  }

  private static void delete(Path path) {
    try {
      Files.deleteIfExists(path);
    } catch (IOException e) {
      // What stays is judged again at the next opening.
      return;
    }
  }

  /** Commands that are in the heap only. */
  synchronized int inHeap() {
    return newest.size();
  }

  /** Rows of each run, from the beginning of the log on. */
  synchronized List<Long> runs() {
    return runs.stream().map(Run::rows).toList();
  }

  /** Closes the files; what was not flushed has to be added again. */
  @Override
  public synchronized void close() {
    runs.forEach(FileCommandIndex::drop);
    runs.clear();
    newest.clear();
    lost = true;
  }
}
