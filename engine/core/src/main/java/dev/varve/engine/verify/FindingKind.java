package dev.varve.engine.verify;

/** What can be wrong at a sequence. The names are part of the command line's contract. */
public enum FindingKind {
  /** The header does not hash to the entry hash that it states. */
  ENTRY_HASH,
  /** The entry does not follow the one before it. */
  PREV_HASH,
  /** The stored payload does not hash to the digest in the header. */
  PAYLOAD_DIGEST,
  /** The sequence is not the next one. */
  SEQUENCE_GAP,
  /** The record has not the form of an entry. */
  FORMAT,
  /** The epoch is not the current one. */
  EPOCH,
  /** A signed note is none, or not signed by who may. */
  SIGNATURE,
  /** A command has no last entry, or its entries are not in order. */
  INCOMPLETE_COMMAND,
  /** The log is not the one that a checkpoint was taken of. */
  CHECKPOINT,
  /** The store could not yield the record. */
  STORE,
  /** A payload that the log itself needs does not open under the log's key. */
  NOT_AUTHENTIC
}
