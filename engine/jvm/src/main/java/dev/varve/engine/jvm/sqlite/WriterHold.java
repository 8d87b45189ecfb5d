package dev.varve.engine.jvm.sqlite;

import dev.varve.engine.jvm.disk.FolderLock;
import dev.varve.engine.store.LogLockedException;
import dev.varve.engine.store.StoreException;
import java.io.IOException;

/**
 * The right to write a database: the operating system's lock on a file beside it, which ends with
 * the process. Thread-safe.
 */
final class WriterHold {
  private final DatabaseFiles files;
  private final FolderLock lock;
  private final DatabaseInUse use;
  private boolean released;

  private WriterHold(DatabaseFiles files, FolderLock lock, DatabaseInUse use) {
    this.files = files;
    this.lock = lock;
    this.use = use;
  }

  /**
   * Takes it, at once or not at all.
   *
   * @throws LogLockedException naming the holder's pid
   */
  static WriterHold of(DatabaseFiles files) {
    try {
      FolderLock lock = FolderLock.acquire(files.folder(), files.lockName());
      return new WriterHold(files, lock, DatabaseInUse.beginWriting(files.database()));
    } catch (FolderLock.HeldException e) {
      throw new LogLockedException(files.database() + " is open for writing by " + e.holder());
    } catch (IOException e) {
      throw new StoreException("cannot lock " + files.database() + ": " + e, e);
    }
  }

  /** Gives it up, after SQLite has closed the file; does nothing when it was given up. */
  synchronized void release() {
    if (released) {
      return;
    }
    released = true;
    use.endWriting();
    try {
      lock.release();
    } catch (IOException e) {
      throw new StoreException("cannot unlock " + files.database() + ": " + e, e);
    }
  }

  /** Gives it up and deletes the files of a log that was not to be. */
  synchronized void releaseAndDelete() {
    try {
      files.delete();
      if (!released) {
        released = true;
        use.endWriting();
        lock.releaseAndDelete();
      }
    } catch (IOException e) {
      throw new StoreException("cannot remove the unfinished " + files.database() + ": " + e, e);
    }
  }
}
