package dev.varve.engine.jvm;

import dev.varve.engine.checkpoint.CheckpointPolicy;
import dev.varve.engine.checkpoint.CheckpointSigner;
import dev.varve.engine.checkpoint.SignatureAlgorithm;
import dev.varve.engine.checkpoint.VerifierKey;
import dev.varve.engine.clock.EngineClock;
import dev.varve.engine.command.Actor;
import dev.varve.engine.entry.Hex;
import dev.varve.engine.entry.LogId;
import dev.varve.engine.event.EventRegistry;
import dev.varve.engine.jvm.chronicle.ChronicleEntryStore;
import dev.varve.engine.jvm.crypto.JvmCrypto;
import dev.varve.engine.jvm.disk.DiskSync;
import dev.varve.engine.jvm.disk.FolderTree;
import dev.varve.engine.jvm.disk.NewFolders;
import dev.varve.engine.jvm.keys.FileCheckpointSigner;
import dev.varve.engine.jvm.keys.KeyFiles;
import dev.varve.engine.jvm.keys.KeyLocation;
import dev.varve.engine.jvm.keys.PassphraseFile;
import dev.varve.engine.jvm.keys.PassphraseSource;
import dev.varve.engine.jvm.sqlite.SqliteLog;
import dev.varve.engine.log.LogPorts;
import dev.varve.engine.log.MemoryLog;
import dev.varve.engine.seal.Crypto;
import dev.varve.engine.store.Durability;
import dev.varve.engine.store.EntryStore;
import dev.varve.engine.store.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A log in a folder, or in a SQLite file when its name ends with {@code .db}, with its keys in a
 * folder elsewhere: where a JVM finds the ports of both.
 *
 * @param folder of the log, or the file
 * @param keys folder of the keys, or null for what {@link KeyLocation} says
 * @param environment the process's environment
 * @param passphrases asked where keys are wrapped by one
 */
public record LogFolder(
    Path folder,
    @Nullable Path keys,
    Map<String, String> environment,
    PassphraseSource passphrases) {
  /** With passphrases in the file that the environment names. */
  public LogFolder(Path folder, @Nullable Path keys, Map<String, String> environment) {
    this(folder, keys, environment, PassphraseFile.of(environment));
  }

  /** A log in {@code folder}, its keys where the environment says. */
  public static LogFolder at(Path folder) {
    return new LogFolder(folder, null, System.getenv());
  }

  /** The same with its keys in {@code newKeys}. */
  public LogFolder withKeys(Path newKeys) {
    return new LogFolder(folder, newKeys, environment, passphrases);
  }

  /**
   * Makes a new log with its genesis entry and its keys, and closes it again. It comes to stand in
   * the folder as a whole: whoever is killed on the way leaves no half log there, at most keys and
   * a hidden folder beside it that nothing refers to.
   *
   * @throws StoreException when there is something in the folder already
   * @throws dev.varve.engine.seal.KeyStoreException when there are keys already
   */
  public LogId create(EventRegistry registry, Actor actor, String software) {
    return create(registry, actor, software, null);
  }

  /**
   * The same, with keys under a passphrase.
   *
   * @param passphrase not kept, and the caller wipes it; or null for none
   */
  public LogId create(
      EventRegistry registry, Actor actor, String software, char @Nullable [] passphrase) {
    LogId id = MemoryLog.newId(Crypto.platform());
    Path keyFolder = newKeyFolder(id);
    fill(
        store -> {
          KeyFiles files = KeyFiles.create(keyFolder, crypto(), passphrase);
          boolean made = false;
          try {
            CheckpointSigner signer =
                FileCheckpointSigner.create(
                    keyFolder, id, files.keyWrapper(), SignatureAlgorithm.ED25519);
            LogPorts ports = ports(store, files).signing(CheckpointPolicy.of(signer));
            MemoryLog.create(ports, id, registry, actor, software, Durability.POWER).close();
            made = true;
          } finally {
            if (!made) {
              files.delete();
            }
          }
        });
    return id;
  }

  /**
   * Makes the folder of a log that {@code writer} fills with records and forces to the disk. It
   * comes to stand there when the writer returns; when the writer throws nothing is left, of the
   * folders above neither.
   *
   * @throws StoreException when there is something in the folder already
   */
  public void fill(Consumer<EntryStore> writer) {
    Path target = folder.toAbsolutePath();
    Path parent = target.getParent();
    Path name = target.getFileName();
    if (parent == null || name == null) {
      throw new StoreException(folder + " cannot be the folder of a log");
    }
    requireFree(target);
    String random = Hex.of(Crypto.platform().random(4));
    Path staging = parent.resolve("." + name + ".new-" + random);
    NewFolders above = null;
    boolean moved = false;
    try {
      above = NewFolders.make(parent);
      try (EntryStore store =
          isDatabase() ? SqliteLog.create(staging) : ChronicleEntryStore.create(staging)) {
        writer.accept(store);
      }
      requireFree(target);
      if (isDatabase()) {
        SqliteLog.move(staging, target);
      } else {
        Files.move(staging, target, StandardCopyOption.ATOMIC_MOVE);
      }
      moved = true;
      DiskSync.folder(parent);
      above.sync();
    } catch (IOException e) {
      throw new StoreException("cannot make the log " + folder + ": " + e, e);
    } finally {
      if (!moved) {
        deleteUnfinished(staging);
        if (above != null) {
          above.delete();
        }
      }
    }
  }

  private void requireFree(Path target) {
    FolderRecovery.requireNone(target);
    if (isDatabase()) {
      SqliteLog.requireFree(target);
      return;
    }
    if (!Files.exists(target, java.nio.file.LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    try (var entries = Files.newDirectoryStream(target)) {
      if (entries.iterator().hasNext()) {
        throw new StoreException(folder + " exists and is not empty; choose another place");
      }
    } catch (IOException e) {
      throw new StoreException(folder + " exists and is no folder; choose another place", e);
    }
  }

  private boolean isDatabase() {
    return SqliteLog.isNamedBy(folder);
  }

  private void deleteUnfinished(Path staging) {
    try {
      if (isDatabase()) {
        SqliteLog.delete(staging);
      } else {
        FolderTree.delete(staging);
      }
    } catch (IOException e) {
      throw new StoreException("cannot remove the unfinished log " + staging + ": " + e, e);
    }
  }

  /**
   * Opens store and keys for writing.
   *
   * @throws dev.varve.engine.store.NoSuchLogException when there is no log
   * @throws dev.varve.engine.store.LogLockedException when another process writes this log, or a
   *     copy of it with the same keys
   * @throws RecoveryInterruptedException when a recovery is to be brought to its end first
   * @throws dev.varve.engine.seal.KeyStoreException when the keys are not there
   */
  public LogPorts open() {
    FolderRecovery.requireNone(folder);
    EntryStore store = isDatabase() ? SqliteLog.open(folder) : ChronicleEntryStore.open(folder);
    boolean opened = false;
    try {
      // Again, with the right to write: a recovery may have come to its end just before.
      FolderRecovery.requireNone(folder);
      opened = true;
    } finally {
      if (!opened) {
        store.close();
      }
    }
    return withKeys(store, true);
  }

  /** Opens store and keys for reading: no byte, name or time of a file changes. */
  public LogPorts openReadOnly() {
    return withKeys(openStoreReadOnly(), false);
  }

  /** As {@link #openReadOnly}, to say what stands in the way of opening it for writing. */
  public LogPorts examine() {
    FolderRecovery.requireNone(folder);
    return withKeys(
        isDatabase() ? SqliteLog.examine(folder) : ChronicleEntryStore.openReadOnly(folder), false);
  }

  /**
   * Opens the store alone for reading; needs no keys.
   *
   * @throws RecoveryInterruptedException when a recovery is to be brought to its end first
   */
  public EntryStore openStoreReadOnly() {
    FolderRecovery.requireNone(folder);
    return isDatabase() ? SqliteLog.openReadOnly(folder) : ChronicleEntryStore.openReadOnly(folder);
  }

  private LogPorts withKeys(EntryStore store, boolean writable) {
    KeyFiles files = null;
    boolean opened = false;
    try {
      LogId id = MemoryLog.idOf(store);
      files = KeyFiles.open(keyFolder(id), writable, crypto(), passphrases);
      FileCheckpointSigner signer =
          store.isWritable()
              ? FileCheckpointSigner.open(
                  files.folder(), id, files.keyWrapper(), store.notes(), true)
              : null;
      LogPorts ports = ports(store, files);
      opened = true;
      return signer == null ? ports : ports.signing(CheckpointPolicy.of(signer));
    } finally {
      if (!opened) {
        store.close();
        if (files != null) {
          files.close();
        }
      }
    }
  }

  /**
   * The verifier keys of a log, the newest last, as its keys folder lists them; needs no secret.
   */
  public List<VerifierKey> verifierKeys(LogId id) {
    return FileCheckpointSigner.verifierKeys(keyFolder(id));
  }

  /**
   * The folder of a log's keys: the one that was named, or, where that one serves several logs, the
   * log's own one inside it.
   *
   * @throws dev.varve.engine.seal.KeyStoreException when it would lie inside the log
   */
  public Path keyFolder(LogId id) {
    Path location = KeyLocation.resolve(keys, environment, id);
    Path own = location.resolve(id.hex());
    Path found = Files.isDirectory(own) ? own : location;
    KeyFiles.requireOutside(found, folder);
    return found;
  }

  /** Where the keys of a new log are to be made: beside those of another log inside the folder. */
  private Path newKeyFolder(LogId id) {
    Path location = KeyLocation.resolve(keys, environment, id);
    Path free = KeyFiles.isIn(location) ? location.resolve(id.hex()) : location;
    KeyFiles.requireOutside(free, folder);
    return free;
  }

  private Crypto crypto() {
    return JvmCrypto.of(environment);
  }

  private LogPorts ports(EntryStore store, KeyFiles files) {
    return new LogPorts(
        store, files.subjectKeys(), files.keyWrapper(), crypto(), EngineClock.system());
  }
}
