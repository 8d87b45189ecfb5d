package dev.varve.engine.jvm.chronicle;

import dev.varve.engine.entry.CommandId;
import dev.varve.engine.entry.EntryHash;
import dev.varve.engine.entry.EntryHeaderEncoder;
import dev.varve.engine.entry.StreamId;
import dev.varve.engine.store.EntryStoreConformance;

/** Entries that hash to what they state, with payloads that mean nothing. */
final class ForgedEntries {
  private ForgedEntries() {}

  /** Entry {@code n} with a payload of {@code length} bytes. */
  static byte[] entry(int n, int length) {
    EntryHeaderEncoder encoder =
        new EntryHeaderEncoder()
            .position(0, n).event(900, 1).payloadLength(length).stream(new StreamId(5, 5), n)
                .command(new CommandId(n, ~n), 0, true);
    byte[] payload = EntryStoreConformance.record(n, Math.max(length, 4));
    return encoder.finish(
        java.util.Arrays.copyOf(payload, length), new byte[EntryHash.SIZE], new EntryHash());
  }
}
