package dev.varve.engine;

import dev.varve.engine.store.CheckpointNotes;
import dev.varve.engine.store.CommandIndex;
import dev.varve.engine.store.EntryCursor;
import dev.varve.engine.store.EntryStore;
import dev.varve.engine.store.SnapshotSlot;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Hands everything on, for tests that change one thing. */
public class ForwardingStore implements EntryStore {
  protected final EntryStore store;

  public ForwardingStore(EntryStore store) {
    this.store = store;
  }

  @Override
  public long size() {
    return store.size();
  }

  @Override
  public void append(List<byte[]> records) {
    store.append(records);
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
