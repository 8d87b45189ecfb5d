package dev.varve.engine.verify;

import dev.varve.engine.entry.EntryHash;
import dev.varve.engine.entry.EntryHeader;
import dev.varve.engine.store.EntryCursor;
import dev.varve.engine.tree.LeafSource;
import dev.varve.engine.tree.MerkleTree;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Checks records that follow each other by themselves, as if what stands before them were in order.
 * Several can be checked at once; one thread puts the results together.
 */
final class RangeCheck implements Runnable, LeafSource {
  /** Records of a range at most. */
  private static final int RECORDS = 1024;

  /** A range ends when it has as many bytes, so that long records do not fill the heap. */
  private static final int BYTES = 1 << 20;

  /** A range but the last has a multiple of the tree's block, so that parts of it fit together. */
  private static final int BLOCK = 32;

  private final long from;
  private final ChainCheck check;
  private final MerkleTree tree = new MerkleTree();
  private final byte[] hashes;
  private final AtomicBoolean begun = new AtomicBoolean();
  private final CompletableFuture<Boolean> sound = new CompletableFuture<>();
  private final boolean isLast;
  private final byte @Nullable [] lastRecord;

  /** Forgotten once they are checked. */
  private List<byte[]> records;

  private RangeCheck(
      long from, byte @Nullable [] recordBefore, List<byte[]> records, boolean isLast) {
    EntryHeader header =
        recordBefore == null || recordBefore.length < EntryHeader.SIZE
            ? null
            : EntryHeader.of(recordBefore);
    this.from = from;
    this.check = ChainCheck.after(header);
    this.records = records;
    this.hashes = new byte[records.size() * EntryHash.SIZE];
    this.isLast = isLast;
    this.lastRecord = records.isEmpty() ? null : records.get(records.size() - 1);
  }

  /** Reads the range behind another one, or the first. */
  static RangeCheck read(EntryCursor cursor, @Nullable RangeCheck previous) {
    List<byte[]> records = new ArrayList<>();
    long bytes = 0;
    boolean isLast = false;
    while (records.size() < RECORDS && (bytes < BYTES || records.size() % BLOCK != 0)) {
      byte[] record = cursor.next();
      if (record == null) {
        isLast = true;
        break;
      }
      records.add(record);
      bytes += record.length;
    }
    long from = previous == null ? 0 : previous.from + previous.hashes.length / EntryHash.SIZE;
    return new RangeCheck(from, previous == null ? null : previous.lastRecord, records, isLast);
  }

  /** Whether the log ended with it when it was read. */
  boolean isLast() {
    return isLast;
  }

  /** Checks it, unless another thread has begun to. */
  @Override
  public void run() {
    if (begun.compareAndSet(false, true)) {
      boolean found = true;
      try {
        found = isAnythingFound();
      } finally {
        records = List.of();
        sound.complete(!found);
      }
    }
  }

  private boolean isAnythingFound() {
    int at = 0;
    for (byte[] record : records) {
      if (!check.check(record).isEmpty()) {
        return true;
      }
      byte[] head = check.head();
      tree.append(head);
      System.arraycopy(head, 0, hashes, at, EntryHash.SIZE);
      at += EntryHash.SIZE;
    }
    return false;
  }

  boolean isChecked() {
    return sound.isDone();
  }

  /** Waits until it is checked; whether nothing was found. */
  boolean isSound() {
    return sound.join();
  }

  /**
   * Lets a check and a tree go on as if they had read the records. Where nothing was found in this
   * range nor in any before it, they stand where it began: what a check expects behind a sound
   * entry follows from that entry alone.
   */
  void continueFor(ChainCheck checked, MerkleTree grown) {
    checked.goOnAs(check);
    grown.appendAll(tree);
  }

  /** The hashes as computed, of entries of this range. */
  @Override
  public byte[] leaves(long first, int count) {
    int at = (int) (first - from) * EntryHash.SIZE;
    return Arrays.copyOfRange(hashes, at, at + count * EntryHash.SIZE);
  }
}
