package dev.varve.engine.jvm.chronicle;

import dev.varve.engine.store.EntryStore;
import dev.varve.engine.store.EntryStoreConformance;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** The same behaviour over many segments: 64 records a file. */
final class RollingConformanceTest extends EntryStoreConformance {
  @TempDir Path temp;

  @Override
  protected EntryStore create() {
    return ChronicleEntryStore.create(
        temp.resolve("log"), ChronicleOptions.DEFAULT.withSegmentBits(6));
  }

  @Override
  protected EntryStore openForReading() {
    return ChronicleEntryStore.openReadOnly(temp.resolve("log"));
  }

  @Override
  protected EntryStore reopen() {
    return ChronicleEntryStore.open(temp.resolve("log"));
  }
}
