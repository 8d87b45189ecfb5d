package dev.varve.engine.jvm;

import dev.varve.engine.jvm.chronicle.ChronicleEntryStore;
import dev.varve.engine.jvm.disk.DiskSync;
import dev.varve.engine.jvm.disk.FolderTree;
import dev.varve.engine.jvm.sqlite.SqliteLog;
import dev.varve.engine.log.RecoverySite;
import dev.varve.engine.store.EntryStore;
import dev.varve.engine.store.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/**
 * Recovers a log in a folder or a SQLite file, in renamings, each of which leaves a state that the
 * next recovery knows by the names that are there:
 *
 * <pre>
 *  LOG   .LOG.recovering   .LOG.recovered
 *  old   -                 -                nothing was begun, or all is done
 *  old   unfinished        -                killed while the new log was made: it is made anew
 *  old   -                 new              complete: old goes to LOG.quarantine/n, new to LOG
 *  -     -                 new              the same, half-way
 * </pre>
 */
public final class FolderRecovery implements RecoverySite {
  private final Path log;
  private final boolean isDatabase;
  private final Path unfinished;
  private final Path complete;
  private Quarantine quarantine;

  private FolderRecovery(Path log) throws IOException {
    this.log = log;
    this.isDatabase = SqliteLog.isNamedBy(log);
    this.unfinished = log.resolveSibling("." + log.getFileName() + ".recovering");
    this.complete = completeOf(log);
    this.quarantine = Quarantine.next(log);
  }

  private static Path completeOf(Path log) {
    return log.resolveSibling("." + log.getFileName() + ".recovered");
  }

  /** The recovery of a log. Looks and changes nothing. */
  public static FolderRecovery of(Path log) {
    try {
      return new FolderRecovery(real(log));
    } catch (IOException e) {
      throw new StoreException("cannot look at " + log + ": " + e, e);
    }
  }

  private static Path real(Path log) throws IOException {
    if (Files.exists(log)) {
      return log.toRealPath();
    }
    if (Files.isSymbolicLink(log)) {
      Path folder = log.toAbsolutePath().getParent();
      Path target = Files.readSymbolicLink(log);
      return (folder == null ? target : folder.resolve(target)).normalize();
    }
    return log.toAbsolutePath().normalize();
  }

  /** Whether a recovery of this log was cut short and only needs to be brought to its end. */
  public static boolean isReady(Path log) {
    try {
      return Files.exists(completeOf(real(log)), LinkOption.NOFOLLOW_LINKS);
    } catch (IOException e) {
      return false;
    }
  }

  /** Throws when a recovery is to be brought to its end first. */
  static void requireNone(Path log) {
    if (isReady(log)) {
      throw new RecoveryInterruptedException(log);
    }
  }

  /** Whether an unfinished new log of a killed recovery lies beside this one. */
  public boolean hasLeftovers() {
    return Files.exists(unfinished, LinkOption.NOFOLLOW_LINKS);
  }

  /** The folder of what recoveries of this log have set aside; it need not exist. */
  public Path quarantine() {
    return Quarantine.of(log);
  }

  @Override
  public String setAside() {
    return quarantine.name();
  }

  @Override
  public EntryStore begin() {
    try {
      discard();
      return isDatabase ? SqliteLog.create(unfinished) : ChronicleEntryStore.create(unfinished);
    } catch (IOException e) {
      throw new StoreException("cannot make " + unfinished + ": " + e, e);
    }
  }

  /** Deletes what a recovery that did not come to its end has begun. */
  public void discard() throws IOException {
    if (isDatabase) {
      SqliteLog.delete(unfinished);
    } else {
      FolderTree.delete(unfinished);
    }
  }

  @Override
  public void ready() {
    try {
      quarantine.make();
      if (isDatabase) {
        SqliteLog.move(unfinished, complete);
      } else {
        Files.move(unfinished, complete, StandardCopyOption.ATOMIC_MOVE);
      }
      DiskSync.folder(parent());
    } catch (IOException e) {
      throw new StoreException("cannot finish " + complete + ": " + e, e);
    }
  }

  private Path parent() {
    Path parent = log.getParent();
    if (parent == null) {
      throw new StoreException(log + " cannot be a log");
    }
    return parent;
  }

  /** Goes on with a recovery that was cut short behind {@link #ready}; else does nothing. */
  public boolean resume() {
    if (!Files.exists(complete, LinkOption.NOFOLLOW_LINKS)) {
      return false;
    }
    try {
      quarantine = Quarantine.newest(log);
    } catch (IOException e) {
      throw new StoreException("cannot look at " + Quarantine.of(log) + ": " + e, e);
    }
    finish();
    return true;
  }

  @Override
  public void finish() {
    try {
      boolean inPlace = Files.exists(log) && Files.isSameFile(log, complete);
      if (!inPlace) {
        quarantine.make();
        quarantine.take(isDatabase ? SqliteLog.filesOf(log) : List.of(log));
        DiskSync.folder(parent());
      }
      if (!isDatabase) {
        Files.move(complete, log, StandardCopyOption.ATOMIC_MOVE);
      } else if (inPlace) {
        SqliteLog.delete(complete);
      } else {
        SqliteLog.move(complete, log);
      }
      DiskSync.folder(parent());
      discard();
    } catch (IOException e) {
      throw new StoreException("cannot put the recovered log in the place of " + log + ": " + e, e);
    }
  }
}
