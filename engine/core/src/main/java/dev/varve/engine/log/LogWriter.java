package dev.varve.engine.log;

import dev.varve.engine.VarveException;
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
import dev.varve.engine.store.Durability;
import dev.varve.engine.verify.ChainCheck;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Appends commands. One lock, one command at a time, in these steps:
 *
 * <pre>
 *  known id? ──▶ answer as before
 *  checks at the door ──▶ refused, nothing changed
 *  names and subjects that are new ──▶ entries in front
 *  keys that are new ──▶ stored (and forced, for POWER)
 *  seal and chain every entry ──▶ in the heap
 *  append every record (force, for POWER) ──▶ acknowledged
 * </pre>
 *
 * <p>A failure before the last step changes nothing, but may leave keys that nothing uses. A
 * failure in it ends the writer ({@link WriterFailedException}); entries that reached the store
 * without their last one are invisible, and the next writer abandons them in the log.
 *
 * <p>Thread-safe.
 */
public final class LogWriter {
  /** Largest stored payload, in bytes: a row that an Android cursor window can still read. */
  public static final int MAX_STORED_PAYLOAD = EntryHeader.MAX_PAYLOAD;

  /** Most entries of a command, since the index within it has two bytes. */
  public static final int MAX_ENTRIES = 0x10000;

  private final MemoryLog log;
  private final LogPorts ports;
  private final KeyRing keys;
  private final EventRegistry registry;
  private final LogState state;
  private final EntrySealer sealer;
  private final StreamId ownStream;
  private final Introductions introductions;
  private final Durability durability;

  private long nextSequence;
  private byte[] head;
  private @Nullable CommandId tornCommand;
  private long tornFrom;
  private long forcedBelow;
  private @Nullable Throwable failure;
  private boolean closed;

  LogWriter(
      MemoryLog log,
      LogPorts ports,
      KeyRing keys,
      EventRegistry registry,
      LogState state,
      ChainCheck tail,
      Durability durability) {
    this.log = log;
    this.ports = ports;
    this.keys = keys;
    this.registry = registry;
    this.state = state;
    this.sealer = new EntrySealer(keys, registry, state);
    this.ownStream = new StreamId(log.id().high(), log.id().low());
    this.introductions = new Introductions(state, ownStream);
    this.durability = durability;
    this.nextSequence = tail.nextSequence();
    this.head = tail.head();
    this.tornCommand = tail.openCommand();
    this.tornFrom = tail.openFrom();
  }

  /**
   * The acknowledgement of a command that was appended before, as durable as the log's own
   * durability says when this returns; or null.
   */
  public @Nullable CommandReceipt find(CommandId id) {
    return repeated(id, durability);
  }

  private synchronized @Nullable CommandReceipt repeated(CommandId id, Durability wanted) {
    requireUsable();
    LogState.Span known = state.spanOf(id);
    if (known == null) {
      return null;
    }
    if (wanted == Durability.POWER && known.last() >= forcedBelow) {
      force();
    }
    return new CommandReceipt(known.first(), known.last(), true, List.of());
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
  }

  /** The command that stands in the slot of a slotted id, itself included; null when it is free. */
  public @Nullable CommandId occupantOf(CommandId id) {
    return state.occupantOf(id);
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
  public synchronized CommandReceipt append(Command command, Durability wanted) {
    CommandReceipt known = repeated(command.id(), wanted);
    if (known != null) {
      return known;
    }
    checkAtTheDoor(command);
    return appendNew(command, introductions.before(command), wanted);
  }

  /** The first command of a log: the one whose actor need not be registered, it registers it. */
  synchronized void appendGenesis(Command command) {
    if (nextSequence != 0) {
      throw new VarveException(log.describe() + " has a genesis entry already");
    }
    appendNew(command, introductions.behind(command), Durability.POWER);
  }

  /** Takes no more commands; returns when none is under way. */
  synchronized void close() {
    closed = true;
  }

  private CommandReceipt appendNew(Command command, List<NewEvent> events, Durability wanted) {
    if (events.size() > MAX_ENTRIES) {
      throw new InvalidCommandException(
          "a command has at most " + MAX_ENTRIES + " entries, found " + events.size());
    }
    List<PreparedEvent> prepared = sealer.prepare(events);
    createKeys(prepared);
    sealer.begin(nextSequence, head);
    List<byte[]> abandonment = List.of();
    if (tornCommand != null) {
      Command abandon = abandon(command.context(), tornCommand);
      abandonment = seal(abandon, sealer.prepare(abandon.events()));
    }
    List<byte[]> records = seal(command, prepared);
    if (wanted == Durability.POWER) {
      keys.force();
    }
    CommandReceipt receipt;
    try {
      for (byte[] record : abandonment) {
        ports.store().append(record);
      }
      for (byte[] record : records) {
        ports.store().append(record);
      }
      if (wanted == Durability.POWER) {
        ports.store().force();
      }
      receipt = committed(abandonment, records);
    } catch (RuntimeException | Error e) {
      throw fail(e);
    }
    if (wanted == Durability.POWER) {
      forcedBelow = nextSequence;
    }
    return receipt;
  }

  private List<byte[]> seal(Command command, List<PreparedEvent> events) {
    return sealer.seal(command.id(), command.context(), events, ports.clock().read());
  }

  private CommandReceipt committed(List<byte[]> abandonment, List<byte[]> records) {
    if (!abandonment.isEmpty()) {
      log.absorb(entries(abandonment));
      tornCommand = null;
    }
    List<CommittedEntry> entries = entries(records);
    log.absorb(entries);
    long first = nextSequence + abandonment.size();
    nextSequence = first + records.size();
    head = sealer.lastHash();
    return new CommandReceipt(first, nextSequence - 1, false, entries);
  }

  /** Makes what an earlier, less durable append wrote as durable as it is wanted now. */
  private void force() {
    keys.force();
    try {
      ports.store().force();
    } catch (RuntimeException | Error e) {
      throw fail(e);
    }
    forcedBelow = nextSequence;
  }

  private static List<CommittedEntry> entries(List<byte[]> records) {
    List<CommittedEntry> entries = new ArrayList<>(records.size());
    for (byte[] record : records) {
      entries.add(new CommittedEntry(record));
    }
    return List.copyOf(entries);
  }

  private WriterFailedException fail(Throwable cause) {
    failure = cause;
    return new WriterFailedException(
        log.describe() + ": writing failed at sequence " + nextSequence + ": " + cause.getMessage(),
        cause);
  }

  private Command abandon(Context context, CommandId torn) {
    EngineEvent event = new EngineEvent.CommandAbandoned(tornFrom, nextSequence - 1, torn);
    return Command.of(
        log.newCommandId(),
        Context.of(context.actor()),
        List.of(new NewEvent(ownStream, SubjectId.LOG, event)));
  }

  private void checkAtTheDoor(Command command) {
    if (command.slotted()) {
      CommandId occupant = state.occupantOf(command.id());
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
      if (event.event() instanceof EngineEvent engineEvent) {
        checkEngineEvent(event.subject(), engineEvent);
      }
    }
    if (!state.isRegistered(command.context().actor())) {
      throw new ActorNotRegisteredException(
          "actor " + command.context().actor().packageName() + " is not registered in this log");
    }
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
