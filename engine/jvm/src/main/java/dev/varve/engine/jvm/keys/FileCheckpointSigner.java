package dev.varve.engine.jvm.keys;

import dev.varve.engine.VarveException;
import dev.varve.engine.checkpoint.Checkpoint;
import dev.varve.engine.checkpoint.CheckpointSigner;
import dev.varve.engine.checkpoint.NoteException;
import dev.varve.engine.checkpoint.SignatureAlgorithm;
import dev.varve.engine.checkpoint.SignedNote;
import dev.varve.engine.checkpoint.VerifierKey;
import dev.varve.engine.command.Actor;
import dev.varve.engine.entry.ByteString;
import dev.varve.engine.entry.LogId;
import dev.varve.engine.jvm.disk.DiskSync;
import dev.varve.engine.log.LogWriter;
import dev.varve.engine.seal.KeyStoreException;
import dev.varve.engine.seal.KeyWrapper;
import dev.varve.engine.store.CheckpointNotes;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Signs a log's checkpoints with a key in a file of the keys folder.
 *
 * <pre>
 *  checkpoint.key        the private key, wrapped as {@link WrappedKeyFile} has it; inside:
 *                          1  type as in {@link SignatureAlgorithm}
 *                          2  length n of the public key
 *                          n  public key, X.509 (SPKI)
 *                          …  private key, PKCS #8
 *  checkpoint.key.next   the same, only while one key hands over to another
 *  checkpoint.pub        the verifier keys there have been, one a line, the newest last; no secret
 * </pre>
 *
 * <p>Handing over: the new key is on the disk, then the old one signs the note that announces it,
 * then the new file takes the old one's place. Whoever is killed on the way leaves one usable key:
 * the next opening looks whether the note was kept.
 *
 * <p>Security guarantees: the private key is nowhere unwrapped but in this process. Who has the
 * keys folder and what wraps it can sign. Thread-safe.
 */
public final class FileCheckpointSigner implements CheckpointSigner {
  /** The verifier keys. */
  public static final String PUBLIC = "checkpoint.pub";

  static final String PRIVATE = "checkpoint.key";
  static final String NEXT = "checkpoint.key.next";

  private final PrivateKey privateKey;
  private final VerifierKey verifierKey;

  private FileCheckpointSigner(PrivateKey privateKey, VerifierKey verifierKey) {
    this.privateKey = privateKey;
    this.verifierKey = verifierKey;
  }

  /**
   * Makes a log's first key.
   *
   * @throws KeyStoreException when there is one, or it cannot be written
   */
  public static FileCheckpointSigner create(
      Path folder, LogId log, KeyWrapper wrapper, SignatureAlgorithm algorithm) {
    if (Files.exists(folder.resolve(PRIVATE))) {
      throw new KeyStoreException(folder.resolve(PRIVATE) + " is there already");
    }
    FileCheckpointSigner signer = generate(folder.resolve(PRIVATE), log, wrapper, algorithm);
    announce(folder, signer.verifierKey);
    return signer;
  }

  private static FileCheckpointSigner generate(
      Path file, LogId log, KeyWrapper wrapper, SignatureAlgorithm algorithm) {
    byte[] plain = new byte[0];
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance(algorithm.keyName());
      if (algorithm == SignatureAlgorithm.ECDSA_P256) {
        generator.initialize(new ECGenParameterSpec("secp256r1"));
      }
      KeyPair pair = generator.generateKeyPair();
      byte[] spki = pair.getPublic().getEncoded();
      byte[] pkcs8 = pair.getPrivate().getEncoded();
      plain =
          ByteBuffer.allocate(3 + spki.length + pkcs8.length)
              .put((byte) algorithm.type())
              .putShort((short) spki.length)
              .put(spki)
              .put(pkcs8)
              .array();
      Arrays.fill(pkcs8, (byte) 0);
      new WrappedKeyFile(file).write(wrapper.wrap(plain, context(log)));
      return new FileCheckpointSigner(
          pair.getPrivate(), VerifierKey.of(log.hex(), algorithm, spki));
    } catch (GeneralSecurityException e) {
      throw new KeyStoreException("this platform makes no key of " + algorithm.label(), e);
    } finally {
      Arrays.fill(plain, (byte) 0);
    }
  }

  static byte[] context(LogId log) {
    byte[] text = "varve/1/checkpoint".getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(text.length + 16).put(text).put(log.toBytes()).array();
  }

  /**
   * Opens a log's key, or returns null when it has none. A handing over that was cut short is
   * brought to its end, or undone when the old key had not announced it yet.
   *
   * @param notes of the log
   * @param writable whether that may change files; else the key that signs by now is opened
   * @throws KeyStoreException when there is one and it cannot be opened
   */
  public static @Nullable FileCheckpointSigner open(
      Path folder, LogId log, KeyWrapper wrapper, CheckpointNotes notes, boolean writable) {
    FileCheckpointSigner next = read(folder.resolve(NEXT), log, wrapper);
    if (next != null && isAnnounced(next.verifierKey, notes)) {
      if (writable) {
        replace(folder);
        announce(folder, next.verifierKey);
      }
      return next;
    }
    if (next != null && writable) {
      destroy(folder.resolve(NEXT));
    }
    FileCheckpointSigner signer = read(folder.resolve(PRIVATE), log, wrapper);
    if (signer != null && writable && !verifierKeys(folder).contains(signer.verifierKey)) {
      announce(folder, signer.verifierKey);
    }
    return signer;
  }

  private static @Nullable FileCheckpointSigner read(Path file, LogId log, KeyWrapper wrapper) {
    byte[] wrapped = new WrappedKeyFile(file).read();
    if (wrapped == null) {
      return null;
    }
    byte[] plain = wrapper.unwrap(wrapped, context(log));
    try {
      ByteBuffer buffer = ByteBuffer.wrap(plain);
      SignatureAlgorithm algorithm = SignatureAlgorithm.ofType(buffer.get());
      byte[] spki = new byte[buffer.getShort()];
      buffer.get(spki);
      byte[] pkcs8 = new byte[buffer.remaining()];
      buffer.get(pkcs8);
      PrivateKey key =
          KeyFactory.getInstance(algorithm.keyName())
              .generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
      Arrays.fill(pkcs8, (byte) 0);
      return new FileCheckpointSigner(key, VerifierKey.of(log.hex(), algorithm, spki));
    } catch (GeneralSecurityException e) {
      throw new KeyStoreException(file + " holds no key that this platform can use", e);
    } finally {
      Arrays.fill(plain, (byte) 0);
    }
  }

  private static boolean isAnnounced(VerifierKey next, CheckpointNotes notes) {
    for (ByteString bytes : notes.all()) {
      try {
        Checkpoint checkpoint = Checkpoint.parse(SignedNote.parse(bytes.toBytes()).text());
        if (next.equals(checkpoint.nextKey())) {
          return true;
        }
      } catch (NoteException e) {
        // Verification reports it.
      }
    }
    return false;
  }

  /**
   * Replaces the log's key: the old one announces the new one in the log and is destroyed.
   *
   * @param writer of the log; its opening is what lets one process at a time do this
   * @param notes of the log
   * @return the new signer
   */
  public static FileCheckpointSigner rotate(
      Path folder,
      LogId log,
      KeyWrapper wrapper,
      CheckpointNotes notes,
      LogWriter writer,
      Actor actor,
      SignatureAlgorithm algorithm) {
    FileCheckpointSigner old = open(folder, log, wrapper, notes, true);
    if (old == null) {
      throw new KeyStoreException(folder + " holds no checkpoint key to be replaced");
    }
    FileCheckpointSigner next = generate(folder.resolve(NEXT), log, wrapper, algorithm);
    try {
      DiskSync.folder(folder);
    } catch (IOException e) {
      throw new KeyStoreException("cannot bring " + folder + " to the disk: " + e, e);
    }
    writer.handOver(actor, old, next);
    replace(folder);
    announce(folder, next.verifierKey);
    return next;
  }

  /** The next key takes the place of the old one, whose bytes are overwritten first. */
  private static void replace(Path folder) {
    try {
      overwrite(folder.resolve(PRIVATE));
      Files.move(folder.resolve(NEXT), folder.resolve(PRIVATE), StandardCopyOption.ATOMIC_MOVE);
      DiskSync.folder(folder);
    } catch (IOException e) {
      throw new KeyStoreException("cannot replace " + folder.resolve(PRIVATE) + ": " + e, e);
    }
  }

  private static void destroy(Path file) {
    try {
      overwrite(file);
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new KeyStoreException("cannot delete " + file + ": " + e, e);
    }
  }

  private static void overwrite(Path file) throws IOException {
    if (!Files.exists(file)) {
      return;
    }
    try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
      bytes.write(new byte[Math.toIntExact(bytes.length())]);
    }
    DiskSync.file(file);
  }

  private static void announce(Path folder, VerifierKey key) {
    List<VerifierKey> keys = new ArrayList<>(verifierKeys(folder));
    keys.remove(key);
    keys.add(key);
    StringBuilder lines = new StringBuilder();
    keys.forEach(each -> lines.append(each.text()).append('\n'));
    Path file = folder.resolve(PUBLIC);
    Path unfinished = folder.resolve(PUBLIC + ".new");
    try {
      Files.deleteIfExists(unfinished);
      PrivateFiles.create(unfinished, lines.toString().getBytes(StandardCharsets.UTF_8));
      DiskSync.file(unfinished);
      Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
      DiskSync.folder(folder);
    } catch (IOException e) {
      throw new KeyStoreException("cannot write " + file + ": " + e, e);
    }
  }

  /**
   * The verifier keys that a folder lists, the newest last; none when there is no such file. Needs
   * no secret.
   *
   * @throws KeyStoreException when the file holds something else
   */
  public static List<VerifierKey> verifierKeys(Path folder) {
    Path file = folder.resolve(PUBLIC);
    List<VerifierKey> keys = new ArrayList<>();
    if (!Files.exists(file)) {
      return keys;
    }
    try {
      for (String line : Files.readAllLines(file)) {
        keys.add(VerifierKey.parse(line));
      }
      return keys;
    } catch (IOException | NoteException e) {
      throw new KeyStoreException(file + " holds no verifier keys: " + e.getMessage(), e);
    }
  }

  @Override
  public VerifierKey verifierKey() {
    return verifierKey;
  }

  @Override
  public byte[] sign(byte[] text) {
    try {
      Signature signature = Signature.getInstance(verifierKey.algorithm().signatureName());
      signature.initSign(privateKey);
      signature.update(text);
      return signature.sign();
    } catch (GeneralSecurityException e) {
      throw new VarveException("cannot sign a checkpoint with this key", e);
    }
  }
}
