package dev.varve.engine.verify;

import dev.varve.engine.entry.EntryHash;
import dev.varve.engine.store.EntryCursor;
import dev.varve.engine.store.EntryStore;
import dev.varve.engine.store.StoreException;
import dev.varve.engine.tree.LeafSource;
import dev.varve.engine.tree.MerkleTree;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Records that follow each other, hashed, with their part of the tree. */
final class HashedRange implements LeafSource {
  /** Records of a range; a multiple of the tree's block, so that parts of the tree fit together. */
  static final int RECORDS = 128;

  final long from;
  final List<HashedRecord> records = new ArrayList<>(RECORDS);

  /** Over the hashes as computed. */
  final MerkleTree tree = new MerkleTree();

  /** Why the store yielded no more, or null. */
  @Nullable StoreException failure;

  private HashedRange(long from) {
    this.from = from;
  }

  /** The hashes as computed, of entries of this range. */
  @Override
  public byte[] leaves(long first, int count) {
    byte[] leaves = new byte[count * EntryHash.SIZE];
    for (int i = 0; i < count; i++) {
      byte[] leaf = records.get((int) (first - from) + i).computed;
      System.arraycopy(leaf, 0, leaves, i * EntryHash.SIZE, EntryHash.SIZE);
    }
    return leaves;
  }

  /** Whether another range may follow. */
  boolean isFull() {
    return records.size() == RECORDS && failure == null;
  }

  /** Computes ranges; one for each thread, for it keeps a cursor and digests. */
  static final class Reader implements AutoCloseable {
    private final EntryStore store;
    private final EntryHash hash = new EntryHash();
    private @Nullable EntryCursor cursor;
    private long at;

    Reader(EntryStore store) {
      this.store = store;
    }

    HashedRange read(long from) {
      HashedRange range = new HashedRange(from);
      try {
        EntryCursor records = at(from);
        while (records != null && range.records.size() < RECORDS) {
          byte[] record = records.next();
          if (record == null) {
            break;
          }
          at++;
          HashedRecord hashed = HashedRecord.of(record, hash);
          range.records.add(hashed);
          range.tree.append(hashed.computed);
        }
      } catch (StoreException e) {
        range.failure = e;
      }
      return range;
    }

    /** A cursor before a record, or null when the log ends before it. */
    private @Nullable EntryCursor at(long from) {
      EntryCursor open = cursor;
      if (open != null && at == from) {
        return open;
      }
      close();
      if (from > 0 && from > store.size()) {
        return null;
      }
      at = from;
      open = store.cursor(from);
      cursor = open;
      return open;
    }

    @Override
    public void close() {
      if (cursor != null) {
        cursor.close();
        cursor = null;
      }
    }
  }
}
