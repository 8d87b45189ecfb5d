package dev.varve.engine.seal;

import dev.varve.engine.entry.SubjectId;
import dev.varve.engine.seal.KeyRing.Generation;
import dev.varve.engine.store.SnapshotSlot;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Destroys keys: what was sealed with them opens for nobody again.
 *
 * <pre>
 *  the log says so           SubjectErased or GenerationsPurged, on the disk        by the writer
 *  rows deleted, the key-encryption key replaced, survivors wrapped anew            here, at once
 *  opened keys forgotten     in this ring, and in every other handle at its next use
 *  snapshots dropped         they can hold what was opened                          here
 * </pre>
 *
 * <p>Each call can be repeated, and does nothing where there is nothing left to do: whoever was
 * killed between the first step and the last calls again with what the log says. What can be known
 * of the erased afterwards is what was never sealed: times, sizes, packages and activities in
 * headers. Thread-safe.
 */
public final class SubjectEraser {
  private final KeyRing keys;
  private final SnapshotSlot snapshots;

  /**
   * Over the keys of a log that is open for writing.
   *
   * @param sealer of the log
   * @param snapshots of its store
   */
  public SubjectEraser(PayloadSealer sealer, SnapshotSlot snapshots) {
    this.keys = sealer.keys();
    this.snapshots = snapshots;
  }

  /**
   * Destroys every key of these subjects that is still there.
   *
   * @return whether there was one
   * @throws KeyStoreException when the keys cannot be replaced; then all of them are still there
   */
  public boolean destroy(Collection<SubjectId> subjects) {
    Set<SubjectId> left = new LinkedHashSet<>();
    for (SubjectId subject : subjects) {
      if (keys.hasKeys(subject)) {
        left.add(subject);
      }
    }
    if (left.isEmpty()) {
      return false;
    }
    keys.erase(left);
    snapshots.clear();
    return true;
  }

  /**
   * Destroys these generations, as far as they are still there; their subjects live on.
   *
   * @param generations none of them a generation 0
   * @return whether there was one
   * @throws KeyStoreException when the keys cannot be replaced; then all of them are still there
   */
  public boolean purge(Collection<Generation> generations) {
    Set<Generation> left = new LinkedHashSet<>();
    for (Generation generation : generations) {
      if (keys.hasKey(generation.subject(), generation.number())) {
        left.add(generation);
      }
    }
    if (left.isEmpty()) {
      return false;
    }
    keys.purge(left);
    snapshots.clear();
    return true;
  }

  /** Replaces the key-encryption key: what was wrapped before does not fit what is there now. */
  public void rotateWrappingKey() {
    keys.rotateWrappingKey();
  }

  /** The same, and {@code next} wraps the new one. */
  public void rotateWrappingKey(KeyWrapper next) {
    keys.rotateWrappingKey(next);
  }
}
