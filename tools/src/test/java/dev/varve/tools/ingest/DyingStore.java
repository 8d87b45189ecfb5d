package dev.varve.tools.ingest;

import dev.varve.engine.store.EntryCursor;
import dev.varve.engine.store.EntryStore;
import java.io.IOException;

/** A store whose process kills itself, with signal 9, right after its Nth append. */
final class DyingStore implements EntryStore {
  private final EntryStore store;
  private int left;

  DyingStore(EntryStore store, int appends) {
    this.store = store;
    this.left = appends;
  }

  @Override
  public void append(java.util.List<byte[]> records) {
    for (byte[] record : records) {
      store.append(record);
      if (--left == 0) {
        die();
      }
    }
  }

  private static void die() {
    try {
      new ProcessBuilder("kill", "-9", String.valueOf(ProcessHandle.current().pid()))
          .start()
          .waitFor();
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException("cannot kill this process", e);
    }
  }

  @Override
  public long size() {
    return store.size();
  }

  @Override
  public void force() {
    store.force();
  }

  @Override
  public EntryCursor cursor(long from) {
    return store.cursor(from);
  }

  @Override
  public void carve(java.util.function.Consumer<byte[]> found) {
    store.carve(found);
  }

  @Override
  public dev.varve.engine.store.CheckpointNotes notes() {
    return store.notes();
  }

  @Override
  public dev.varve.engine.store.SnapshotSlot snapshots() {
    return store.snapshots();
  }

  @Override
  public dev.varve.engine.store.CommandIndex commandIndex() {
    return store.commandIndex();
  }

  @Override
  public boolean isWritable() {
    return store.isWritable();
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
