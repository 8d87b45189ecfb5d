package dev.varve.engine.store.memory;

import dev.varve.engine.store.EntryCursor;
import dev.varve.engine.store.EntryStore;
import dev.varve.engine.store.StoreException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Records in a list. {@link #force} has nothing to do: no byte outlives the process. Thread-safe.
 */
public final class MemoryEntryStore implements EntryStore {
  private final List<byte[]> records;
  private final boolean writable;
  private volatile boolean closed;

  /** An empty store that may be written. */
  public MemoryEntryStore() {
    this(new ArrayList<>(), true);
  }

  private MemoryEntryStore(List<byte[]> records, boolean writable) {
    this.records = records;
    this.writable = writable;
  }

  /** A second handle on the same records; what is appended here is seen there. */
  public MemoryEntryStore reader() {
    return new MemoryEntryStore(records, false);
  }

  /** A second handle on the same records that may append: what a process is after its restart. */
  public MemoryEntryStore reopened() {
    return new MemoryEntryStore(records, true);
  }

  @Override
  public long size() {
    requireOpen();
    synchronized (records) {
      return records.size();
    }
  }

  @Override
  public void append(byte[] record) {
    requireOpen();
    if (!writable) {
      throw new StoreException(describe() + " is open for reading only");
    }
    synchronized (records) {
      records.add(record.clone());
    }
  }

  @Override
  public void force() {
    requireOpen();
  }

  private void requireOpen() {
    if (closed) {
      throw new StoreException(describe() + " is closed");
    }
  }

  @Override
  public EntryCursor cursor(long from) {
    if (from < 0 || from > size()) {
      throw new StoreException(describe() + ": no record " + from + ", there are " + size());
    }
    return new Cursor((int) from);
  }

  private final class Cursor implements EntryCursor {
    private int next;
    private boolean cursorClosed;

    Cursor(int from) {
      next = from;
    }

    @Override
    public byte @Nullable [] next() {
      requireOpen();
      if (cursorClosed) {
        throw new StoreException("the cursor is closed");
      }
      synchronized (records) {
        return next < records.size() ? records.get(next++).clone() : null;
      }
    }

    @Override
    public void close() {
      cursorClosed = true;
    }
  }

  @Override
  public boolean isWritable() {
    return writable;
  }

  @Override
  public String describe() {
    return "memory store";
  }

  @Override
  public void close() {
    closed = true;
  }
}
