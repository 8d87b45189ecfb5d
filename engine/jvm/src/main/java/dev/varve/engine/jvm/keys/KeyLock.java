package dev.varve.engine.jvm.keys;

import dev.varve.engine.jvm.disk.FolderLock;
import dev.varve.engine.seal.KeyStoreException;
import dev.varve.engine.store.LogLockedException;
import java.io.IOException;
import java.nio.file.Path;

/**
 * The right to add keys: the {@link FolderLock} of their folder. The log's own lock does not give
 * it, since a copy of the log has the same id, hence the same keys, and a lock of its own.
 */
final class KeyLock {
  private final Path folder;
  private final FolderLock lock;

  private KeyLock(Path folder, FolderLock lock) {
    this.folder = folder;
    this.lock = lock;
  }

  /**
   * Takes the lock, at once or not at all.
   *
   * @throws LogLockedException naming the holder's pid
   */
  static KeyLock acquire(Path folder) {
    try {
      return new KeyLock(folder, FolderLock.acquire(folder, PrivateFiles.ownersAlone(folder)));
    } catch (FolderLock.HeldException e) {
      throw new LogLockedException(
          "the keys in "
              + folder
              + " are in use by "
              + e.holder()
              + "; a log and its copies share their keys and are written one at a time");
    } catch (IOException e) {
      throw new KeyStoreException("cannot lock the keys in " + folder + ": " + e, e);
    }
  }

  /** Gives the lock up. */
  void release() {
    try {
      lock.release();
    } catch (IOException e) {
      throw new KeyStoreException("cannot unlock the keys in " + folder + ": " + e, e);
    }
  }

  /** Gives the lock up and removes its file, of keys that were not to be. */
  void releaseAndDelete() {
    try {
      lock.releaseAndDelete();
    } catch (IOException e) {
      throw new KeyStoreException("cannot remove the lock of " + folder + ": " + e, e);
    }
  }
}
