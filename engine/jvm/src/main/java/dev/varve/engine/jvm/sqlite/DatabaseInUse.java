package dev.varve.engine.jvm.sqlite;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Keeps SQLite's locks on a database while this process reads the file beside SQLite.
 *
 * <p>On Unix a process loses its locks on a file when it closes <em>any</em> handle on it, and
 * SQLite would not notice: another program could then take its write-ahead log away. So where this
 * process has a database open for writing, copies are made through one handle, which is closed
 * after SQLite's own. Thread-safe.
 */
final class DatabaseInUse {
  private static final Map<Path, DatabaseInUse> ALL = new HashMap<>();

  private final Path database;
  private final ReentrantLock lock = new ReentrantLock();
  private int users;
  private int writers;
  private @Nullable RandomAccessFile kept;

  private DatabaseInUse(Path database) {
    this.database = database;
  }

  /** Something that is done with the bytes of a database file. */
  interface Reading {
    void from(RandomAccessFile file) throws IOException;
  }

  /** Reads the file, through a handle that no lock is lost by. */
  static void read(Path database, Reading reading) throws IOException {
    DatabaseInUse use = enter(database);
    use.lock.lock();
    try {
      if (use.writers == 0) {
        try (RandomAccessFile file = new RandomAccessFile(database.toFile(), "r")) {
          reading.from(file);
        }
        return;
      }
      RandomAccessFile file = use.kept;
      if (file == null) {
        file = new RandomAccessFile(database.toFile(), "r");
        use.kept = file;
      }
      file.seek(0);
      reading.from(file);
    } finally {
      use.lock.unlock();
      leave(use);
    }
  }

  /** Says that SQLite is about to open the file for writing; waits for readings to end. */
  static DatabaseInUse beginWriting(Path database) {
    DatabaseInUse use = enter(database);
    use.lock.lock();
    try {
      use.writers++;
      return use;
    } finally {
      use.lock.unlock();
    }
  }

  /** Says that SQLite has closed the file. */
  void endWriting() {
    lock.lock();
    try {
      writers--;
      RandomAccessFile file = kept;
      kept = null;
      if (file != null) {
        file.close();
      }
    } catch (IOException e) {
      // A handle that was only read through has nothing to lose.
    } finally {
      lock.unlock();
      leave(this);
    }
  }

  private static DatabaseInUse enter(Path database) {
    synchronized (ALL) {
      DatabaseInUse use = ALL.computeIfAbsent(database, DatabaseInUse::new);
      use.users++;
      return use;
    }
  }

  private static void leave(DatabaseInUse use) {
    synchronized (ALL) {
      if (--use.users == 0) {
        ALL.remove(use.database);
      }
    }
  }
}
