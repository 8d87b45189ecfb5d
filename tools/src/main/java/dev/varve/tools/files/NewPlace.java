package dev.varve.tools.files;

import dev.varve.engine.VarveException;
import dev.varve.engine.jvm.disk.DiskSync;
import dev.varve.engine.jvm.disk.FolderTree;
import dev.varve.engine.seal.Crypto;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * A file or folder in the making, beside the place where it will be: whoever looks there finds all
 * of it or nothing. Closing it before {@link #moveIntoPlace} takes it away again.
 */
public final class NewPlace implements AutoCloseable {
  private final Path target;
  private final Path making;
  private boolean done;

  private NewPlace(Path target, Path making) {
    this.target = target;
    this.making = making;
  }

  /**
   * A place beside {@code target}, whose parent exists. Creates nothing yet.
   *
   * @throws VarveException when there is no folder to create it in
   */
  public static NewPlace beside(Path target) {
    Path absolute = target.toAbsolutePath().normalize();
    Path parent = absolute.getParent();
    if (parent == null || !Files.isDirectory(parent)) {
      throw new VarveException(
          "no such folder: " + (parent == null ? absolute : parent) + "; create it first");
    }
    if (!Files.isWritable(parent)) {
      throw new VarveException("the folder " + parent + " cannot be written: permission denied");
    }
    byte[] random = Crypto.platform().random(6);
    String name = "." + absolute.getFileName() + ".new-" + dev.varve.engine.entry.Hex.of(random);
    return new NewPlace(absolute, parent.resolve(name));
  }

  /** Where it is being made. */
  public Path making() {
    return making;
  }

  /** Moves it to where it belongs, in one step, and the name to the disk. */
  public void moveIntoPlace() {
    try {
      Files.move(making, target, StandardCopyOption.ATOMIC_MOVE);
      done = true;
      Path parent = target.getParent();
      if (parent != null) {
        DiskSync.folder(parent);
      }
    } catch (IOException e) {
      throw new VarveException("cannot create " + target + ": " + Reasons.of(e), e);
    }
  }

  @Override
  public void close() {
    if (!done) {
      deleteAll(making);
    }
  }

  /** Deletes a folder and what is in it, as far as that is possible; links are not followed. */
  public static void deleteAll(Path root) {
    try {
      FolderTree.delete(root);
    } catch (IOException e) {
      throw new VarveException("cannot delete " + root + ": " + Reasons.of(e), e);
    }
  }
}
