package dev.varve.engine.jvm.sqlite;

import dev.varve.engine.store.EntryStore;
import dev.varve.engine.store.EntryStoreConformance;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** The store of a phone, on a JVM. */
final class SqliteEntryStoreConformanceTest extends EntryStoreConformance {
  @TempDir Path temp;

  @Override
  protected EntryStore create() {
    return SqliteEntryStore.create(temp.resolve("log.db"));
  }

  @Override
  protected EntryStore openForReading() {
    return SqliteEntryStore.openReadOnly(temp.resolve("log.db"));
  }

  @Override
  protected EntryStore reopen() {
    return SqliteEntryStore.open(temp.resolve("log.db"));
  }
}
