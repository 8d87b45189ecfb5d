package dev.varve.engine.verify;

import dev.varve.engine.entry.EntryHash;
import dev.varve.engine.entry.EntryHeader;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A record without its payload, and what its bytes hash to: all that a check of its place needs.
 */
final class HashedRecord {
  final int length;

  /** Null when the record is too short for one. */
  final @Nullable EntryHeader header;

  /** The entry hash as computed, and as the header states it; zeros where there is no header. */
  final byte[] computed;

  final byte[] stated;

  /** Whether the payload hashes to the header's digest; false also when nobody looked. */
  final boolean payloadFits;

  private HashedRecord(
      int length,
      @Nullable EntryHeader header,
      byte[] computed,
      byte[] stated,
      boolean payloadFits) {
    this.length = length;
    this.header = header;
    this.computed = computed;
    this.stated = stated;
    this.payloadFits = payloadFits;
  }

  static HashedRecord of(byte[] record, EntryHash hash) {
    if (record.length < EntryHeader.SIZE) {
      byte[] none = new byte[EntryHash.SIZE];
      return new HashedRecord(record.length, null, none, none, false);
    }
    EntryHeader header = EntryHeader.of(record);
    byte[] computed = hash.ofHeader(record, 0);
    int payload = record.length - EntryHeader.SIZE;
    boolean whole = Arrays.equals(computed, 0, EntryHash.SIZE, record, 248, EntryHeader.SIZE);
    byte[] stated = whole ? computed : header.entryHash();
    boolean fits = false;
    if (whole && header.payloadLength() == payload) {
      byte[] digest = hash.ofPayload(header.hashAlgorithm(), record, EntryHeader.SIZE, payload);
      fits = Arrays.equals(digest, 0, EntryHash.SIZE, record, 184, 216);
    }
    return new HashedRecord(record.length, header, computed, stated, fits);
  }

  boolean isWhole() {
    return computed == stated;
  }
}
