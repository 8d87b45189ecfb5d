package dev.varve.engine.log;

import dev.varve.engine.VarveException;
import dev.varve.engine.checkpoint.Checkpoint;
import dev.varve.engine.checkpoint.NoteException;
import dev.varve.engine.checkpoint.SignedNote;
import dev.varve.engine.command.Actor;
import dev.varve.engine.command.Command;
import dev.varve.engine.command.Context;
import dev.varve.engine.command.NewEvent;
import dev.varve.engine.entry.CommandId;
import dev.varve.engine.entry.EntryHeader;
import dev.varve.engine.entry.LogId;
import dev.varve.engine.entry.StreamId;
import dev.varve.engine.entry.SubjectId;
import dev.varve.engine.entry.TraceId;
import dev.varve.engine.event.EngineEvent;
import dev.varve.engine.event.EngineEvents;
import dev.varve.engine.event.EventRegistry;
import dev.varve.engine.event.MemoryEvent;
import dev.varve.engine.seal.Crypto;
import dev.varve.engine.seal.KeyPurpose;
import dev.varve.engine.seal.KeyRing;
import dev.varve.engine.seal.KeyStoreException;
import dev.varve.engine.seal.KeyedHash;
import dev.varve.engine.seal.PayloadSealer;
import dev.varve.engine.store.Durability;
import dev.varve.engine.store.EntryCursor;
import dev.varve.engine.store.EntryStore;
import dev.varve.engine.store.NoSuchLogException;
import dev.varve.engine.store.StoreException;
import dev.varve.engine.tree.MerkleTree;
import dev.varve.engine.verify.ChainCheck;
import dev.varve.engine.verify.Finding;
import dev.varve.engine.verify.FindingKind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One log: opens it, checks it from genesis to its end, and gives out its writer and its readers.
 *
 * <p>Guarantees: what a writer acknowledged is read back, whole and in order, or reading says where
 * it is damaged. Opened over a store that may not be written, it changes nothing and has no writer.
 *
 * <p>Thread-safe, but for the readers, sealers and openers that it hands out: those are one a
 * thread.
 */
public final class MemoryLog implements AutoCloseable {
  private final LogPorts ports;
  private final KeyRing keys;
  private final EventRegistry registry;
  private final LogState state;
  private final LogTree tree;
  private final EventOpener opener;
  private final @Nullable LogWriter writer;
  private final SnapshotUse snapshotUse;
  private volatile @Nullable Finding damage;

  /** What an opening made of the log's snapshot. */
  public enum SnapshotUse {
    /** There is none. */
    NONE,
    /** It was authentic and fitted the log. */
    USED,
    /** It did not fit, or was not authentic; the log was read from genesis. */
    DISCARDED
  }

  private MemoryLog(
      LogPorts ports,
      KeyRing keys,
      EventRegistry registry,
      Durability durability,
      boolean examined) {
    this.ports = ports;
    this.keys = keys;
    this.registry = registry;
    // Before the entries are read: a writer keeps a note only behind what it covers.
    long signed = signedSize();
    StateSnapshot.Restored snapshot = examined ? null : snapshot();
    boolean isThere = ports.store().snapshots().read() != null;
    this.snapshotUse =
        snapshot != null ? SnapshotUse.USED : isThere ? SnapshotUse.DISCARDED : SnapshotUse.NONE;
    this.state = snapshot == null ? new LogState() : snapshot.state();
    this.opener = new EventOpener(state, registry, keys);
    ChainCheck tail = snapshot == null ? new ChainCheck() : snapshot.check();
    this.tree = new LogTree(ports.store(), snapshot == null ? new MerkleTree() : snapshot.tree());
    long from = tail.nextSequence();
    try (LogReader reader = new LogReader(this, ports.store().cursor(from), tail, tree)) {
      Finding met = readAll(reader);
      damage =
          met == null && tail.nextSequence() < signed ? tailLost(tail.nextSequence(), signed) : met;
    }
    this.writer =
        ports.store().isWritable() && !examined && damage == null
            ? new LogWriter(this, ports, keys, registry, state, tree, tail, durability, from)
            : null;
    if (writer != null) {
      resumeErasure();
    }
  }

  private long signedSize() {
    try {
      LogId id = keys.log();
      SignedNote note = LogTree.newestNote(ports.store(), id, -1);
      return note == null ? 0 : Checkpoint.parse(note.text()).size();
    } catch (NoteException e) {
      return 0;
    }
  }

  static Finding tailLost(long entries, long signed) {
    return new Finding(
        entries,
        FindingKind.CHECKPOINT,
        "a signed note covers " + signed + " entries, there are " + entries);
  }

  /** The state that the store's snapshot holds, when it fits; else the log is read from genesis. */
  private StateSnapshot.@Nullable Restored snapshot() {
    byte[] sealed = ports.store().snapshots().read();
    return sealed == null ? null : StateSnapshot.restore(sealed, keys, ports.store());
  }

  /** Absorbs every complete command; returns what ended the log before its end, or null. */
  private @Nullable Finding readAll(LogReader reader) {
    try {
      while (reader.next() != null) {
        // absorbed on the way
      }
      return null;
    } catch (DamagedLogException e) {
      return e.finding();
    } catch (KeyStoreException e) {
      throw e;
    } catch (StoreException e) {
      return new Finding(
          reader.check().nextSequence(), FindingKind.STORE, String.valueOf(e.getMessage()));
    } catch (VarveException e) {
      return new Finding(
          state.lastSequence() + 1, FindingKind.NOT_AUTHENTIC, String.valueOf(e.getMessage()));
    }
  }

  /**
   * Makes a log in an empty store: keys first, then genesis with the actor registered, all on the
   * disk when this returns.
   *
   * @param id sixteen random bytes, see {@link #newId}
   * @param software named in genesis, such as {@code varve 0.1.0}
   * @throws VarveException when the store is not empty or may not be written, or the key store has
   *     keys; whenever this fails, store and key store are closed
   */
  public static MemoryLog create(
      LogPorts ports,
      LogId id,
      EventRegistry registry,
      Actor actor,
      String software,
      Durability durability) {
    KeyRing keys = null;
    try {
      EntryStore store = ports.store();
      if (!store.isWritable()) {
        throw new VarveException(store.describe() + " is open for reading only");
      }
      if (store.size() != 0) {
        throw new VarveException(store.describe() + " is not empty");
      }
      long now = ports.clock().read().wallMillis();
      keys = KeyRing.create(id, ports.keys(), ports.wrapper(), ports.crypto());
      MemoryLog log = new MemoryLog(ports, keys, registry, durability, false);
      log.writer().appendGenesis(genesis(id, actor, software, now, ports.crypto()));
      return log;
    } catch (RuntimeException | Error e) {
      release(ports, keys, e);
      throw e;
    }
  }

  private static Command genesis(LogId id, Actor actor, String software, long now, Crypto crypto) {
    StreamId stream = new StreamId(id.high(), id.low());
    return Command.of(
        CommandId.of(crypto.random(16)),
        Context.of(actor),
        List.of(
            new NewEvent(stream, SubjectId.LOG, new EngineEvent.LogCreated(software, now)),
            new NewEvent(
                stream,
                SubjectId.LOG,
                new EngineEvent.ActorRegistered(actor.packageName(), actor.certificate()))));
  }

  /** Closes what was handed over with a log that did not come to be; {@code failure} goes on. */
  private static void release(LogPorts ports, @Nullable KeyRing keys, Throwable failure) {
    for (AutoCloseable part : List.of(ports.store(), keys == null ? ports.keys() : keys)) {
      try {
        part.close();
      } catch (Exception | Error e) {
        failure.addSuppressed(e);
      }
    }
  }

  /** A new random log id. */
  public static LogId newId(Crypto crypto) {
    return LogId.of(crypto.random(16));
  }

  /**
   * Opens a log and checks it: all of it, or from its last authenticated snapshot on.
   *
   * <p>Repairs nothing. A log that is damaged is opened as well, up to there: {@link #damage} says
   * where that is, and there is no writer. Whenever this fails, store and key store are closed.
   *
   * @throws NoSuchLogException when the store is empty, or its creation was never completed
   * @throws DamagedLogException when not even genesis is what was written
   * @throws dev.varve.engine.seal.KeyStoreException when its keys are not there or not its own
   */
  public static MemoryLog open(LogPorts ports, EventRegistry registry, Durability durability) {
    return open(ports, registry, durability, false);
  }

  /** Opens a log to find out what is wrong with it: reads all of it, and never has a writer. */
  static MemoryLog examine(LogPorts ports, EventRegistry registry) {
    return open(ports, registry, Durability.POWER, true);
  }

  private static MemoryLog open(
      LogPorts ports, EventRegistry registry, Durability durability, boolean examined) {
    KeyRing keys = null;
    try {
      LogId id = idOf(ports.store());
      keys = KeyRing.open(id, ports.keys(), ports.wrapper(), ports.crypto());
      MemoryLog log = new MemoryLog(ports, keys, registry, durability, examined);
      Finding damage = log.damage;
      if (log.lastSequence() < 0 && damage != null) {
        throw new DamagedLogException(ports.store().describe(), damage);
      }
      if (log.lastSequence() < 0) {
        // Nobody is registered to write yet, so there is nothing to go on with.
        throw new NoSuchLogException(
            ports.store().describe()
                + ": the creation of this log was never completed; create it"
                + " anew in an empty place");
      }
      return log;
    } catch (RuntimeException | Error e) {
      release(ports, keys, e);
      throw e;
    }
  }

  /**
   * The id of the log in a store, from its genesis entry alone; needs no key.
   *
   * @throws NoSuchLogException when there is no genesis entry
   */
  public static LogId idOf(EntryStore store) {
    try (EntryCursor cursor = store.cursor(0)) {
      byte[] genesis = cursor.next();
      if (genesis == null) {
        throw new NoSuchLogException(store.describe() + " holds no entry");
      }
      StreamId stream = EntryHeader.of(genesis).stream();
      return new LogId(stream.high(), stream.low());
    }
  }

  /** The log's id. */
  public LogId id() {
    return keys.log();
  }

  /** Kind and place of the store. */
  public String describe() {
    return ports.store().describe();
  }

  /** Sequence of the last entry of the last complete command that was read or written here. */
  public long lastSequence() {
    return state.lastSequence();
  }

  /**
   * What is wrong with the log, as far as opening and reading have met it: the first entry that is
   * not what was written; null when nothing is known. Reading ends before it.
   */
  public @Nullable Finding damage() {
    return damage;
  }

  /** Takes note of damage that was met after opening: nothing is written behind it. */
  public void damaged(DamagedLogException met) {
    damage = met.finding();
  }

  /** Every entry with a lower sequence may be read. */
  long readableBelow() {
    Finding known = damage;
    return known == null ? Long.MAX_VALUE : known.sequence();
  }

  /**
   * Why a log that was to be opened for writing may only be read, in words; null when nothing
   * stands in the way.
   */
  public @Nullable String obstacle() {
    Finding known = damage;
    if (known != null) {
      return new DamagedLogException(describe(), known).getMessage();
    }
    return ports.store().obstacle();
  }

  /** What the opening made of the snapshot. */
  public SnapshotUse snapshotUse() {
    return snapshotUse;
  }

  /** Whether there is a writer. */
  public boolean isWritable() {
    return writer != null && damage == null;
  }

  /**
   * The writer.
   *
   * @throws RecoveryNeededException when damage stands in the way
   * @throws VarveException when the log is open for reading only
   */
  public LogWriter writer() {
    String obstacle = obstacle();
    if (obstacle != null) {
      throw new RecoveryNeededException(obstacle + "; it can be read up to there, not written");
    }
    if (writer == null) {
      throw new VarveException(describe() + " is open for reading only");
    }
    return writer;
  }

  /**
   * The tree over all entries that were read when the log was opened or have been written here
   * since.
   */
  public LogTree tree() {
    return tree;
  }

  /** A reader before genesis. */
  public LogReader reader() {
    return new LogReader(this, ports.store().cursor(0), new ChainCheck());
  }

  /**
   * One entry, checked by its own hashes.
   *
   * @param sequence of an entry of a complete command
   * @throws VarveException when there is no such entry
   * @throws DamagedLogException when it is not what was written
   */
  public CommittedEntry entry(long sequence) {
    if (sequence < 0 || sequence > lastSequence()) {
      throw new VarveException(
          describe() + ": there is no entry " + sequence + ", the last one is " + lastSequence());
    }
    try (EntryCursor cursor = ports.store().cursor(sequence)) {
      byte[] record = cursor.next();
      if (record == null) {
        throw new VarveException(describe() + ": entry " + sequence + " cannot be read");
      }
      List<Finding> findings = ChainCheck.alone(sequence, record);
      if (!findings.isEmpty()) {
        throw new DamagedLogException(describe(), findings.get(0), record, null);
      }
      return new CommittedEntry(record);
    }
  }

  /** A new opener of payloads. */
  public EventOpener opener() {
    return new EventOpener(state, registry, keys);
  }

  /** A new sealer, to open sealed values with. */
  public PayloadSealer sealer() {
    return new PayloadSealer(keys);
  }

  /** A new MAC under the log's key for a purpose. */
  public KeyedHash keyedHash(KeyPurpose purpose) {
    return keys.keyedHash(purpose);
  }

  /** A new random subject. Its key is made by the append that first uses it. */
  public SubjectId newSubject() {
    return SubjectId.of(keys.crypto().random(16));
  }

  /** A new random command id. */
  public CommandId newCommandId() {
    return CommandId.of(keys.crypto().random(16));
  }

  /** The id that a task has in headers. */
  public TraceId traceId(String trace) {
    return TraceId.of(keyedHash(KeyPurpose.TRACES).of(trace));
  }

  /** The stream of something with a name, unguessable from outside. */
  public StreamId streamOf(String kind, String name) {
    KeyedHash hash = keyedHash(KeyPurpose.NAMES);
    hash.updatePart(kind.getBytes(java.nio.charset.StandardCharsets.UTF_8));
    hash.updatePart(name.getBytes(java.nio.charset.StandardCharsets.UTF_8));
    return StreamId.of(hash.finish());
  }

  /** Version of a stream's last entry, or -1. */
  public int streamVersion(StreamId stream) {
    return state.streamVersion(stream);
  }

  /** The subject of a ref, or null when it was never introduced. */
  public @Nullable SubjectId subjectOf(int ref) {
    return state.subjectOf(ref);
  }

  /** A package or activity name, or null for ref 0 and unknown refs. */
  public @Nullable String name(int ref) {
    return state.name(ref);
  }

  /** The ref of a subject, or -1. */
  int subjectRef(SubjectId subject) {
    return state.subjectRef(subject);
  }

  /** Whether a subject was erased. */
  boolean isErased(SubjectId subject) {
    return state.isErased(subject);
  }

  /** Whether an actor may write. */
  public boolean isRegistered(Actor actor) {
    return state.isRegistered(actor);
  }

  /** The events that this log can hold. */
  public EventRegistry registry() {
    return registry;
  }

  /**
   * Erases subjects for good: says so in the log, destroys their keys, replaces the key-encryption
   * key, and drops the snapshot. Chain, tree and proofs stay what they are. When this returns it is
   * on the disk; killed on the way, the next opening for writing brings it to its end.
   *
   * @param actor registered
   * @param subjects that were introduced, and not the log itself
   * @return the receipt of the command that says so
   */
  public CommandReceipt erase(Actor actor, List<SubjectId> subjects) {
    List<EngineEvent> events = new ArrayList<>();
    for (SubjectId subject : subjects) {
      int ref = state.subjectRef(subject);
      if (ref <= 0) {
        throw new VarveException("subject " + subject + " is none that can be erased");
      }
      events.add(new EngineEvent.SubjectErased(ref, subject));
    }
    CommandReceipt receipt = writer().record(actor, events);
    destroyKeys(subjects);
    return receipt;
  }

  private void destroyKeys(Collection<SubjectId> subjects) {
    keys.erase(subjects);
    ports.store().snapshots().clear();
  }

  /** An erasure that was recorded and whose keys are still there is brought to its end. */
  private void resumeErasure() {
    List<SubjectId> left = new ArrayList<>();
    for (SubjectId subject : state.erased()) {
      if (keys.hasKeys(subject)) {
        left.add(subject);
      }
    }
    if (!left.isEmpty()) {
      destroyKeys(left);
    }
  }

  /** Folds a complete command into the engine's state, unless it is there already. */
  void absorb(List<CommittedEntry> command) {
    synchronized (state) {
      if (command.get(0).sequence() <= state.lastSequence()) {
        return;
      }
      List<MemoryEvent> events = new ArrayList<>();
      for (CommittedEntry entry : command) {
        int type = entry.header().eventType();
        if (type <= EngineEvents.LAST) {
          MemoryEvent event = opener.open(entry, SubjectId.LOG).event();
          if (event != null) {
            events.add(event);
          }
        }
      }
      state.absorb(command, events);
    }
  }

  /**
   * Closes store and key store, when no append is under way any more. What was acknowledged is as
   * durable as was asked for.
   */
  @Override
  public void close() {
    try {
      if (writer != null) {
        writer.close();
      }
    } finally {
      try {
        ports.store().close();
      } finally {
        keys.close();
      }
    }
  }
}
