package dev.varve.tools.command;

import dev.varve.engine.checkpoint.VerifierKey;
import dev.varve.engine.command.Actor;
import dev.varve.engine.entry.LogId;
import dev.varve.engine.jvm.FolderRecovery;
import dev.varve.engine.jvm.LogFolder;
import dev.varve.engine.jvm.keys.FileCheckpointSigner;
import dev.varve.engine.jvm.keys.KeyLocation;
import dev.varve.engine.jvm.keys.PassphraseFile;
import dev.varve.engine.jvm.keys.PassphraseNeededException;
import dev.varve.engine.jvm.keys.PassphraseSource;
import dev.varve.engine.jvm.sqlite.SqliteLog;
import dev.varve.engine.log.DamagedLogException;
import dev.varve.engine.log.LogPorts;
import dev.varve.engine.log.LogWriter;
import dev.varve.engine.log.MemoryLog;
import dev.varve.engine.log.RecoveryNeededException;
import dev.varve.engine.seal.KeyStoreException;
import dev.varve.engine.seal.WrongPassphraseException;
import dev.varve.engine.store.Durability;
import dev.varve.engine.store.EntryStore;
import dev.varve.engine.store.LogLockedException;
import dev.varve.engine.store.sql.DamagedDatabaseException;
import dev.varve.projections.AgentMemory;
import dev.varve.projections.MemoryReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Opens logs and finds their keys. For reading nothing is changed and nothing created, wherever a
 * path may point.
 */
final class LogAccess {
  /** The package that the command writes as. */
  static final String ACTOR = "dev.varve.tools";

  private final Map<String, String> environment;
  private final @Nullable Path keys;
  private final Consumer<String> damaged;
  private final PassphraseSource passphrases;

  LogAccess(Map<String, String> environment, @Nullable Path keys) {
    this(environment, keys, damage -> {}, PassphraseFile.of(environment));
  }

  /**
   * The same, telling {@code damaged} when a log can be read only up to some place, and asking
   * {@code passphrases} where keys are wrapped by one.
   */
  LogAccess(
      Map<String, String> environment,
      @Nullable Path keys,
      Consumer<String> damaged,
      PassphraseSource passphrases) {
    this.environment = environment;
    this.keys = keys;
    this.damaged = damaged;
    this.passphrases = passphrases;
  }

  /** The command as an actor. */
  static Actor actor() {
    long pid = ProcessHandle.current().pid();
    return Actor.unsigned(ACTOR, (int) Math.min(pid, Integer.MAX_VALUE));
  }

  /** Where a log is, or is to be. */
  static Path place(String argument) {
    return Subcommand.path(argument);
  }

  /** A log's store, for reading. */
  EntryStore store(String argument) {
    return folder(existing(argument)).openStoreReadOnly();
  }

  /** The place of a log that is there. */
  static Path existing(String argument) {
    Path place = place(argument);
    if (FolderRecovery.isReady(place)) {
      throw new CannotWorkException(
          "a recovery of "
              + place
              + " was interrupted; bring it to its end with: varve recover "
              + argument);
    }
    if (!Files.exists(place)) {
      throw new CannotWorkException(
          "no such log: " + place + "; make one with: varve init " + place);
    }
    if (SqliteLog.isNamedBy(place)) {
      if (!Files.isRegularFile(place)) {
        throw new CannotWorkException("no log: " + place + " is no file, a log named .db is one");
      }
    } else if (!Files.isDirectory(place)) {
      throw new CannotWorkException(
          "no log: " + place + " is a file; a log is a folder, or a file named .db");
    }
    return place;
  }

  /** A log's folder and where its keys are. */
  LogFolder folder(Path place) {
    return new LogFolder(place, keys, environment, passphrases);
  }

  /** The verifier keys that the keys folder of a log lists, the newest last; needs no secret. */
  List<VerifierKey> verifierKeys(LogId id) {
    Path location = KeyLocation.resolve(keys, environment, id);
    Path own = location.resolve(id.hex());
    return FileCheckpointSigner.verifierKeys(Files.isDirectory(own) ? own : location);
  }

  /** A log that is open for writing, and what it was opened over. */
  record Logged(MemoryLog log, LogPorts ports, Path keyFolder) implements AutoCloseable {
    @Override
    public void close() {
      log.close();
    }
  }

  /** Opens a log for writing, its layers read once: nothing foreign is signed or carried on. */
  Logged writeLog(String argument) {
    return withHints(
        argument,
        () -> {
          LogFolder folder = folder(existing(argument));
          LogPorts ports = folder.open();
          return opened(
              ports,
              () -> {
                MemoryLog log = MemoryLog.open(ports, MemoryReader.registry(), Durability.PROCESS);
                MemoryReader unused = MemoryReader.at(log, log.lastSequence());
                requireWritable(log);
                return new Logged(log, ports, folder.keyFolder(log.id()));
              });
        });
  }

  /** Opens a log for reading, with its keys; one that is damaged up to there, which is told. */
  MemoryLog read(String argument) {
    MemoryLog opened = readQuietly(argument);
    tellDamage(opened, argument);
    return opened;
  }

  /** Tells how far a log can be read, when that is not to its end. */
  void tellDamage(MemoryLog opened, String argument) {
    String obstacle = opened.obstacle();
    if (obstacle != null) {
      damaged.accept(
          obstacle
              + "; shown is what stands before that; see: varve verify "
              + argument
              + ", repair: varve recover "
              + argument);
    }
  }

  /** Opens a log for reading, for a command that speaks of damage itself. */
  MemoryLog readQuietly(String argument) {
    return withHints(
        argument,
        () -> {
          LogPorts ports = folder(existing(argument)).openReadOnly();
          return opened(
              ports, () -> MemoryLog.open(ports, MemoryReader.registry(), Durability.PROCESS));
        });
  }

  /** A memory that is open for writing, and what it was opened over. */
  record Writing(AgentMemory memory, LogPorts ports) implements AutoCloseable {
    /** Returns when everything written is on the disk. */
    void force() {
      ports.keys().force();
      ports.store().force();
    }

    @Override
    public void close() {
      memory.close();
    }
  }

  /** Opens a log for writing, by this command as actor. */
  Writing write(String argument) {
    return withHints(
        argument,
        () -> {
          LogPorts ports = folder(existing(argument)).open();
          return opened(
              ports,
              () -> {
                AgentMemory memory = AgentMemory.open(ports, actor(), Durability.PROCESS);
                requireWritable(memory.log());
                return new Writing(memory, ports);
              });
        });
  }

  /** Throws what stands in the way, when something does. */
  private static void requireWritable(MemoryLog log) {
    LogWriter unused = log.writer();
  }

  /** Closes the ports when what was to be opened over them was not. */
  static <T> T opened(LogPorts ports, Supplier<T> opening) {
    boolean done = false;
    try {
      T opened = opening.get();
      done = true;
      return opened;
    } finally {
      if (!done) {
        ports.store().close();
        ports.keys().close();
      }
    }
  }

  /** Runs an opening; what it fails with says what to do. */
  static <T> T withHints(String argument, Supplier<T> opening) {
    try {
      return opening.get();
    } catch (DamagedLogException | RecoveryNeededException e) {
      throw new CannotWorkException(
          e.getMessage()
              + "; see: varve verify "
              + argument
              + ", repair: varve recover "
              + argument,
          e);
    } catch (DamagedDatabaseException e) {
      throw new CannotWorkException(
          e.getMessage() + "; nothing of this log can be proven: import a copy", e);
    } catch (LogLockedException e) {
      throw new CannotWorkException(e.getMessage() + "; wait for it, or end it", e);
    } catch (WrongPassphraseException | PassphraseNeededException e) {
      throw new CannotWorkException(String.valueOf(e.getMessage()), e);
    } catch (KeyStoreException e) {
      throw new CannotWorkException(
          e.getMessage() + "; name the folder of this log's keys with --keys DIR", e);
    }
  }
}
