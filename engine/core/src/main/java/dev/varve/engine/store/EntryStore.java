package dev.varve.engine.store;

import java.io.Closeable;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * An ordered, append-only list of records (header and stored payload of one entry each), numbered
 * from 0. In epoch 0 a record's index is the sequence of its entry.
 *
 * <p>Guarantees: a record whose {@link #append} returned is read back byte for byte, by this and by
 * any other open handle, until the process or (after {@link #force}) the power is lost and beyond.
 * A handle opened for reading changes no byte, name or modification time.
 *
 * <p>Beside the records it keeps what belongs to the same log: signed notes, which are evidence and
 * never lost, and a snapshot and an index, which can be thrown away and made anew.
 *
 * <p>Threads: {@code append} by one thread at a time, {@code force} by another one beside it; what
 * was appended before a {@code force} began is on the disk when it returns. Cursors by one thread
 * each, also beside the writer. One process at a time has a store open for writing.
 *
 * <p>All methods throw {@link StoreException} when the medium fails.
 */
public interface EntryStore extends Closeable {
  /** Number of records. May grow between two calls when another process writes. */
  long size();

  /**
   * Appends the records of one command, in order; when it returns they survive the death of the
   * process. Where it is interrupted by that death, none of them, or a beginning of them, is there.
   *
   * @throws StoreException also when the store is open for reading only
   */
  void append(List<byte[]> records);

  /** Appends one record. */
  default void append(byte[] record) {
    append(List.of(record));
  }

  /** Returns when everything appended is on the disk. */
  void force();

  /** A cursor before the record {@code from} (0 or more, at most {@link #size()}). */
  EntryCursor cursor(long from);

  /** Whether this handle may append. */
  boolean isWritable();

  /**
   * Why this handle may not append although it was asked for, in words that name the file; null
   * when nothing stands in the way. What it holds can be read up to that place.
   */
  default @Nullable String obstacle() {
    return null;
  }

  /**
   * Hands out everything on the medium that has the form of a record and hashes to what it states,
   * wherever it lies, beyond damage too; for salvage. Each at least once, in no promised order.
   */
  void carve(Consumer<byte[]> found);

  /** The signed notes on the log's size and root. */
  CheckpointNotes notes();

  /** The place of the log's snapshot. */
  SnapshotSlot snapshots();

  /** The index of the ids of complete commands; only beside a writer. */
  CommandIndex commandIndex();

  /** Kind and place of the store, for messages. */
  String describe();

  @Override
  void close();
}
