package dev.varve.engine.log;

import dev.varve.engine.entry.EntryHeader;
import java.util.Arrays;

/** An entry of a complete command, checked. Immutable; thread-safe. */
public final class CommittedEntry {
  private final EntryHeader header;
  private final byte[] record;

  CommittedEntry(byte[] record) {
    this.header = EntryHeader.of(record);
    this.record = record;
  }

  /** The header. */
  public EntryHeader header() {
    return header;
  }

  /** Place in the log. */
  public long sequence() {
    return header.sequence();
  }

  /** A copy of the stored payload. */
  public byte[] storedPayload() {
    return Arrays.copyOfRange(record, EntryHeader.SIZE, record.length);
  }

  /** A copy of header and stored payload. */
  public byte[] record() {
    return record.clone();
  }

  @Override
  public String toString() {
    return header.toString();
  }
}
