package dev.varve.engine;

import dev.varve.engine.entry.ByteString;
import dev.varve.engine.entry.SubjectId;
import dev.varve.engine.seal.KeyStoreException;
import dev.varve.engine.seal.SubjectKeyStore;
import dev.varve.engine.store.CheckpointNotes;
import dev.varve.engine.store.CommandIndex;
import dev.varve.engine.store.EntryCursor;
import dev.varve.engine.store.EntryStore;
import dev.varve.engine.store.SnapshotSlot;
import dev.varve.engine.store.StoreException;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Counts every operation on a store and a key store, reads among them, and lets one of them fail,
 * or all from that one on, before or after it took effect.
 */
public final class Faults {
  private final int failAt;
  private final boolean sticky;
  private final boolean afterEffect;
  private int operations;
  private boolean failed;

  /** Fails operation {@code failAt}, counted from 0; and, when sticky, every later one. */
  public Faults(int failAt, boolean sticky, boolean afterEffect) {
    this.failAt = failAt;
    this.sticky = sticky;
    this.afterEffect = afterEffect;
  }

  /** Whether the operation that was to fail has been reached. */
  public boolean hasFailed() {
    return failed;
  }

  private <T extends @Nullable Object> T run(Supplier<T> operation, boolean ofKeys) {
    int number = operations++;
    boolean fails = sticky ? number >= failAt : number == failAt;
    if (!fails) {
      return operation.get();
    }
    failed = true;
    if (afterEffect) {
      T unused = operation.get();
    }
    throw ofKeys
        ? new KeyStoreException("key operation " + number + " failed")
        : new StoreException("operation " + number + " failed");
  }

  private void run(Runnable operation, boolean ofKeys) {
    Boolean unused =
        run(
            () -> {
              operation.run();
              return true;
            },
            ofKeys);
  }

  /** A store under these faults: each record of an append is an operation. */
  public EntryStore over(EntryStore store) {
    return new Store(store);
  }

  /** A key store under these faults. */
  public SubjectKeyStore over(SubjectKeyStore keys) {
    return new Keys(keys);
  }

  private final class Store extends ForwardingStore {
    Store(EntryStore store) {
      super(store);
    }

    @Override
    public void append(List<byte[]> records) {
      for (byte[] record : records) {
        run(() -> store.append(record), false);
      }
    }

    @Override
    public void force() {
      run(store::force, false);
    }

    @Override
    public EntryCursor cursor(long from) {
      EntryCursor cursor = store.cursor(from);
      return new EntryCursor() {
        @Override
        public byte @Nullable [] next() {
          ByteString[] read = new ByteString[1];
          run(
              () -> {
                byte[] record = cursor.next();
                read[0] = record == null ? ByteString.of(new byte[0]) : ByteString.of(record);
              },
              false);
          return read[0].length() == 0 ? null : read[0].toBytes();
        }

        @Override
        public void close() {
          cursor.close();
        }
      };
    }

    @Override
    public CheckpointNotes notes() {
      CheckpointNotes notes = store.notes();
      return new CheckpointNotes() {
        @Override
        public List<ByteString> all() {
          return run(notes::all, false);
        }

        @Override
        public void add(ByteString note) {
          run(() -> notes.add(note), false);
        }
      };
    }

    @Override
    public SnapshotSlot snapshots() {
      SnapshotSlot slot = store.snapshots();
      return new SnapshotSlot() {
        @Override
        public byte @Nullable [] read() {
          return slot.read();
        }

        @Override
        public void replace(byte[] snapshot) {
          run(() -> slot.replace(snapshot), false);
        }

        @Override
        public void clear() {
          run(slot::clear, false);
        }
      };
    }

    @Override
    public CommandIndex commandIndex() {
      return store.commandIndex();
    }
  }

  private final class Keys implements SubjectKeyStore {
    private final SubjectKeyStore keys;

    Keys(SubjectKeyStore keys) {
      this.keys = keys;
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
    public void put(List<Row> rows) {
      run(() -> keys.put(rows), true);
    }

    @Override
    public List<Row> rows() {
      return run(keys::rows, true);
    }

    @Override
    public void replaceAll(byte[] wrappingKey, List<Row> rows) {
      run(() -> keys.replaceAll(wrappingKey, rows), true);
    }

    @Override
    public void force() {
      run(keys::force, true);
    }

    @Override
    public byte @Nullable [] wrappingKey() {
      return keys.wrappingKey();
    }

    @Override
    public void putWrappingKey(byte[] wrapped) {
      run(() -> keys.putWrappingKey(wrapped), true);
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
