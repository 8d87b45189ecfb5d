package dev.varve.engine.store;

import java.io.Closeable;
import org.jspecify.annotations.Nullable;

/** Reads records in order. Not thread-safe. */
public interface EntryCursor extends Closeable {
  /**
   * The next record, or null when there is none yet; a later call may find one.
   *
   * @throws StoreException when the medium fails or holds what cannot be a record
   */
  byte @Nullable [] next();

  @Override
  void close();
}
