package dev.varve.engine.store.memory;

import dev.varve.engine.store.EntryStore;
import dev.varve.engine.store.EntryStoreConformance;
import org.junit.jupiter.api.BeforeEach;

final class MemoryEntryStoreTest extends EntryStoreConformance {
  private MemoryEntryStore last = new MemoryEntryStore();

  @BeforeEach
  void beginAnew() {
    last = new MemoryEntryStore();
  }

  @Override
  protected EntryStore create() {
    return last;
  }

  @Override
  protected EntryStore openForReading() {
    return last.reader();
  }

  @Override
  protected EntryStore reopen() {
    return last.reopened();
  }
}
