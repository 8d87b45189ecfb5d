package dev.varve.engine.jvm.sqlite;

import dev.varve.engine.store.EntryStore;
import dev.varve.engine.store.EntryStoreConformance;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** The store of a phone, on a JVM. */
final class SqliteConformanceTest extends EntryStoreConformance {
  @TempDir Path temp;

  @Override
  protected EntryStore create() {
    return SqliteLog.create(temp.resolve("log.db"));
  }

  @Override
  protected EntryStore openForReading() {
    return SqliteLog.openReadOnly(temp.resolve("log.db"));
  }

  @Override
  protected EntryStore reopen() {
    return SqliteLog.open(temp.resolve("log.db"));
  }
}
