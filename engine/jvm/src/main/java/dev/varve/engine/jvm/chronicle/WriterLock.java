package dev.varve.engine.jvm.chronicle;

import dev.varve.engine.store.LogLockedException;
import dev.varve.engine.store.StoreException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.Set;

/**
 * The right to write a log: the operating system's lock on {@code writer.lock} in the log's folder,
 * which ends with the process, however it ends. The file holds the holder's pid in digits, for
 * messages only; it stays, empty, when the lock is given up.
 *
 * <p>On Unix a process loses its locks on a file when it closes <em>any</em> handle on it. Hence
 * the register of folders locked by this JVM: a second attempt is refused before it opens the file.
 * A program that copies a log while it holds it must leave this file alone.
 */
final class WriterLock {
  /** Name of the lock file. */
  static final String FILE = "writer.lock";

  private static final Set<Path> HELD_HERE = new HashSet<>();

  private final Path folder;
  private final FileChannel channel;

  private WriterLock(Path folder, FileChannel channel) {
    this.folder = folder;
    this.channel = channel;
  }

  /**
   * Takes the lock, at once or not at all.
   *
   * @throws LogLockedException naming the holder's pid
   */
  static WriterLock acquire(Path folder) {
    try {
      Path real = folder.toRealPath();
      synchronized (HELD_HERE) {
        if (!HELD_HERE.add(real)) {
          throw locked(folder, "this process, pid " + ProcessHandle.current().pid());
        }
      }
      boolean taken = false;
      try {
        WriterLock lock = take(folder, real);
        taken = true;
        return lock;
      } finally {
        if (!taken) {
          forget(real);
        }
      }
    } catch (IOException e) {
      throw new StoreException("cannot lock " + folder.resolve(FILE) + ": " + e.getMessage(), e);
    }
  }

  private static WriterLock take(Path folder, Path real) throws IOException {
    FileChannel channel =
        FileChannel.open(
            real.resolve(FILE),
            StandardOpenOption.CREATE,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE);
    boolean taken = false;
    try {
      if (!tryLock(channel)) {
        throw locked(folder, holder(channel));
      }
      byte[] pid = Long.toString(ProcessHandle.current().pid()).getBytes(StandardCharsets.US_ASCII);
      channel.truncate(0).write(ByteBuffer.wrap(pid), 0);
      taken = true;
      return new WriterLock(real, channel);
    } finally {
      if (!taken) {
        channel.close();
      }
    }
  }

  private static boolean tryLock(FileChannel channel) throws IOException {
    try {
      FileLock lock = channel.tryLock();
      return lock != null;
    } catch (OverlappingFileLockException e) {
      // Another class loader's copy of this class holds it.
      return false;
    }
  }

  private static String holder(FileChannel channel) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(20);
    channel.read(buffer, 0);
    String pid = new String(buffer.array(), 0, buffer.position(), StandardCharsets.US_ASCII);
    return pid.matches("\\d+") ? "the process with pid " + pid : "a process that is just starting";
  }

  private static LogLockedException locked(Path folder, String holder) {
    return new LogLockedException(folder + " is open for writing by " + holder);
  }

  private static void forget(Path folder) {
    synchronized (HELD_HERE) {
      HELD_HERE.remove(folder);
    }
  }

  /** Gives the lock up. */
  void release() {
    try (channel) {
      channel.truncate(0);
    } catch (IOException e) {
      throw new StoreException("cannot unlock " + folder.resolve(FILE) + ": " + e.getMessage(), e);
    } finally {
      forget(folder);
    }
  }

  /** Gives the lock up and removes its file, of a log that was not to be. */
  void releaseAndDelete() {
    try {
      Files.deleteIfExists(folder.resolve(FILE));
    } catch (IOException e) {
      throw new StoreException("cannot delete " + folder.resolve(FILE) + ": " + e.getMessage(), e);
    } finally {
      release();
    }
  }
}
