package dev.varve.engine.seal;

import dev.varve.engine.entry.ByteString;
import dev.varve.engine.entry.LogId;
import dev.varve.engine.entry.SubjectId;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * The opened keys of one log: the key-encryption key, the log's own key (subject 0), and the keys
 * of subjects as they are needed.
 *
 * <pre>
 *  KeyWrapper ── wraps ──▶ key-encryption key ── wraps ──▶ key of (subject, generation)
 *                                                             │ HKDF-SHA256, empty salt
 *                    "varve/1/seal" || log id  ◀──────────────┼──────▶  "varve/1/commit" || log id
 *  of the log key only:  "varve/" || purpose || log id  (names, screens, digests, traces, commands)
 * </pre>
 *
 * <p>Derived keys are kept for the most recently used generations. Thread-safe.
 */
public final class KeyRing implements AutoCloseable {
  /** Keys that are kept opened at once. */
  private static final int OPEN_KEYS = 4096;

  /** The two keys that a generation's envelopes need. */
  record EnvelopeKeys(SecretKeySpec seal, SecretKeySpec commit) {}

  private record Id(SubjectId subject, int generation) {}

  private final LogId log;
  private final SubjectKeyStore store;
  private final Crypto crypto;
  private final KeyWrapper wrapper;
  private AesGcmKeyWrapper subjectWrapper;
  private final byte[] logKey;
  private final Hkdf hkdf;
  private boolean closed;
  private final Map<KeyPurpose, SecretKeySpec> purposeKeys = new EnumMap<>(KeyPurpose.class);
  private final Map<Id, EnvelopeKeys> open =
      new LinkedHashMap<>(64, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Id, EnvelopeKeys> eldest) {
          return size() > OPEN_KEYS;
        }
      };

  private KeyRing(
      LogId log,
      SubjectKeyStore store,
      Crypto crypto,
      KeyWrapper wrapper,
      AesGcmKeyWrapper subjectWrapper,
      byte[] logKey) {
    this.wrapper = wrapper;
    this.log = log;
    this.store = store;
    this.crypto = crypto;
    this.subjectWrapper = subjectWrapper;
    this.logKey = logKey;
    this.hkdf = new Hkdf(crypto.hmacSha256());
  }

  /**
   * Makes the keys of a new log and stores them, on the disk when this returns.
   *
   * @throws KeyStoreException when the store holds keys already
   */
  public static KeyRing create(
      LogId log, SubjectKeyStore store, KeyWrapper wrapper, Crypto crypto) {
    byte[] kek = crypto.random(32);
    byte[] logKey = crypto.random(32);
    store.putWrappingKey(wrapper.wrap(kek, context(log, "kek")));
    AesGcmKeyWrapper subjects = new AesGcmKeyWrapper(crypto, kek);
    Arrays.fill(kek, (byte) 0);
    byte[] wrapped = subjects.wrap(logKey, rowContext(log, SubjectId.LOG, 0));
    store.put(List.of(new SubjectKeyStore.Row(SubjectId.LOG, 0, ByteString.of(wrapped))));
    store.force();
    return new KeyRing(log, store, crypto, wrapper, subjects, logKey);
  }

  /**
   * Opens the keys of a log.
   *
   * @throws KeyStoreException when they are missing, or not this log's
   */
  public static KeyRing open(LogId log, SubjectKeyStore store, KeyWrapper wrapper, Crypto crypto) {
    byte[] wrappedKek = store.wrappingKey();
    byte[] wrappedLogKey = store.get(SubjectId.LOG, 0);
    if (wrappedKek == null || wrappedLogKey == null) {
      throw new KeyStoreException("no keys of log " + log + " in " + store.describe());
    }
    byte[] kek = wrapper.unwrap(wrappedKek, context(log, "kek"));
    AesGcmKeyWrapper subjects = new AesGcmKeyWrapper(crypto, kek);
    Arrays.fill(kek, (byte) 0);
    byte[] logKey = subjects.unwrap(wrappedLogKey, rowContext(log, SubjectId.LOG, 0));
    return new KeyRing(log, store, crypto, wrapper, subjects, logKey);
  }

  private static byte[] context(LogId log, String purpose) {
    byte[] text = ("varve/1/" + purpose).getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(text.length + 16).put(text).put(log.toBytes()).array();
  }

  private static byte[] rowContext(LogId log, SubjectId subject, int generation) {
    byte[] text = "varve/1/subject".getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(text.length + 36)
        .put(text)
        .put(log.toBytes())
        .put(subject.toBytes())
        .putInt(generation)
        .array();
  }

  /** The log whose keys these are. */
  public LogId log() {
    return log;
  }

  /** The generation that a next key of the subject would be; 0 for a subject without keys. */
  public int nextGeneration(SubjectId subject) {
    return store.lastGeneration(subject) + 1;
  }

  /**
   * Makes and stores new random keys; they survive the death of the process when this returns.
   *
   * @param generations (subject, generation) pairs that do not exist yet
   */
  public synchronized void create(List<Generation> generations) {
    List<SubjectKeyStore.Row> rows = new ArrayList<>(generations.size());
    for (Generation wanted : generations) {
      byte[] key = crypto.random(32);
      byte[] context = rowContext(log, wanted.subject(), wanted.number());
      rows.add(
          new SubjectKeyStore.Row(
              wanted.subject(), wanted.number(), ByteString.of(subjectWrapper.wrap(key, context))));
      Arrays.fill(key, (byte) 0);
    }
    store.put(rows);
  }

  /** Whether any key of a subject is there. */
  public boolean hasKeys(SubjectId subject) {
    return store.lastGeneration(subject) >= 0;
  }

  /**
   * Destroys every key of some subjects, and replaces the key-encryption key: what survives is
   * wrapped anew, so that a copy of what was wrapped before is of no use with what is there now. On
   * the disk when this returns. Without subjects only the key-encryption key is replaced.
   *
   * @throws KeyStoreException when it cannot be done; then nothing has changed
   */
  public synchronized void erase(Collection<SubjectId> subjects) {
    requireOpen();
    if (subjects.contains(SubjectId.LOG)) {
      throw new KeyStoreException("the log's own key is never erased");
    }
    byte[] kek = crypto.random(32);
    AesGcmKeyWrapper next = new AesGcmKeyWrapper(crypto, kek);
    byte[] wrappedKek = wrapper.wrap(kek, context(log, "kek"));
    Arrays.fill(kek, (byte) 0);
    List<SubjectKeyStore.Row> survivors = new ArrayList<>();
    for (SubjectKeyStore.Row row : store.rows()) {
      if (!subjects.contains(row.subject())) {
        byte[] context = rowContext(log, row.subject(), row.generation());
        byte[] key = subjectWrapper.unwrap(row.wrapped().toBytes(), context);
        survivors.add(
            new SubjectKeyStore.Row(
                row.subject(), row.generation(), ByteString.of(next.wrap(key, context))));
        Arrays.fill(key, (byte) 0);
      }
    }
    store.replaceAll(wrappedKek, survivors);
    subjectWrapper = next;
    open.keySet().removeIf(id -> subjects.contains(id.subject()));
  }

  /** Returns when every key is on the disk. */
  public void force() {
    store.force();
  }

  /**
   * A generation of a subject's key.
   *
   * @param subject whose key
   * @param number from 0
   */
  public record Generation(SubjectId subject, int number) {}

  /**
   * The envelope keys of a generation, or null when its key is not there (erased, or never was).
   */
  synchronized @Nullable EnvelopeKeys envelopeKeys(SubjectId subject, int generation) {
    requireOpen();
    Id id = new Id(subject, generation);
    EnvelopeKeys keys = open.get(id);
    if (keys != null) {
      return keys;
    }
    byte[] key;
    if (subject.equals(SubjectId.LOG) && generation == 0) {
      key = logKey.clone();
    } else {
      byte[] wrapped = store.get(subject, generation);
      if (wrapped == null) {
        return null;
      }
      key = subjectWrapper.unwrap(wrapped, rowContext(log, subject, generation));
    }
    byte[] seal = hkdf.derive(new byte[0], key, context(log, "seal"), 32);
    byte[] commit = hkdf.derive(new byte[0], key, context(log, "commit"), 32);
    keys =
        new EnvelopeKeys(new SecretKeySpec(seal, "AES"), new SecretKeySpec(commit, "HmacSHA256"));
    Arrays.fill(key, (byte) 0);
    Arrays.fill(seal, (byte) 0);
    Arrays.fill(commit, (byte) 0);
    open.put(id, keys);
    return keys;
  }

  /** A MAC under the log's key for a purpose, for keyed hashes of what can be guessed. */
  public synchronized KeyedHash keyedHash(KeyPurpose purpose) {
    requireOpen();
    SecretKeySpec key = purposeKeys.computeIfAbsent(purpose, this::derive);
    return new KeyedHash(crypto.hmacSha256(), key);
  }

  /** An AES-256-GCM wrapper under the log's key for a purpose, for what the log keeps of itself. */
  public synchronized AesGcmKeyWrapper wrapperFor(KeyPurpose purpose) {
    requireOpen();
    SecretKeySpec key = purposeKeys.computeIfAbsent(purpose, this::derive);
    return new AesGcmKeyWrapper(crypto, key.getEncoded());
  }

  private SecretKeySpec derive(KeyPurpose purpose) {
    byte[] text = ("varve/" + purpose.label()).getBytes(StandardCharsets.UTF_8);
    byte[] info = ByteBuffer.allocate(text.length + 16).put(text).put(log.toBytes()).array();
    byte[] key = hkdf.derive(new byte[0], logKey, info, 32);
    SecretKeySpec spec = new SecretKeySpec(key, "HmacSHA256");
    Arrays.fill(key, (byte) 0);
    return spec;
  }

  /** The wiped log key would seal and hash under a key that everyone knows. */
  private void requireOpen() {
    if (closed) {
      throw new KeyStoreException("the keys of log " + log + " are closed");
    }
  }

  /** Where algorithms come from. */
  public Crypto crypto() {
    return crypto;
  }

  /** Wipes the log's key and forgets opened ones; the store is closed too. */
  @Override
  public synchronized void close() {
    closed = true;
    Arrays.fill(logKey, (byte) 0);
    open.clear();
    purposeKeys.clear();
    store.close();
  }
}
