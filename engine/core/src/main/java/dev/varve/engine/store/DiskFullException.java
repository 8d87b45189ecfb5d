package dev.varve.engine.store;

import org.jspecify.annotations.Nullable;

/** There is no space for the records of one append; none of them was written. */
public final class DiskFullException extends StoreException {
  private static final long serialVersionUID = 1L;

  /** {@code message} names the file and the space that was asked for. */
  public DiskFullException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
