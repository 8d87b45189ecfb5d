package dev.varve.engine.log;

import dev.varve.engine.VarveException;
import dev.varve.engine.checkpoint.Checkpoint;
import dev.varve.engine.checkpoint.CheckpointPolicy;
import dev.varve.engine.checkpoint.CheckpointSigner;
import dev.varve.engine.checkpoint.SignedNote;
import dev.varve.engine.checkpoint.VerifierKey;
import dev.varve.engine.clock.ClockJumpDetector;
import dev.varve.engine.clock.ClockReading;
import dev.varve.engine.command.Actor;
import dev.varve.engine.command.Command;
import dev.varve.engine.command.Context;
import dev.varve.engine.command.ExpectedVersion;
import dev.varve.engine.command.NewEvent;
import dev.varve.engine.entry.ByteString;
import dev.varve.engine.entry.CommandId;
import dev.varve.engine.entry.EntryHeader;
import dev.varve.engine.entry.StreamId;
import dev.varve.engine.entry.SubjectId;
import dev.varve.engine.event.EngineEvent;
import dev.varve.engine.event.EventRegistry;
import dev.varve.engine.seal.KeyRing;
import dev.varve.engine.seal.KeyStoreException;
import dev.varve.engine.store.CommandIndex;
import dev.varve.engine.store.DiskFullException;
import dev.varve.engine.store.Durability;
import dev.varve.engine.store.StoreException;
import dev.varve.engine.verify.ChainCheck;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Appends commands. One lock, one command at a time, in these steps:
 *
 * <pre>
 *  known id? ──▶ answer as before
 *  checks at the door ──▶ refused, nothing changed
 *  names and subjects that are new ──▶ entries in front
 *  keys that are new ──▶ stored
 *  seal and chain every entry ──▶ in the heap
 *  append every record
 *  ─────────────────────────────────────────── the lock ends here
 *  for POWER: force keys, then records, together with whoever waits ({@link GroupCommit})
 *  ──▶ acknowledged
 * </pre>
 *
 * <p>A failure before the append changes nothing, but may leave keys that nothing uses; nor does a
 * full disk ({@link DiskFullException}). Any other failure, of a force too, ends the writer ({@link
 * WriterFailedException}); entries that reached the store without their last one are invisible, and
 * the next writer abandons them in the log.
 *
 * <p>Thread-safe.
 */
public final class LogWriter {
  /** Largest stored payload, in bytes: a row that an Android cursor window can still read. */
  public static final int MAX_STORED_PAYLOAD = EntryHeader.MAX_PAYLOAD;

  /** Most entries of a command, since the index within it has two bytes. */
  public static final int MAX_ENTRIES = 0x10000;

  /** Entries after which closing leaves a snapshot. */
  private static final long SNAPSHOT_AT_CLOSE = 1 << 12;

  /** Entries after which a snapshot is taken while writing goes on. */
  private static final long SNAPSHOT_EVERY = 1 << 16;

  private final MemoryLog log;
  private final LogPorts ports;
  private final KeyRing keys;
  private final EventRegistry registry;
  private final LogState state;
  private final LogTree tree;
  private final EntrySealer sealer;
  private final StreamId ownStream;
  private final Introductions introductions;
  private final Durability durability;
  private final CommandDirectory commands;
  private final GroupCommit commit;

  /** Written under the lock, read by whoever leads a force. */
  private volatile long nextSequence;

  private int epoch;
  private byte[] head;
  private @Nullable CommandId tornCommand;
  private long tornFrom;
  private long snapshotBelow;

  /** Entries that the newest checkpoint of this log covers, as far as this writer knows. */
  private long signedBelow;

  private @Nullable Throwable failure;
  private volatile @Nullable CheckpointPolicy policy;
  private boolean closed;

  /** Appends that somebody waits for. */
  private int underWay;

  LogWriter(
      MemoryLog log,
      LogPorts ports,
      KeyRing keys,
      EventRegistry registry,
      LogState state,
      LogTree tree,
      ChainCheck tail,
      Durability durability,
      long snapshotBelow) {
    this.log = log;
    this.ports = ports;
    this.keys = keys;
    this.registry = registry;
    this.state = state;
    this.tree = tree;
    this.sealer = new EntrySealer(keys, registry, state);
    this.ownStream = new StreamId(log.id().high(), log.id().low());
    this.introductions = new Introductions(state, ownStream);
    this.durability = durability;
    this.nextSequence = tail.nextSequence();
    this.epoch = tail.epoch();
    this.head = tail.head();
    this.tornCommand = tail.openCommand();
    this.tornFrom = tail.openFrom();
    this.snapshotBelow = snapshotBelow;
    this.commands = new CommandDirectory(ports.store(), state.lastSequence() + 1);
    this.commit = new GroupCommit(this::forcePorts, () -> nextSequence);
    this.policy = ports.checkpoints();
    SignedNote note = policy == null ? null : newestNote();
    this.signedBelow = note == null ? 0 : Checkpoint.parse(note.text()).size();
  }

  /**
   * The acknowledgement of a command that was appended before, as durable as the log's own
   * durability says when this returns; or null.
   */
  public @Nullable CommandReceipt find(CommandId id) {
    if (known(id) == null) {
      return null;
    }
    return durably(durability, () -> Objects.requireNonNull(known(id)));
  }

  private synchronized @Nullable CommandReceipt known(CommandId id) {
    requireUsable();
    CommandIndex.Span known = commands.find(id, nextSequence);
    return known == null ? null : new CommandReceipt(known.first(), known.last(), true, List.of());
  }

  private void requireUsable() {
    if (closed) {
      throw new VarveException(log.describe() + " is closed");
    }
    if (failure != null) {
      // Also for what is known: after a failed force nobody can say how durable it is.
      throw new WriterFailedException(
          log.describe() + ": the writer failed before; reopen the log", failure);
    }
    if (!log.isWritable()) {
      throw new RecoveryNeededException(log.obstacle() + "; it is not written any more");
    }
  }

  /** Keys first: an entry on the disk whose key is not there would say nothing to anybody. */
  private void forcePorts() {
    keys.force();
    ports.store().force();
  }

  private void force(long below) {
    try {
      commit.await(below);
    } catch (RuntimeException | Error e) {
      throw fail(e);
    }
  }

  /** The command that stands in the slot of a slotted id, itself included; null when it is free. */
  public synchronized @Nullable CommandId occupantOf(CommandId id) {
    return commands.occupantOf(id, nextSequence);
  }

  /** Appends with the log's own durability. */
  public CommandReceipt append(Command command) {
    return append(command, durability);
  }

  /**
   * Appends a command, or finds that it was appended before; either way it is as durable as wanted
   * when this returns.
   *
   * @throws AppendRefusedException one subclass a reason; nothing was appended
   * @throws dev.varve.engine.seal.KeyStoreException when keys cannot be stored; nothing was
   *     appended
   * @throws WriterFailedException when the medium failed
   * @throws VarveException when the log is closed
   */
  public CommandReceipt append(Command command, Durability wanted) {
    return durably(wanted, () -> appended(command));
  }

  /** Runs an append and then waits outside the lock until it is as durable as wanted. */
  private CommandReceipt durably(Durability wanted, Supplier<CommandReceipt> append) {
    synchronized (this) {
      requireUsable();
      underWay++;
    }
    try {
      CommandReceipt receipt = append.get();
      if (wanted == Durability.POWER) {
        force(receipt.lastSequence() + 1);
      }
      CheckpointPolicy due = policy;
      if (due != null) {
        signWhenDue(due.signer(), due.everyEntries());
      }
      return receipt;
    } finally {
      done();
    }
  }

  private synchronized CommandReceipt appended(Command command) {
    CommandReceipt known = known(command.id());
    if (known != null) {
      return known;
    }
    checkAtTheDoor(command);
    return appendNew(command, introductions.before(command), epoch);
  }

  /** The first command of a log: the one whose actor need not be registered, it registers it. */
  void appendGenesis(Command command) {
    synchronized (this) {
      if (nextSequence != 0) {
        throw new VarveException(log.describe() + " has a genesis entry already");
      }
      appendNew(command, introductions.behind(command), epoch);
    }
    force(nextSequence);
  }

  /**
   * Records what the engine, or whoever operates the log, has done to it: one command, on the disk
   * when this returns. Of the engine's events only those that no reader's state depends on.
   *
   * @throws AppendRefusedException when the actor is not registered, or an event is none of these
   */
  public CommandReceipt record(Actor actor, List<EngineEvent> events) {
    for (EngineEvent event : events) {
      if (event instanceof EngineEvent.LogCreated
          || event instanceof EngineEvent.NameIntroduced
          || event instanceof EngineEvent.SubjectIntroduced
          || event instanceof EngineEvent.CommandAbandoned
          || event instanceof EngineEvent.EpochBegan
          || event instanceof EngineEvent.AlgorithmsChanged
          || (event instanceof EngineEvent.SubjectErased gone && state.isErased(gone.subject()))) {
        throw new InvalidCommandException(
            event.getClass().getSimpleName() + " is recorded by the engine alone");
      }
    }
    return recordOwn(actor, events);
  }

  private CommandReceipt recordOwn(Actor actor, List<EngineEvent> events) {
    return durably(
        Durability.POWER,
        () -> {
          synchronized (this) {
            return appendOwn(actor, events, epoch);
          }
        });
  }

  /**
   * Goes on with other algorithms: the entry that says so is the last one under the old ones.
   *
   * @param hash a hash algorithm of {@link EntryHeader}
   * @param seal a seal algorithm of {@link EntryHeader}
   */
  public CommandReceipt changeAlgorithms(Actor actor, int hash, int seal) {
    if (!EntryHeader.isHash(hash) || seal != EntryHeader.SEAL_AES_256_GCM) {
      throw new InvalidCommandException(
          "hash algorithm " + hash + " with seal algorithm " + seal + " is not known here");
    }
    return recordOwn(actor, List.of(new EngineEvent.AlgorithmsChanged(hash, seal)));
  }

  /** Begins the next epoch behind the last entry; what happened before stands in {@code began}. */
  CommandReceipt beginEpoch(Actor actor, EngineEvent.EpochBegan began) {
    return durably(
        Durability.POWER,
        () -> {
          synchronized (this) {
            // An entry ahead of it would stand where the old epoch has one already.
            List<EngineEvent> events = new ArrayList<>(List.of(began));
            ClockReading before = state.lastClock();
            ClockReading now = ports.clock().read();
            if (before != null && ClockJumpDetector.jumped(before, now)) {
              events.add(adjustment(before, now));
            }
            CommandReceipt receipt = appendOwn(actor, events, epoch + 1);
            epoch++;
            return receipt;
          }
        });
  }

  /**
   * Appends a command that was found behind damage, with engine events in it; or finds that it is
   * here already. On the disk with the next force.
   */
  CommandReceipt appendSalvaged(Command command) {
    return durably(
        Durability.PROCESS,
        () -> {
          synchronized (this) {
            CommandReceipt known = known(command.id());
            if (known != null) {
              return known;
            }
            requireRegistered(command.context().actor());
            return appendNew(command, introductions.before(command), epoch);
          }
        });
  }

  private CommandReceipt appendOwn(Actor actor, List<EngineEvent> events, int inEpoch) {
    requireUsable();
    List<NewEvent> own = new ArrayList<>(events.size());
    for (EngineEvent event : events) {
      own.add(new NewEvent(ownStream, SubjectId.LOG, event));
    }
    Command command = Command.of(log.newCommandId(), Context.of(actor), own);
    requireRegistered(actor);
    return appendNew(command, introductions.before(command), inEpoch);
  }

  private @Nullable SignedNote newestNote() {
    return LogTree.newestNote(ports.store(), log.id(), -1);
  }

  /**
   * Signs size and root of what is complete, once it is on the disk, and keeps the note with the
   * log.
   *
   * @return the note; the newest one of the log when it covers everything already and is this
   *     signer's
   * @throws WriterFailedException when the entries cannot be brought to the disk
   * @throws StoreException when the note cannot be kept; writing goes on
   */
  public SignedNote checkpoint(CheckpointSigner signer) {
    synchronized (this) {
      requireUsable();
      underWay++;
    }
    try {
      return signed(signer);
    } finally {
      done();
    }
  }

  private SignedNote signed(CheckpointSigner signer) {
    Checkpoint checkpoint = onDisk();
    SignedNote newest = newestNote();
    if (newest != null
        && newest.text().equals(checkpoint.text())
        && newest.isSignedBy(signer.verifierKey())) {
      return newest;
    }
    return keep(checkpoint.signedBy(signer), checkpoint.size());
  }

  /** What the log is, all of it on the disk. */
  private Checkpoint onDisk() {
    long size = state.lastSequence() + 1;
    force(size);
    return Checkpoint.of(log.id(), size, tree.rootAt(size));
  }

  private SignedNote keep(SignedNote note, long size) {
    ports.store().notes().add(ByteString.of(note.toBytes()));
    synchronized (this) {
      signedBelow = Math.max(signedBelow, size);
    }
    return note;
  }

  /**
   * Lets the key that signs checkpoints hand over to another: a note that the old key signs, kept
   * with the log, and an entry. The old key is to be destroyed then; this writer signs with the new
   * one from here on.
   *
   * @return the note
   */
  public SignedNote handOver(Actor actor, CheckpointSigner old, CheckpointSigner successor) {
    VerifierKey next = successor.verifierKey();
    synchronized (this) {
      requireUsable();
      underWay++;
    }
    try {
      Checkpoint checkpoint = onDisk().handingOverTo(next);
      SignedNote note = keep(checkpoint.signedBy(old), checkpoint.size());
      CheckpointPolicy before = policy;
      policy = before == null ? null : before.with(successor);
      recordOwn(
          actor,
          List.of(
              new EngineEvent.CheckpointKeyRotated(
                  old.verifierKey().text(), next.text(), note.toString())));
      return note;
    } finally {
      done();
    }
  }

  private synchronized void done() {
    underWay--;
    notifyAll();
  }

  /** Signs what has come to be since the last time, when the policy says so. */
  private void signWhenDue(CheckpointSigner signer, int every) {
    boolean isDue;
    synchronized (this) {
      isDue = every > 0 && !closed && nextSequence - signedBelow >= every;
      if (isDue) {
        // Others need not try as well, nor again before as many entries have come.
        signedBelow = nextSequence;
      }
    }
    if (isDue) {
      signedIfPossible(signer);
    }
  }

  /** What was to be acknowledged is, with or without a note; verification reports bad notes. */
  private void signedIfPossible(CheckpointSigner signer) {
    try {
      signed(signer);
    } catch (VarveException e) {
      // No note can be kept, or none signed. Tried again after as many entries, and at closing
      // if more have come.
    }
  }

  private void signOnClose() {
    CheckpointPolicy due = policy;
    if (due != null
        && due.onClose()
        && log.isWritable()
        && state.lastSequence() + 1 > signedBelow) {
      signedIfPossible(due.signer());
    }
  }

  /** Takes no more commands; returns when none is under way. */
  void close() {
    synchronized (this) {
      boolean wasClosed = closed;
      closed = true;
      awaitUnderWay();
      if (wasClosed || failure != null) {
        return;
      }
      if (nextSequence - snapshotBelow >= SNAPSHOT_AT_CLOSE) {
        snapshot();
      }
    }
    signOnClose();
  }

  private synchronized void awaitUnderWay() {
    boolean interrupted = false;
    while (underWay > 0) {
      try {
        wait();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** What is saved here can be made anew, so that a failure is none of the log's. */
  private void snapshot() {
    if (tornCommand != null || !log.isWritable()) {
      return;
    }
    try {
      commands.flush();
      ports.store().snapshots().replace(StateSnapshot.save(keys, state, tree.tree()));
      snapshotBelow = nextSequence;
    } catch (StoreException | KeyStoreException e) {
      // The next opening reads more.
    }
  }

  private CommandReceipt appendNew(Command command, List<NewEvent> events, int inEpoch) {
    if (events.size() > MAX_ENTRIES) {
      throw new InvalidCommandException(
          "a command has at most " + MAX_ENTRIES + " entries, found " + events.size());
    }
    List<PreparedEvent> prepared = sealer.prepare(events);
    createKeys(prepared);
    ClockReading now = ports.clock().read();
    List<List<byte[]>> batch = new ArrayList<>(3);
    if (tornCommand != null) {
      sealer.begin(epoch, nextSequence, head);
      seal(abandon(command.context(), tornCommand), now, batch);
    } else {
      sealer.begin(inEpoch, nextSequence, head);
    }
    ClockReading before = state.lastClock();
    if (inEpoch == epoch && before != null && ClockJumpDetector.jumped(before, now)) {
      seal(own(command.context(), adjustment(before, now)), now, batch);
    }
    sealer.in(inEpoch);
    List<byte[]> records = sealer.seal(command.id(), command.context(), prepared, now);
    batch.add(records);
    CommandReceipt receipt;
    try {
      ports.store().append(flattened(batch));
      receipt = committed(batch);
    } catch (DiskFullException e) {
      // Nothing of it was written; there may be space again later.
      throw e;
    } catch (RuntimeException | Error e) {
      throw fail(e);
    }
    if (nextSequence - snapshotBelow >= SNAPSHOT_EVERY) {
      snapshot();
    }
    return receipt;
  }

  private static List<byte[]> flattened(List<List<byte[]>> batch) {
    if (batch.size() == 1) {
      return batch.get(0);
    }
    List<byte[]> records = new ArrayList<>();
    batch.forEach(records::addAll);
    return records;
  }

  private void seal(Command own, ClockReading now, List<List<byte[]>> batch) {
    batch.add(sealer.seal(own.id(), own.context(), sealer.prepare(own.events()), now));
  }

  private static EngineEvent adjustment(ClockReading before, ClockReading now) {
    return new EngineEvent.ClockAdjusted(
        before.wallMillis(), now.wallMillis(), ClockJumpDetector.elapsedMillis(before, now));
  }

  private CommandReceipt committed(List<List<byte[]>> batch) {
    List<CommittedEntry> entries = List.of();
    long next = nextSequence;
    long first = next;
    for (List<byte[]> records : batch) {
      entries = entries(records);
      entries.forEach(entry -> tree.append(entry.header().entryHash()));
      log.absorb(entries);
      first = next;
      next += records.size();
      commands.add(entries.get(0).header().command(), first, next - 1);
    }
    tornCommand = null;
    head = sealer.lastHash();
    nextSequence = next;
    return new CommandReceipt(first, next - 1, false, entries);
  }

  private static List<CommittedEntry> entries(List<byte[]> records) {
    List<CommittedEntry> entries = new ArrayList<>(records.size());
    for (byte[] record : records) {
      entries.add(new CommittedEntry(record));
    }
    return List.copyOf(entries);
  }

  private synchronized WriterFailedException fail(Throwable cause) {
    failure = cause;
    return new WriterFailedException(
        log.describe() + ": writing failed at sequence " + nextSequence + ": " + cause.getMessage(),
        cause);
  }

  private Command abandon(Context context, CommandId torn) {
    return own(context, new EngineEvent.CommandAbandoned(tornFrom, nextSequence - 1, torn));
  }

  private Command own(Context context, EngineEvent event) {
    return Command.of(
        log.newCommandId(),
        Context.of(context.actor()),
        List.of(new NewEvent(ownStream, SubjectId.LOG, event)));
  }

  private void checkAtTheDoor(Command command) {
    if (command.slotted()) {
      CommandId occupant = occupantOf(command.id());
      if (occupant != null) {
        throw new CommandConflictException(
            "another command stands in this slot: " + occupant + ", found " + command.id());
      }
    }
    if (command.events().isEmpty()) {
      throw new InvalidCommandException("a command has at least one event");
    }
    for (NewEvent event : command.events()) {
      if (registry.typeOf(event.event()) == null) {
        throw new UnknownEventTypeException(
            event.event().getClass().getName() + " is not registered");
      }
      if (state.isErased(event.subject())) {
        throw new InvalidCommandException("subject " + event.subject() + " was erased");
      }
      if (event.event() instanceof EngineEvent engineEvent) {
        checkEngineEvent(event.subject(), engineEvent);
      }
    }
    requireRegistered(command.context().actor());
    for (ExpectedVersion expected : command.expectations()) {
      int found = state.streamVersion(expected.stream());
      if (found != expected.version()) {
        throw new StaleVersionException(
            "stream "
                + expected.stream()
                + " is at version "
                + found
                + ", expected "
                + expected.version());
      }
    }
    ByteString expectedHead = command.expectedHead();
    ByteString found = state.lastHash();
    if (expectedHead != null && !expectedHead.equals(found)) {
      throw new PredecessorMismatchException(
          "the last command ends with entry " + found.hex() + ", expected " + expectedHead.hex());
    }
    long stored = ports.store().size();
    if (stored != nextSequence) {
      throw new PredecessorMismatchException(
          log.describe() + " has " + stored + " records, this writer knows " + nextSequence);
    }
  }

  private void requireRegistered(Actor actor) {
    if (!state.isRegistered(actor)) {
      throw new ActorNotRegisteredException(
          "actor " + actor.packageName() + " is not registered in this log");
    }
  }

  /**
   * Of the engine's own events a caller may send one: the others are written by the engine itself,
   * and a wrong one would keep the log from being opened again.
   */
  private static void checkEngineEvent(SubjectId subject, EngineEvent event) {
    if (!(event instanceof EngineEvent.ActorRegistered registered)) {
      throw new InvalidCommandException(
          event.getClass().getSimpleName() + " is recorded by the engine alone");
    }
    if (!subject.equals(SubjectId.LOG)) {
      throw new InvalidCommandException("ActorRegistered is sealed under the log's own key");
    }
    try {
      Actor unused = new Actor(registered.packageName(), registered.certificate(), 0);
    } catch (IllegalArgumentException e) {
      throw new InvalidCommandException("ActorRegistered: " + e.getMessage());
    }
  }

  /** Generation 0 for a subject without a key, and one more for each value that is to be sealed. */
  private void createKeys(List<PreparedEvent> events) {
    List<KeyRing.Generation> generations = new ArrayList<>(2);
    Map<SubjectId, Integer> next = new HashMap<>(4);
    for (PreparedEvent prepared : events) {
      SubjectId subject = prepared.event().subject();
      Integer following = next.get(subject);
      int generation = following != null ? following : keys.nextGeneration(subject);
      if (generation == 0) {
        generations.add(new KeyRing.Generation(subject, generation++));
      }
      prepared.firstGeneration(generation);
      for (int i = 0; i < prepared.values(); i++) {
        generations.add(new KeyRing.Generation(subject, generation++));
      }
      next.put(subject, generation);
    }
    if (!generations.isEmpty()) {
      keys.create(generations);
    }
  }
}
