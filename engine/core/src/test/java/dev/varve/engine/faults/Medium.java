package dev.varve.engine.faults;

import dev.varve.engine.LogFixture;
import dev.varve.engine.entry.ByteString;
import dev.varve.engine.seal.MemorySubjectKeyStore;
import dev.varve.engine.seal.SubjectKeyStore.Row;
import dev.varve.engine.store.memory.MemoryEntryStore;
import java.util.ArrayList;
import java.util.List;

/** What outlives a process, and what of it would outlive a power cut. */
final class Medium {
  private MemoryEntryStore store;
  private MemorySubjectKeyStore keys = new MemorySubjectKeyStore();
  private final List<Row> unforced = new ArrayList<>();
  private long forcedBelow;

  Medium(MemoryEntryStore store) {
    this.store = store;
    this.forcedBelow = store.size();
  }

  /** A handle on the records as a new process gets it. */
  MemoryEntryStore writable() {
    return store.reopened();
  }

  /** A handle for reading. */
  MemoryEntryStore readOnly() {
    return store.reader();
  }

  MemorySubjectKeyStore keys() {
    return keys;
  }

  void forced(long below) {
    forcedBelow = Math.max(forcedBelow, below);
  }

  void added(List<Row> rows) {
    unforced.addAll(rows);
  }

  void keysForced() {
    unforced.clear();
  }

  /**
   * Drops every record and every key that was not forced. Notes and snapshots stay: each is on the
   * disk when it was added.
   */
  void cutPower() {
    MemoryEntryStore left =
        LogFixture.storeOf(LogFixture.records(store.reader()).subList(0, (int) forcedBelow));
    for (ByteString note : store.reader().notes().all()) {
      left.notes().add(note);
    }
    byte[] snapshot = store.reader().snapshots().read();
    if (snapshot != null) {
      left.snapshots().replace(snapshot);
    }
    store = left;
    MemorySubjectKeyStore leftKeys = new MemorySubjectKeyStore();
    byte[] wrapping = keys.wrappingKey();
    if (wrapping != null) {
      leftKeys.putWrappingKey(wrapping);
    }
    List<Row> rows = new ArrayList<>(keys.rows());
    rows.removeAll(unforced);
    leftKeys.put(rows);
    keys = leftKeys;
    unforced.clear();
  }
}
