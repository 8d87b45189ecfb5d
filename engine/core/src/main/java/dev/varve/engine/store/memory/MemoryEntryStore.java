package dev.varve.engine.store.memory;

import dev.varve.engine.entry.ByteString;
import dev.varve.engine.entry.EntryHash;
import dev.varve.engine.store.CheckpointNotes;
import dev.varve.engine.store.CommandIndex;
import dev.varve.engine.store.EntryCursor;
import dev.varve.engine.store.EntryStore;
import dev.varve.engine.store.SnapshotSlot;
import dev.varve.engine.store.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Records in a list. {@link #force} has nothing to do: no byte outlives the process. Thread-safe.
 */
public final class MemoryEntryStore implements EntryStore {
  private final List<byte[]> records;
  private final Notes notes;
  private final Slot slot;
  private final MemoryCommandIndex index = new MemoryCommandIndex();
  private final boolean writable;
  private volatile boolean closed;

  /** An empty store that may be written. */
  public MemoryEntryStore() {
    this(new ArrayList<>(), new ArrayList<>(), new AtomicReference<>(), true);
  }

  private MemoryEntryStore(
      List<byte[]> records,
      List<ByteString> notes,
      AtomicReference<@Nullable ByteString> snapshot,
      boolean writable) {
    this.records = records;
    this.notes = new Notes(notes);
    this.slot = new Slot(snapshot);
    this.writable = writable;
  }

  /** A second handle on the same records; what is appended here is seen there. */
  public MemoryEntryStore reader() {
    return new MemoryEntryStore(records, notes.notes, slot.snapshot, false);
  }

  /** A second handle on the same records that may append: what a process is after its restart. */
  public MemoryEntryStore reopened() {
    return new MemoryEntryStore(records, notes.notes, slot.snapshot, true);
  }

  @Override
  public long size() {
    requireOpen();
    synchronized (records) {
      return records.size();
    }
  }

  @Override
  public void append(List<byte[]> added) {
    requireWritable();
    synchronized (records) {
      for (byte[] record : added) {
        records.add(record.clone());
      }
    }
  }

  private void requireWritable() {
    requireOpen();
    if (!writable) {
      throw new StoreException(describe() + " is open for reading only");
    }
  }

  @Override
  public void carve(Consumer<byte[]> found) {
    try (EntryCursor cursor = cursor(0)) {
      byte[] record;
      while ((record = cursor.next()) != null) {
        if (EntryHash.isWhole(record)) {
          found.accept(record);
        }
      }
    }
  }

  @Override
  public CheckpointNotes notes() {
    return notes;
  }

  @Override
  public SnapshotSlot snapshots() {
    return slot;
  }

  @Override
  public CommandIndex commandIndex() {
    return index;
  }

  private final class Notes implements CheckpointNotes {
    private final List<ByteString> notes;

    Notes(List<ByteString> notes) {
      this.notes = notes;
    }

    @Override
    public List<ByteString> all() {
      requireOpen();
      synchronized (records) {
        return List.copyOf(notes);
      }
    }

    @Override
    public void add(ByteString note) {
      requireWritable();
      if (note.length() > MAX_NOTE) {
        throw new StoreException("a note has at most " + MAX_NOTE + " bytes");
      }
      synchronized (records) {
        notes.add(note);
      }
    }
  }

  private final class Slot implements SnapshotSlot {
    private final AtomicReference<@Nullable ByteString> snapshot;

    Slot(AtomicReference<@Nullable ByteString> snapshot) {
      this.snapshot = snapshot;
    }

    @Override
    public byte @Nullable [] read() {
      requireOpen();
      ByteString bytes = snapshot.get();
      return bytes == null ? null : bytes.toBytes();
    }

    @Override
    public void replace(byte[] bytes) {
      requireWritable();
      snapshot.set(ByteString.of(bytes));
    }

    @Override
    public void clear() {
      requireWritable();
      snapshot.set(null);
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
