package dev.varve.engine.store;

import java.io.Closeable;

/**
 * An ordered, append-only list of records (header and stored payload of one entry each), numbered
 * from 0. In epoch 0 a record's index is the sequence of its entry.
 *
 * <p>Guarantees: a record whose {@link #append} returned is read back byte for byte, by this and by
 * any other open handle, until the process or (after {@link #force}) the power is lost and beyond.
 * A handle opened for reading changes no byte, name or modification time.
 *
 * <p>Threads: {@code append} and {@code force} by one thread at a time; cursors by one thread each,
 * also beside the writer. One process at a time has a store open for writing.
 *
 * <p>All methods throw {@link StoreException} when the medium fails.
 */
public interface EntryStore extends Closeable {
  /** Number of records. May grow between two calls when another process writes. */
  long size();

  /**
   * Appends one record; when it returns the bytes survive the death of the process.
   *
   * @throws StoreException also when the store is open for reading only
   */
  void append(byte[] record);

  /** Returns when everything appended is on the disk. */
  void force();

  /** A cursor before the record {@code from} (0 or more, at most {@link #size()}). */
  EntryCursor cursor(long from);

  /** Whether this handle may append. */
  boolean isWritable();

  /** Kind and place of the store, for messages. */
  String describe();

  @Override
  void close();
}
