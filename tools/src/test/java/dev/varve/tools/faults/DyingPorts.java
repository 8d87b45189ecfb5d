package dev.varve.tools.faults;

import dev.varve.engine.entry.SubjectId;
import dev.varve.engine.log.LogPorts;
import dev.varve.engine.seal.SubjectKeyStore;
import dev.varve.engine.store.CheckpointNotes;
import dev.varve.engine.store.CommandIndex;
import dev.varve.engine.store.EntryCursor;
import dev.varve.engine.store.EntryStore;
import dev.varve.engine.store.SnapshotSlot;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Ports whose process kills itself, with signal 9, at their Nth write: each record of an append,
 * each force, each row of keys and each force of them is one, and death comes behind it.
 */
final class DyingPorts {
  private int left;

  private DyingPorts(int operations) {
    this.left = operations;
  }

  /** The same ports, with a death after so many operations. */
  static LogPorts of(LogPorts ports, int operations) {
    DyingPorts dying = new DyingPorts(operations);
    return new LogPorts(
        dying.new Store(ports.store()),
        dying.new Keys(ports.keys()),
        ports.wrapper(),
        ports.crypto(),
        ports.clock(),
        ports.checkpoints());
  }

  private void run(Runnable operation) {
    operation.run();
    if (--left == 0) {
      ChildProcess.dieNow();
    }
  }

  private final class Store implements EntryStore {
    private final EntryStore store;

    Store(EntryStore store) {
      this.store = store;
    }

    @Override
    public void append(List<byte[]> records) {
      // One by one, so that a command can be cut off anywhere.
      for (byte[] record : records) {
        run(() -> store.append(record));
      }
    }

    @Override
    public void force() {
      run(store::force);
    }

    @Override
    public long size() {
      return store.size();
    }

    @Override
    public EntryCursor cursor(long from) {
      return store.cursor(from);
    }

    @Override
    public boolean isWritable() {
      return store.isWritable();
    }

    @Override
    public @Nullable String obstacle() {
      return store.obstacle();
    }

    @Override
    public void carve(Consumer<byte[]> found) {
      store.carve(found);
    }

    @Override
    public CheckpointNotes notes() {
      return store.notes();
    }

    @Override
    public SnapshotSlot snapshots() {
      return store.snapshots();
    }

    @Override
    public CommandIndex commandIndex() {
      return store.commandIndex();
    }

    @Override
    public String describe() {
      return store.describe();
    }

    @Override
    public void close() {
      store.close();
    }
  }

  private final class Keys implements SubjectKeyStore {
    private final SubjectKeyStore keys;

    Keys(SubjectKeyStore keys) {
      this.keys = keys;
    }

    @Override
    public void put(List<Row> rows) {
      run(() -> keys.put(rows));
    }

    @Override
    public void force() {
      run(keys::force);
    }

    @Override
    public void replaceAll(byte[] wrappingKey, List<Row> rows) {
      run(() -> keys.replaceAll(wrappingKey, rows));
    }

    @Override
    public byte @Nullable [] get(SubjectId subject, int generation) {
      return keys.get(subject, generation);
    }

    @Override
    public int lastGeneration(SubjectId subject) {
      return keys.lastGeneration(subject);
    }

    @Override
    public List<Row> rows() {
      return keys.rows();
    }

    @Override
    public byte @Nullable [] wrappingKey() {
      return keys.wrappingKey();
    }

    @Override
    public void putWrappingKey(byte[] wrapped) {
      keys.putWrappingKey(wrapped);
    }

    @Override
    public String describe() {
      return keys.describe();
    }

    @Override
    public void close() {
      keys.close();
    }
  }
}
