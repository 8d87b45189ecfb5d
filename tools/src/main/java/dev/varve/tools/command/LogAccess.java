package dev.varve.tools.command;

import dev.varve.engine.VarveException;
import dev.varve.engine.clock.EngineClock;
import dev.varve.engine.command.Actor;
import dev.varve.engine.entry.LogId;
import dev.varve.engine.jvm.chronicle.ChronicleEntryStore;
import dev.varve.engine.jvm.keys.KeyFiles;
import dev.varve.engine.jvm.keys.KeyLocation;
import dev.varve.engine.log.DamagedLogException;
import dev.varve.engine.log.LogPorts;
import dev.varve.engine.log.MemoryLog;
import dev.varve.engine.seal.Crypto;
import dev.varve.engine.seal.KeyStoreException;
import dev.varve.engine.store.Durability;
import dev.varve.engine.store.EntryStore;
import dev.varve.projections.AgentMemory;
import dev.varve.projections.MemoryReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
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

  LogAccess(Map<String, String> environment, @Nullable Path keys) {
    this.environment = environment;
    this.keys = keys;
  }

  /** The command as an actor. */
  static Actor actor() {
    long pid = ProcessHandle.current().pid();
    return Actor.unsigned(ACTOR, (int) Math.min(pid, Integer.MAX_VALUE));
  }

  /** Refuses what no log can be, before anything looks at the file system. */
  static Path place(String argument) {
    Path place = Subcommand.path(argument);
    Path name = place.getFileName();
    if (name != null && name.toString().toLowerCase(Locale.ROOT).endsWith(".db")) {
      throw new CannotWorkException(
          place
              + ": SQLite logs (.db) are not supported by this version yet; use a log in a folder");
    }
    return place;
  }

  /** A log's store, for reading. */
  EntryStore store(String argument) {
    return ChronicleEntryStore.openReadOnly(existing(argument));
  }

  private static Path existing(String argument) {
    Path place = place(argument);
    if (!Files.exists(place)) {
      throw new CannotWorkException(
          "no such log: " + place + "; make one with: varve init " + place);
    }
    if (!Files.isDirectory(place)) {
      throw new CannotWorkException("no log: " + place + " is a file, a log is a folder");
    }
    return place;
  }

  /** Where the keys of a log are, or would be. */
  Path keysOf(LogId id) {
    Path folder = KeyLocation.resolve(keys, environment, id);
    // One folder may serve several logs: then each has its own one inside.
    Path own = folder.resolve(id.hex());
    return isNamed() && Files.isDirectory(own) ? own : folder;
  }

  /** Where the keys of a new log are to be made. */
  Path newKeysOf(LogId id) {
    Path folder = KeyLocation.resolve(keys, environment, id);
    return isNamed() && Files.exists(folder.resolve("wrapping.key"))
        ? folder.resolve(id.hex())
        : folder;
  }

  private boolean isNamed() {
    return keys != null || !environment.getOrDefault(KeyLocation.VARIABLE, "").isEmpty();
  }

  /** Opens a log for reading, with its keys; closing it closes the store. */
  MemoryLog read(String argument) {
    EntryStore store = store(argument);
    MemoryLog log = null;
    try {
      log = unlock(store);
      return log;
    } catch (DamagedLogException e) {
      throw damaged(argument, e);
    } finally {
      if (log == null) {
        store.close();
      }
    }
  }

  static CannotWorkException damaged(String argument, DamagedLogException e) {
    return new CannotWorkException(e.getMessage() + "; see: varve verify " + argument, e);
  }

  /**
   * Opens the log in a store that was opened for reading.
   *
   * @throws KeyStoreException when its keys are not there
   * @throws DamagedLogException when an entry is damaged
   */
  MemoryLog unlock(EntryStore store) {
    KeyFiles files = open(MemoryLog.idOf(store), false);
    boolean opened = false;
    try {
      MemoryLog log =
          MemoryLog.open(ports(store, files), MemoryReader.registry(), Durability.PROCESS);
      opened = true;
      return log;
    } finally {
      if (!opened) {
        files.close();
      }
    }
  }

  private KeyFiles open(LogId id, boolean writable) {
    Path folder = keysOf(id);
    try {
      return KeyFiles.open(folder, writable);
    } catch (KeyStoreException e) {
      throw new KeyStoreException(
          e.getMessage() + "; name the folder of this log's keys with --keys DIR", e);
    }
  }

  static LogPorts ports(EntryStore store, KeyFiles files) {
    return new LogPorts(
        store,
        files.subjectKeys(),
        files.keyWrapper(),
        Crypto.platform(),
        EngineClock.system());
  }

  /** A memory that is open for writing, and the store below it. */
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

  /** Opens a log for writing. */
  Writing write(String argument) {
    Path place = existing(argument);
    EntryStore store = ChronicleEntryStore.open(place);
    KeyFiles files = null;
    Writing writing = null;
    try {
      files = open(MemoryLog.idOf(store), true);
      files.requireOutside(place);
      LogPorts ports = ports(store, files);
      writing = new Writing(AgentMemory.open(ports, actor(), Durability.PROCESS), ports);
      return writing;
    } catch (DamagedLogException e) {
      throw damaged(argument, e);
    } finally {
      if (writing == null) {
        closeQuietly(files);
        closeQuietly(store);
      }
    }
  }

  private static void closeQuietly(java.io.@Nullable Closeable resource) {
    try {
      if (resource != null) {
        resource.close();
      }
    } catch (java.io.IOException | VarveException e) {
      // What failed before is the better message.
    }
  }
}
