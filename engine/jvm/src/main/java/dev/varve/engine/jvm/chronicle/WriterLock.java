package dev.varve.engine.jvm.chronicle;

import dev.varve.engine.jvm.disk.FolderLock;
import dev.varve.engine.store.LogLockedException;
import dev.varve.engine.store.StoreException;
import java.io.IOException;
import java.nio.file.Path;

/** The right to write a log: the {@link FolderLock} of its folder. */
final class WriterLock {
  /** Name of the lock file. */
  static final String FILE = FolderLock.FILE;

  private final Path folder;
  private final FolderLock lock;

  private WriterLock(Path folder, FolderLock lock) {
    this.folder = folder;
    this.lock = lock;
  }

  /**
   * Takes the lock, at once or not at all.
   *
   * @throws LogLockedException naming the holder's pid
   */
  static WriterLock acquire(Path folder) {
    try {
      return new WriterLock(folder, FolderLock.acquire(folder));
    } catch (FolderLock.HeldException e) {
      throw new LogLockedException(folder + " is open for writing by " + e.holder());
    } catch (IOException e) {
      throw new StoreException("cannot lock " + folder.resolve(FILE) + ": " + e.getMessage(), e);
    }
  }

  /** Gives the lock up. */
  void release() {
    try {
      lock.release();
    } catch (IOException e) {
      throw new StoreException("cannot unlock " + folder.resolve(FILE) + ": " + e.getMessage(), e);
    }
  }

  /** Gives the lock up and removes its file, of a log that was not to be. */
  void releaseAndDelete() {
    try {
      lock.releaseAndDelete();
    } catch (IOException e) {
      throw new StoreException("cannot remove " + folder.resolve(FILE) + ": " + e.getMessage(), e);
    }
  }
}
