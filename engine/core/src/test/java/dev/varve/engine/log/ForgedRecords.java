package dev.varve.engine.log;

import dev.varve.engine.entry.EntryHash;
import dev.varve.engine.entry.EntryHeader;
import java.util.List;

/** Records as somebody makes them who can write the file and has no key: every hash fits. */
public final class ForgedRecords {
  private ForgedRecords() {}

  /** Changes a payload, and every hash that follows from it. */
  public static void replacePayload(List<byte[]> records, int sequence) {
    byte[] forged = records.get(sequence);
    forged[forged.length - 1] ^= 1;
    EntryHash hash = new EntryHash();
    int length = forged.length - EntryHeader.SIZE;
    System.arraycopy(
        hash.ofPayload(EntryHeader.HASH_SHA256, forged, EntryHeader.SIZE, length),
        0,
        forged,
        184,
        32);
    for (int i = sequence; i < records.size(); i++) {
      byte[] record = records.get(i);
      System.arraycopy(records.get(i - 1), 248, record, 216, 32);
      System.arraycopy(hash.ofHeader(record, 0), 0, record, 248, 32);
    }
  }
}
