package dev.varve.engine;

import dev.varve.engine.store.CheckpointNotes;
import dev.varve.engine.store.CommandIndex;
import dev.varve.engine.store.EntryCursor;
import dev.varve.engine.store.EntryStore;
import dev.varve.engine.store.SnapshotSlot;
import dev.varve.engine.store.StoreException;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** A store whose Nth operation fails, before or after it took effect, once. */
public final class FaultyStore implements EntryStore {
  private final EntryStore store;

  /** Appends and forces so far. */
  public int operations;

  /** Forces so far. */
  public int forces;

  /** Which append or force fails, from 0. */
  public int failAt = Integer.MAX_VALUE;

  /** Whether the failing operation takes effect all the same. */
  public boolean afterEffect;

  /** What it fails with. */
  public Supplier<Throwable> failure = () -> new StoreException("disk on fire");

  /** Whether closing fails. */
  public boolean failClose;

  /** How often it was closed. */
  public int closed;

  public FaultyStore(EntryStore store) {
    this.store = store;
  }

  private void run(Runnable operation) {
    boolean fails = operations++ == failAt;
    if (!fails || afterEffect) {
      operation.run();
    }
    if (fails) {
      Throwable thrown = failure.get();
      if (thrown instanceof Error error) {
        throw error;
      }
      throw (RuntimeException) thrown;
    }
  }

  @Override
  public long size() {
    return store.size();
  }

  /** Record by record, so that each can be the one that fails. */
  @Override
  public void append(List<byte[]> records) {
    for (byte[] record : records) {
      run(() -> store.append(record));
    }
  }

  @Override
  public void force() {
    forces++;
    run(store::force);
  }

  @Override
  public EntryCursor cursor(long from) {
    return store.cursor(from);
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
  public boolean isWritable() {
    return store.isWritable();
  }

  @Override
  public String describe() {
    return "faulty store";
  }

  @Override
  public void close() {
    closed++;
    store.close();
    if (failClose) {
      throw new StoreException("close failed");
    }
  }
}
