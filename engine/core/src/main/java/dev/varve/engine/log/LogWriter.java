package dev.varve.engine.log;

import dev.varve.engine.VarveException;
import dev.varve.engine.clock.ClockReading;
import dev.varve.engine.command.Command;
import dev.varve.engine.command.Context;
import dev.varve.engine.command.ExpectedVersion;
import dev.varve.engine.command.NewEvent;
import dev.varve.engine.entry.ByteString;
import dev.varve.engine.entry.CommandId;
import dev.varve.engine.entry.Hex;
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
  public static final int MAX_STORED_PAYLOAD = 512 * 1024;

  /** Most entries of a command, since the index within it has two bytes. */
  public static final int MAX_ENTRIES = 0x10000;

  private final MemoryLog log;
  private final LogPorts ports;
  private final KeyRing keys;
  private final EventRegistry registry;
  private final LogState state;
  private final EntrySealer sealer;
  private final Durability durability;

  private long nextSequence;
  private byte[] head;
  private @Nullable CommandId tornCommand;
  private long tornFrom;
  private @Nullable Throwable failure;

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
    this.durability = durability;
    this.nextSequence = tail.nextSequence();
    this.head = tail.head();
    this.tornCommand = tail.openCommand();
    this.tornFrom = tail.openFrom();
  }

  /** The acknowledgement of a command that was appended before, or null. */
  public @Nullable CommandReceipt find(CommandId id) {
    LogState.Span known = state.spanOf(id);
    return known == null ? null : new CommandReceipt(known.first(), known.last(), true, List.of());
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
   * Appends a command, or finds that it was appended before.
   *
   * @throws AppendRefusedException one subclass a reason; nothing was appended
   * @throws dev.varve.engine.seal.KeyStoreException when keys cannot be stored; nothing was
   *     appended
   * @throws WriterFailedException when the medium failed
   */
  public synchronized CommandReceipt append(Command command, Durability wanted) {
    if (failure != null) {
      throw new WriterFailedException(
          log.describe() + ": the writer failed before; reopen the log", failure);
    }
    CommandReceipt known = find(command.id());
    if (known != null) {
      return known;
    }
    checkAtTheDoor(command);
    List<byte[]> abandonment = List.of();
    long sequence = nextSequence;
    byte[] previous = head;
    if (tornCommand != null) {
      Command abandon = abandon(command.context(), tornCommand);
      abandonment =
          sealer.seal(
              abandon.id(),
              abandon.context(),
              sealer.prepare(abandon.events()),
              read(),
              sequence,
              previous);
      sequence += abandonment.size();
      previous = sealer.lastHash();
    }
    return append(command, wanted, abandonment, sequence, previous);
  }

  /** The first command of a log: the one whose actor need not be registered, it registers it. */
  synchronized void appendGenesis(Command command) {
    if (nextSequence != 0) {
      throw new VarveException(log.describe() + " has a genesis entry already");
    }
    append(command, Durability.POWER, List.of(), 0, head);
  }

  private CommandReceipt append(
      Command command,
      Durability wanted,
      List<byte[]> abandonment,
      long sequence,
      byte[] previous) {
    List<PreparedEvent> events = sealer.prepare(withIntroductions(command, sequence == 0));
    createKeys(events);
    List<byte[]> records =
        sealer.seal(command.id(), command.context(), events, read(), sequence, previous);
    if (wanted == Durability.POWER) {
      keys.force();
    }
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
    } catch (RuntimeException | Error e) {
      throw fail("the store failed", e);
    }
    return committed(abandonment, records, sequence);
  }

  private CommandReceipt committed(List<byte[]> abandonment, List<byte[]> records, long sequence) {
    if (!abandonment.isEmpty()) {
      log.absorb(entries(abandonment));
      tornCommand = null;
    }
    List<CommittedEntry> entries = entries(records);
    nextSequence = sequence + records.size();
    head = sealer.lastHash();
    log.absorb(entries);
    return new CommandReceipt(sequence, nextSequence - 1, false, entries);
  }

  private static List<CommittedEntry> entries(List<byte[]> records) {
    List<CommittedEntry> entries = new ArrayList<>(records.size());
    for (byte[] record : records) {
      entries.add(new CommittedEntry(record));
    }
    return List.copyOf(entries);
  }

  private WriterFailedException fail(String what, Throwable cause) {
    failure = cause;
    return new WriterFailedException(
        log.describe() + ": " + what + " at sequence " + nextSequence + ": " + cause.getMessage(),
        cause);
  }

  private ClockReading read() {
    return ports.clock().read();
  }

  private Command abandon(Context context, CommandId torn) {
    EngineEvent event = new EngineEvent.CommandAbandoned(tornFrom, nextSequence - 1, torn);
    StreamId stream = new StreamId(log.id().high(), log.id().low());
    return Command.of(
        log.newCommandId(),
        Context.of(context.actor()),
        List.of(new NewEvent(stream, SubjectId.LOG, event)));
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
    if (expectedHead != null && !expectedHead.equals(ByteString.of(head))) {
      throw new PredecessorMismatchException(
          "the log's head is " + Hex.of(head) + ", expected " + expectedHead.hex());
    }
    long stored = ports.store().size();
    if (stored != nextSequence) {
      throw new PredecessorMismatchException(
          log.describe() + " has " + stored + " records, this writer knows " + nextSequence);
    }
  }

  /** Genesis stays first; everything else comes behind the names and subjects that it uses. */
  private List<NewEvent> withIntroductions(Command command, boolean genesis) {
    StreamId stream = new StreamId(log.id().high(), log.id().low());
    List<NewEvent> events = new ArrayList<>(command.events().size() + 4);
    if (genesis) {
      events.addAll(command.events());
    }
    Context context = command.context();
    List<@Nullable String> used = new ArrayList<>();
    used.add(context.actor().packageName());
    used.add(context.activity());
    used.add(context.before().foreground());
    used.add(context.after().foreground());
    for (NewEvent event : command.events()) {
      if (event.event() instanceof EngineEvent.ActorRegistered actor) {
        used.add(actor.packageName());
      }
    }
    List<String> added = new ArrayList<>();
    int ref = state.nextNameRef();
    for (String name : used) {
      if (name != null && state.nameRef(name) < 0 && !added.contains(name)) {
        added.add(name);
        events.add(
            new NewEvent(stream, SubjectId.LOG, new EngineEvent.NameIntroduced(ref++, name)));
      }
    }
    for (SubjectId subject : newSubjects(command)) {
      events.add(
          new NewEvent(
              stream,
              SubjectId.LOG,
              new EngineEvent.SubjectIntroduced(
                  state.nextSubjectRef() + countSubjects(events), subject)));
    }
    if (!genesis) {
      events.addAll(command.events());
    }
    if (events.size() > MAX_ENTRIES) {
      throw new InvalidCommandException(
          "a command has at most " + MAX_ENTRIES + " entries, found " + events.size());
    }
    return events;
  }

  private static int countSubjects(List<NewEvent> events) {
    int count = 0;
    for (NewEvent event : events) {
      count += event.event() instanceof EngineEvent.SubjectIntroduced ? 1 : 0;
    }
    return count;
  }

  private List<SubjectId> newSubjects(Command command) {
    List<SubjectId> subjects = new ArrayList<>(2);
    for (NewEvent event : command.events()) {
      if (state.subjectRef(event.subject()) < 0 && !subjects.contains(event.subject())) {
        subjects.add(event.subject());
      }
    }
    return subjects;
  }

  /** Generation 0 for a subject without a key, and one more for each value that is to be sealed. */
  private void createKeys(List<PreparedEvent> events) {
    List<KeyRing.Generation> generations = new ArrayList<>(2);
    Map<SubjectId, Integer> next = new HashMap<>(4);
    for (PreparedEvent prepared : events) {
      SubjectId subject = prepared.event().subject();
      int generation = next.getOrDefault(subject, keys.nextGeneration(subject));
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
