package dev.varve.jmh;

import dev.varve.engine.jvm.chronicle.ChronicleEntryStore;
import dev.varve.engine.store.EntryStore;
import dev.varve.engine.store.memory.MemoryEntryStore;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A store to append to that leaves nothing behind. Not thread-safe. */
final class BenchedStore implements Closeable {
  /** Some 30 MB of heap. */
  private static final long MEMORY_LIMIT = 1L << 16;

  /** Some 110 MB of files. */
  private static final long CHRONICLE_LIMIT = 1L << 18;

  private final EntryStore store;
  private final long limit;
  private final @Nullable Path folder;

  private BenchedStore(EntryStore store, long limit, @Nullable Path folder) {
    this.store = store;
    this.limit = limit;
    this.folder = folder;
  }

  /** An empty store of a kind: {@code memory} or {@code chronicle}. */
  static BenchedStore open(String kind) {
    return switch (kind) {
      case "memory" -> new BenchedStore(new MemoryEntryStore(), MEMORY_LIMIT, null);
      case "chronicle" -> chronicle();
      default -> throw new IllegalArgumentException("no store is called " + kind);
    };
  }

  private static BenchedStore chronicle() {
    try {
      Path folder = Files.createTempDirectory("varve-jmh-");
      // For a run that is interrupted; a finished one has deleted its folder by then.
      Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(folder)));
      EntryStore store = ChronicleEntryStore.create(folder.resolve("log"));
      return new BenchedStore(store, CHRONICLE_LIMIT, folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void delete(Path folder) {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> walk = Files.walk(folder)) {
      List<Path> deepestFirst = walk.sorted(Comparator.reverseOrder()).collect(Collectors.toList());
      for (Path file : deepestFirst) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  EntryStore store() {
    return store;
  }

  /** Where it lies, or null when it is in the heap. */
  @Nullable Path folder() {
    return folder;
  }

  /** Entries after which it is better replaced by a fresh one. */
  long limit() {
    return limit;
  }

  /** Closes the store and deletes its files. */
  @Override
  public void close() {
    store.close();
    if (folder != null) {
      delete(folder);
    }
  }
}
