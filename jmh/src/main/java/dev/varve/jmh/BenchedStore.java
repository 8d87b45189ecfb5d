package dev.varve.jmh;

import dev.varve.engine.store.EntryStore;
import dev.varve.engine.store.memory.MemoryEntryStore;

/** The stores that an append can be measured on, each with how long it is let grow. */
enum BenchedStore {
  /** Records in the heap; 64 Ki of them are some 30 MB. */
  MEMORY(1 << 16) {
    @Override
    EntryStore open() {
      return new MemoryEntryStore();
    }

    @Override
    void clear() {}
  };

  private final long limit;

  BenchedStore(long limit) {
    this.limit = limit;
  }

  /** An empty store. */
  abstract EntryStore open();

  /** Removes what the last store left behind; it is closed. */
  abstract void clear();

  /** Entries after which a log is thrown away. */
  long limit() {
    return limit;
  }

  /** The store of a JMH parameter. */
  static BenchedStore of(String parameter) {
    return valueOf(parameter.toUpperCase(java.util.Locale.ROOT));
  }
}
