package dev.varve.engine.log;

import dev.varve.engine.checkpoint.Checkpoint;
import dev.varve.engine.checkpoint.NoteException;
import dev.varve.engine.checkpoint.SignedNote;
import dev.varve.engine.entry.ByteString;
import dev.varve.engine.entry.EntryHash;
import dev.varve.engine.entry.EntryHeader;
import dev.varve.engine.entry.LogId;
import dev.varve.engine.store.EntryCursor;
import dev.varve.engine.store.EntryStore;
import dev.varve.engine.store.StoreException;
import dev.varve.engine.tree.ConsistencyProof;
import dev.varve.engine.tree.InclusionProof;
import dev.varve.engine.tree.LeafSource;
import dev.varve.engine.tree.MerkleTree;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The Merkle tree over a log's entries, those of incomplete commands included, and what is proven
 * with it. Leaves that the tree does not keep are read from the store. Thread-safe.
 */
public final class LogTree {
  private final EntryStore store;
  private final MerkleTree tree;

  LogTree(EntryStore store, MerkleTree tree) {
    this.store = store;
    this.tree = tree;
  }

  /** The tree of a store, made from all of its headers; nothing is checked. */
  public static LogTree of(EntryStore store) {
    MerkleTree tree = new MerkleTree();
    try (EntryCursor cursor = store.cursor(0)) {
      byte[] record;
      while ((record = cursor.next()) != null) {
        tree.append(EntryHeader.of(record).entryHash());
      }
    }
    return new LogTree(store, tree);
  }

  synchronized void append(byte[] entryHash) {
    tree.append(entryHash);
  }

  synchronized MerkleTree tree() {
    return tree;
  }

  /** Number of entries in it. */
  public synchronized long size() {
    return tree.size();
  }

  /** The root over the first {@code size} entries. */
  public synchronized ByteString rootAt(long size) {
    return ByteString.of(tree.rootAt(size, leaves()));
  }

  /** Proves that entry {@code sequence} is among the first {@code size}. */
  public synchronized InclusionProof inclusion(long sequence, long size) {
    return tree.inclusion(sequence, size, leaves());
  }

  /** Proves that the first {@code newer} entries begin with the first {@code older}. */
  public synchronized ConsistencyProof consistency(long older, long newer) {
    return tree.consistency(older, newer, leaves());
  }

  private LeafSource leaves() {
    return (from, count) -> {
      byte[] leaves = new byte[count * EntryHash.SIZE];
      try (EntryCursor cursor = store.cursor(from)) {
        for (int i = 0; i < count; i++) {
          byte[] record = cursor.next();
          if (record == null || record.length < EntryHeader.SIZE) {
            throw new StoreException(store.describe() + ": entry " + (from + i) + " is gone");
          }
          System.arraycopy(
              record, EntryHeader.HASHED_SIZE, leaves, i * EntryHash.SIZE, EntryHash.SIZE);
        }
      }
      return leaves;
    };
  }

  /**
   * The log's newest note that has the form of one and covers more than {@code sequence}, or null,
   * also when the notes cannot be read: that is for verification to report.
   *
   * @param sequence of an entry, -1 for whatever is covered
   */
  public static @Nullable SignedNote newestNote(EntryStore store, LogId log, long sequence) {
    List<ByteString> notes;
    try {
      notes = store.notes().all();
    } catch (StoreException e) {
      return null;
    }
    for (int i = notes.size() - 1; i >= 0; i--) {
      try {
        SignedNote note = SignedNote.parse(notes.get(i).toBytes());
        Checkpoint checkpoint = Checkpoint.parse(note.text());
        if (checkpoint.log().equals(log) && checkpoint.size() > sequence) {
          return note;
        }
      } catch (NoteException e) {
        // Verification reports it; an older one may do.
      }
    }
    return null;
  }
}
