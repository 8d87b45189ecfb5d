package dev.varve.engine.jvm.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The right to write into a folder: the operating system's lock on {@code writer.lock} in it, which
 * ends with the process, however it ends. The file holds the holder's pid in digits, for messages
 * only; it stays, empty, when the lock is given up.
 *
 * <p>On Unix a process loses its locks on a file when it closes <em>any</em> handle on it. Hence
 * the register of files locked by this JVM: a second attempt is refused before it opens the file. A
 * program that copies a folder while it holds its lock must leave this file alone.
 *
 * <p>An interrupt of the thread neither stops the lock's taking nor its release.
 */
public final class FolderLock {
  /** Name of the lock file. */
  public static final String FILE = "writer.lock";

  private static final Set<Path> HELD_HERE = new HashSet<>();

  private final Path file;
  private final FileChannel channel;

  private FolderLock(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /** Somebody else has the lock. */
  public static final class HeldException extends Exception {
    private static final long serialVersionUID = 1L;

    private HeldException(String holder) {
      super(holder);
    }

    /** Who has it, for a sentence: "the process with pid 4711". */
    public String holder() {
      return String.valueOf(getMessage());
    }
  }

  /**
   * Takes the lock, at once or not at all.
   *
   * @param attributes of the lock file, where it has to be made
   * @throws HeldException naming the holder's pid
   * @throws IOException when the file cannot be made or locked
   */
  public static FolderLock acquire(Path folder, FileAttribute<?>... attributes)
      throws HeldException, IOException {
    return acquireFile(folder.toRealPath().resolve(FILE), attributes);
  }

  /**
   * Takes the lock on a file of another name, at once or not at all.
   *
   * @throws HeldException naming the holder's pid
   * @throws IOException when the file cannot be made or locked
   */
  public static FolderLock acquire(Path folder, String name) throws HeldException, IOException {
    return acquireFile(folder.toRealPath().resolve(name));
  }

  private static FolderLock acquireFile(Path real, FileAttribute<?>... attributes)
      throws HeldException, IOException {
    synchronized (HELD_HERE) {
      if (!HELD_HERE.add(real)) {
        throw new HeldException("this process, pid " + ProcessHandle.current().pid());
      }
    }
    FolderLock lock = null;
    try {
      Attempt attempt = Uninterrupted.again(() -> attempt(real, attributes));
      lock = attempt.lock();
      if (lock == null) {
        throw new HeldException(attempt.holder());
      }
      return lock;
    } finally {
      if (lock == null) {
        forget(real);
      }
    }
  }

  /** The lock, or who has it. */
  private record Attempt(@Nullable FolderLock lock, String holder) {}

  private static Attempt attempt(Path file, FileAttribute<?>... attributes) throws IOException {
    Set<StandardOpenOption> options =
        Set.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    FileChannel channel = FileChannel.open(file, options, attributes);
    boolean taken = false;
    try {
      if (!tryLock(channel)) {
        return new Attempt(null, holder(channel));
      }
      writePid(channel);
      taken = true;
      return new Attempt(new FolderLock(file, channel), "");
    } finally {
      if (!taken) {
        channel.close();
      }
    }
  }

  private static void writePid(FileChannel channel) throws IOException {
    byte[] pid = Long.toString(ProcessHandle.current().pid()).getBytes(StandardCharsets.US_ASCII);
    channel.truncate(0);
    try {
      channel.write(ByteBuffer.wrap(pid), 0);
    } catch (ClosedByInterruptException e) {
      throw e;
    } catch (IOException e) {
      // On a full disk the lock is as good without it.
      channel.truncate(0);
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

  private static void forget(Path file) {
    synchronized (HELD_HERE) {
      HELD_HERE.remove(file);
    }
  }

  /**
   * Gives the lock up.
   *
   * @throws IOException when the pid cannot be taken out of the file; the lock is given up then too
   */
  public void release() throws IOException {
    boolean interrupted = Thread.interrupted();
    try (channel) {
      channel.truncate(0);
    } catch (ClosedByInterruptException e) {
      // Closing the channel has given the lock up; the pid is for those who find it taken.
      interrupted |= Thread.interrupted();
    } finally {
      forget(file);
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Gives the lock up and removes its file, of a folder's content that was not to be. */
  public void releaseAndDelete() throws IOException {
    try {
      Files.deleteIfExists(file);
    } finally {
      release();
    }
  }
}
