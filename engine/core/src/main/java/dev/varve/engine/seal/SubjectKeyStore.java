package dev.varve.engine.seal;

import dev.varve.engine.entry.ByteString;
import dev.varve.engine.entry.SubjectId;
import java.io.Closeable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where wrapped keys rest: rows of (subject, generation, wrapped key), outside the log's own
 * folder.
 *
 * <p>Guarantees: a row whose {@link #put} returned survives the death of the process; after {@link
 * #force} also the loss of power. A handle opened for reading changes nothing and sees rows that a
 * writer in another process adds later. Only wrapped keys pass through here, so a store need keep
 * no secret; whoever can change rows can make payloads unreadable, but not readable.
 *
 * <p>Threads: any for reading, one at a time for writing. Methods throw {@link KeyStoreException}
 * when the medium fails.
 */
public interface SubjectKeyStore extends Closeable {
  /**
   * One wrapped key.
   *
   * @param subject whose key
   * @param generation from 0
   * @param wrapped the key as wrapped by the log's key-encryption key
   */
  record Row(SubjectId subject, int generation, ByteString wrapped) {}

  /** The wrapped key, or null when there is no such row. */
  byte @Nullable [] get(SubjectId subject, int generation);

  /** The highest generation ever stored of a subject, or -1. */
  int lastGeneration(SubjectId subject);

  /** Adds rows, all or none; a (subject, generation) that is there already is refused. */
  void put(List<Row> rows);

  /** Every row, in no promised order. */
  List<Row> rows();

  /**
   * Replaces the key-encryption key and all rows, as a whole or not at all; on the disk when this
   * returns. What was there before is in none of the store's files then. Killed on the way, the
   * next opening finds the one or the other, whole.
   */
  void replaceAll(byte[] wrappingKey, List<Row> rows);

  /** Returns when every row is on the disk. */
  void force();

  /** The key-encryption key as wrapped by the {@link KeyWrapper}, or null before it was stored. */
  byte @Nullable [] wrappingKey();

  /** Stores the wrapped key-encryption key of a new log; refused when there is one. */
  void putWrappingKey(byte[] wrapped);

  /** Place of the store, for messages. */
  String describe();

  @Override
  void close();
}
