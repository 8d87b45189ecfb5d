package dev.varve.engine.jvm.keys;

import dev.varve.engine.jvm.disk.DiskSync;
import dev.varve.engine.jvm.disk.NewFolders;
import dev.varve.engine.seal.Crypto;
import dev.varve.engine.seal.KeyStoreException;
import dev.varve.engine.seal.KeyWrapper;
import dev.varve.engine.seal.SubjectKeyStore;
import dev.varve.engine.store.LogLockedException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The folder with one log's keys (folder 0700, files 0600).
 *
 * <pre>
 *  wrapping.key    32 random bytes, the only secret in the open   {@link FileKeyWrapper}
 *  wrapping.pass   in its place: them wrapped by a passphrase     {@link
 *                                          dev.varve.engine.seal.PassphraseKeyWrapper}
 *  kek.wrapped     the log's key-encryption key, wrapped by it    {@link FileSubjectKeyStore}
 *  subjects.keys   keys of subjects, wrapped by the latter        {@link FileSubjectKeyStore}
 *  checkpoint.*    the key that signs checkpoints                 {@link FileCheckpointSigner}
 *  writer.lock     who may add to them; holds no key              {@link KeyLock}
 * </pre>
 *
 * <p>Never inside the log's folder: whoever copies the log must not get its keys with it ({@link
 * #requireOutside}). Opened for reading, nothing is changed. Thread-safe as its parts are.
 */
public final class KeyFiles implements Closeable {
  static final String WRAPPING_KEY = "wrapping.key";
  static final String WRAPPING_PASS = "wrapping.pass";
  static final String WRAPPED = "kek.wrapped";
  static final String SUBJECTS = "subjects.keys";

  private static final List<String> NAMES =
      List.of(
          WRAPPING_KEY,
          WRAPPING_PASS,
          WRAPPED,
          SUBJECTS,
          FileCheckpointSigner.PRIVATE,
          FileCheckpointSigner.NEXT,
          FileCheckpointSigner.PUBLIC);

  private final Path folder;
  private final KeyWrapper wrapper;
  private final FileSubjectKeyStore subjects;

  /** The folders that were made for new keys, else null. */
  private final @Nullable NewFolders created;

  private KeyFiles(
      Path folder, KeyWrapper wrapper, FileSubjectKeyStore subjects, @Nullable NewFolders created) {
    this.folder = folder;
    this.wrapper = wrapper;
    this.subjects = subjects;
    this.created = created;
  }

  /** {@link #create(Path, Crypto)} with the platform's algorithms. */
  public static KeyFiles create(Path folder) {
    return create(folder, Crypto.platform());
  }

  /**
   * Makes the files of a new log and opens them for writing. Makes the folder if need be; leaves
   * nothing behind when it fails.
   *
   * @throws LogLockedException when another process makes or uses keys there
   * @throws KeyStoreException when there are keys in the folder, or others may write to it
   */
  public static KeyFiles create(Path folder, Crypto crypto) {
    return create(folder, crypto, null);
  }

  /**
   * The same, with the wrapping key under a passphrase.
   *
   * @param passphrase not kept, and the caller wipes it; or null for none
   */
  public static KeyFiles create(Path folder, Crypto crypto, char @Nullable [] passphrase) {
    requireNoneIn(folder);
    List<Path> made = new ArrayList<>();
    NewFolders folders = null;
    KeyLock lock = null;
    boolean created = false;
    try {
      folders = PrivateFiles.folder(folder);
      lock = KeyLock.acquire(folder);
      // Somebody may have made some before the lock was ours.
      requireNoneIn(folder);
      folders.sync();
      KeyWrapper wrapper = makeWrappingKey(folder, crypto, passphrase, made);
      made.add(folder.resolve(SUBJECTS));
      FileSubjectKeyStore subjects = FileSubjectKeyStore.create(folder, lock);
      created = true;
      return new KeyFiles(folder, wrapper, subjects, folders);
    } catch (IOException e) {
      throw new KeyStoreException("cannot make keys in " + folder + ": " + e, e);
    } finally {
      if (!created) {
        undo(made, lock, folders);
      }
    }
  }

  private static KeyWrapper makeWrappingKey(
      Path folder, Crypto crypto, char @Nullable [] passphrase, List<Path> made)
      throws IOException {
    WrappingKey key = WrappingKey.random(crypto, passphrase);
    try {
      Path file = folder.resolve(key.name());
      made.add(file);
      PrivateFiles.create(file, key.content());
      DiskSync.file(file);
      return key.wrapper();
    } finally {
      key.wipe();
    }
  }

  private static void requireNoneIn(Path folder) {
    for (String name : NAMES) {
      if (Files.exists(folder.resolve(name))) {
        throw new KeyStoreException(folder + " holds keys already: " + name);
      }
    }
  }

  private static void undo(List<Path> made, @Nullable KeyLock lock, @Nullable NewFolders folders) {
    made.forEach(KeyFiles::delete);
    if (lock != null) {
      lock.releaseAndDelete();
    }
    if (folders != null) {
      folders.delete();
    }
  }

  private static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new KeyStoreException("cannot delete " + file + ": " + e, e);
    }
  }

  /** {@link #open(Path, boolean, Crypto)} with the platform's algorithms. */
  public static KeyFiles open(Path folder, boolean writable) {
    return open(folder, writable, Crypto.platform());
  }

  /**
   * Opens a log's keys.
   *
   * @param writable whether keys will be added; then a row that a dead writer left unfinished is
   *     cut off. One handle at a time, which a lock in the folder sees to until it is closed: the
   *     copies of a log share its keys, and each has only a lock of its own
   * @throws LogLockedException when keys are to be added and somebody else does so
   * @throws KeyStoreException when there are none, they are damaged, or others may open or change
   *     them
   */
  public static KeyFiles open(Path folder, boolean writable, Crypto crypto) {
    return open(
        folder,
        writable,
        crypto,
        where -> {
          throw new KeyStoreException("the keys in " + where + " are wrapped by a passphrase");
        });
  }

  /**
   * The same, where the wrapping key may rest under a passphrase.
   *
   * @throws dev.varve.engine.seal.WrongPassphraseException when the passphrase is another one
   */
  public static KeyFiles open(
      Path folder, boolean writable, Crypto crypto, PassphraseSource passphrases) {
    if (!Files.isDirectory(folder)) {
      throw new KeyStoreException("no keys at " + folder + ": there is no such folder");
    }
    try {
      PrivateFiles.requireUnwritable(folder);
    } catch (IOException e) {
      throw new KeyStoreException("cannot read " + folder + ": " + e, e);
    }
    // The store first: for writing, that brings what was cut short to its end.
    FileSubjectKeyStore subjects = FileSubjectKeyStore.open(folder, writable);
    boolean opened = false;
    try {
      KeyWrapper wrapper =
          WrappingKey.open(new KeyRotation(folder).wrapping(), crypto, passphrases);
      opened = true;
      return new KeyFiles(folder, wrapper, subjects, null);
    } finally {
      if (!opened) {
        subjects.close();
      }
    }
  }

  /** Whether a folder holds a log's keys. */
  public static boolean isIn(Path folder) {
    return Files.exists(new KeyRotation(folder).wrapping());
  }

  /** Whether a folder holds everything that opens a log, but for a passphrase. Changes nothing. */
  public static boolean isComplete(Path folder) {
    KeyRotation rotation = new KeyRotation(folder);
    return Files.exists(rotation.wrapping())
        && Files.exists(rotation.current(WRAPPED))
        && Files.exists(rotation.current(SUBJECTS));
  }

  /**
   * Throws when keys would lie inside a log, symbolic links resolved. Neither has to exist.
   *
   * @throws KeyStoreException naming both
   */
  public static void requireOutside(Path keys, Path log) {
    try {
      if (resolved(keys).startsWith(resolved(log))) {
        throw new KeyStoreException(
            "keys at " + keys + " would lie inside the log " + log + "; choose a folder elsewhere");
      }
    } catch (IOException e) {
      throw new KeyStoreException("cannot resolve " + keys + " or " + log + ": " + e, e);
    }
  }

  private static Path resolved(Path path) throws IOException {
    Path absolute = path.toAbsolutePath();
    Path existing = existing(absolute);
    return existing.toRealPath().resolve(existing.relativize(absolute)).normalize();
  }

  private static Path existing(Path absolute) {
    Path at = absolute;
    while (!Files.exists(at)) {
      at = parent(at);
    }
    return at;
  }

  private static Path parent(Path path) {
    Path parent = path.getParent();
    if (parent == null) {
      throw new KeyStoreException("no folder above " + path);
    }
    return parent;
  }

  /** As {@link #requireOutside(Path, Path)}, for these keys. */
  public void requireOutside(Path log) {
    requireOutside(folder, log);
  }

  /** The folder. */
  public Path folder() {
    return folder;
  }

  /** The keys of subjects. */
  public SubjectKeyStore subjectKeys() {
    return subjects;
  }

  /** What wraps the log's key-encryption key. */
  public KeyWrapper keyWrapper() {
    return wrapper;
  }

  /**
   * Closes these keys and deletes their files, and the folders that were made for them: what was
   * sealed with them stays sealed for good. For the keys of a log that never came to be.
   *
   * @throws LogLockedException when somebody else has begun to use them meanwhile
   */
  public void delete() {
    close();
    undo(NAMES.stream().map(folder::resolve).toList(), KeyLock.acquire(folder), created);
  }

  @Override
  public void close() {
    subjects.close();
  }
}
