package dev.varve.engine.jvm.disk;

import dev.varve.engine.store.SnapshotSlot;
import dev.varve.engine.store.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.jspecify.annotations.Nullable;

/** A snapshot in a file, written beside its place and moved there. Thread-safe. */
public final class SnapshotFile implements SnapshotSlot {
  private final Path file;
  private final boolean writable;

  /** The snapshot in {@code file}, which need not exist. */
  public SnapshotFile(Path file, boolean writable) {
    this.file = file;
    this.writable = writable;
  }

  @Override
  public synchronized byte @Nullable [] read() {
    try {
      return Files.exists(file) ? Files.readAllBytes(file) : null;
    } catch (IOException e) {
      // It can be made anew; whoever reads the log anyway finds out whether the disk is broken.
      return null;
    }
  }

  @Override
  public synchronized void replace(byte[] snapshot) {
    requireWritable();
    Path unfinished = unfinished();
    try {
      try {
        Files.write(unfinished, snapshot);
        DiskSync.file(unfinished);
        Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
      } finally {
        // A full disk is no place to leave half a snapshot.
        Files.deleteIfExists(unfinished);
      }
    } catch (IOException e) {
      throw new StoreException("cannot write " + file + ": " + e, e);
    }
  }

  private Path unfinished() {
    return file.resolveSibling(file.getFileName() + ".new");
  }

  @Override
  public synchronized void clear() {
    requireWritable();
    try {
      Files.deleteIfExists(unfinished());
      Files.deleteIfExists(file);
      Path folder = file.getParent();
      if (folder != null) {
        DiskSync.folder(folder);
      }
    } catch (IOException e) {
      throw new StoreException("cannot delete " + file + ": " + e, e);
    }
  }

  private void requireWritable() {
    if (!writable) {
      throw new StoreException(file + " is open for reading only");
    }
  }
}
