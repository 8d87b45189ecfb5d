package dev.varve.engine.store.sql;

import org.jspecify.annotations.Nullable;

/** One row of an answer; columns count from 0. */
public interface SqlRow {
  /** A number; 0 for NULL. */
  long number(int column);

  /** Bytes; null for NULL, and with some drivers for no bytes. */
  byte @Nullable [] bytes(int column);

  /** Text; null for NULL. */
  @Nullable String text(int column);
}
