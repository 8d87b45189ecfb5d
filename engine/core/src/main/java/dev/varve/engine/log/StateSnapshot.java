package dev.varve.engine.log;

import dev.varve.engine.entry.EntryHeader;
import dev.varve.engine.seal.KeyPurpose;
import dev.varve.engine.seal.KeyRing;
import dev.varve.engine.seal.KeyStoreException;
import dev.varve.engine.store.EntryCursor;
import dev.varve.engine.store.EntryStore;
import dev.varve.engine.tree.MerkleTree;
import dev.varve.engine.verify.ChainCheck;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The engine's state at the end of a complete command, sealed under a key of the log, so that an
 * opening need not read everything before it. Bound to that entry by sequence and hash: one that
 * does not fit the log, or was made by another version, is as good as none.
 *
 * <pre>
 *  sealed under the key "varve/snapshots":
 *    1  version of this form
 *    …  {@link LogState}, as it saves itself; it ends with sequence and entry hash
 *    …  {@link MerkleTree}, as it saves itself
 * </pre>
 */
final class StateSnapshot {
  private static final int VERSION = 1;
  private static final byte[] CONTEXT = "varve/1/state snapshot".getBytes(StandardCharsets.UTF_8);

  private StateSnapshot() {}

  /**
   * A state and the check that goes on behind it.
   *
   * @param state of the engine
   * @param tree over all entries up to there
   * @param check positioned behind the state's last entry
   */
  record Restored(LogState state, MerkleTree tree, ChainCheck check) {}

  /** The sealed bytes of a state, and of the tree over all entries up to there. */
  static byte[] save(KeyRing keys, LogState state, MerkleTree tree) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(1 << 16);
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeByte(VERSION);
      state.save(out);
      tree.save(out);
    } catch (IOException e) {
      throw new UncheckedIOException("writing to the heap failed", e);
    }
    return keys.wrapperFor(KeyPurpose.SNAPSHOTS).wrap(bytes.toByteArray(), CONTEXT);
  }

  /** The state in a snapshot, or null when it is not authentic or does not fit the log. */
  static @Nullable Restored restore(byte[] sealed, KeyRing keys, EntryStore store) {
    LogState state = new LogState();
    MerkleTree tree;
    try {
      byte[] plain = keys.wrapperFor(KeyPurpose.SNAPSHOTS).unwrap(sealed, CONTEXT);
      DataInputStream in = new DataInputStream(new ByteArrayInputStream(plain));
      if (in.readByte() != VERSION) {
        return null;
      }
      state.restore(in);
      tree = MerkleTree.restore(in);
    } catch (KeyStoreException | IOException e) {
      return null;
    }
    EntryHeader last = lastEntry(state, store);
    if (last == null || tree.size() != last.sequence() + 1) {
      return null;
    }
    return new Restored(state, tree, ChainCheck.behind(keys.log(), last));
  }

  private static @Nullable EntryHeader lastEntry(LogState state, EntryStore store) {
    long sequence = state.lastSequence();
    if (sequence < 0 || sequence >= store.size()) {
      return null;
    }
    try (EntryCursor cursor = store.cursor(sequence)) {
      byte[] record = cursor.next();
      if (record == null || !ChainCheck.alone(sequence, record).isEmpty()) {
        return null;
      }
      EntryHeader header = EntryHeader.of(record);
      boolean fits = Arrays.equals(header.entryHash(), state.lastHash().toBytes());
      return fits && header.isLastOfCommand() ? header : null;
    }
  }
}
