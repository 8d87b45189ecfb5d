package dev.varve.engine.store;

import org.jspecify.annotations.Nullable;

/**
 * There is no room for what was to be appended. Nothing of it was written, and the same handle goes
 * on once there is room.
 */
public final class DiskFullException extends StoreException {
  private static final long serialVersionUID = 1L;

  /** {@code message} names the file. */
  public DiskFullException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
