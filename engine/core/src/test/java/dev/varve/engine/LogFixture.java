package dev.varve.engine;

import dev.varve.engine.cbor.CborMap;
import dev.varve.engine.clock.ClockReading;
import dev.varve.engine.clock.EngineClock;
import dev.varve.engine.command.Actor;
import dev.varve.engine.command.Command;
import dev.varve.engine.command.Context;
import dev.varve.engine.command.NewEvent;
import dev.varve.engine.entry.Hex;
import dev.varve.engine.entry.LogId;
import dev.varve.engine.entry.StreamId;
import dev.varve.engine.entry.SubjectId;
import dev.varve.engine.event.EventCodec;
import dev.varve.engine.event.EventRegistry;
import dev.varve.engine.event.EventType;
import dev.varve.engine.event.MemoryEvent;
import dev.varve.engine.log.CommittedEntry;
import dev.varve.engine.log.EventOpener;
import dev.varve.engine.log.LogPorts;
import dev.varve.engine.log.LogReader;
import dev.varve.engine.log.MemoryLog;
import dev.varve.engine.seal.AesGcmKeyWrapper;
import dev.varve.engine.seal.Crypto;
import dev.varve.engine.seal.SealedValue;
import dev.varve.engine.seal.SubjectKeyStore;
import dev.varve.engine.store.Durability;
import dev.varve.engine.store.EntryCursor;
import dev.varve.engine.store.EntryStore;
import dev.varve.engine.store.memory.MemoryEntryStore;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A log of notes in the heap, with stores that fail when told to and a clock that is set. */
public final class LogFixture {
  /** A text, and values that are sealed each for itself. */
  public record NoteTaken(String text, List<SealedValue> secrets) implements MemoryEvent {}

  /** Never registered. */
  public record Unheard() implements MemoryEvent {}

  private static final class NoteCodec implements EventCodec<NoteTaken> {
    @Override
    public CborMap encode(NoteTaken event, ValueSealer sealer) {
      List<byte[]> envelopes = new ArrayList<>();
      for (SealedValue secret : event.secrets()) {
        envelopes.add(sealer.seal(secret));
      }
      return CborMap.builder().put(1, event.text()).put(2, envelopes).build();
    }

    @Override
    public NoteTaken decode(CborMap payload, ValueBinder binder) {
      List<SealedValue> secrets = new ArrayList<>();
      for (byte[] envelope : payload.getList(2, byte[].class)) {
        secrets.add(binder.bind(envelope));
      }
      return new NoteTaken(payload.getString(1), secrets);
    }
  }

  public static final EventType NOTE_TAKEN = new EventType(900, 1, "NoteTaken");
  public static final EventRegistry REGISTRY =
      EventRegistry.builder().register(NOTE_TAKEN, NoteTaken.class, new NoteCodec()).build();
  public static final Actor ACTOR = Actor.unsigned("dev.varve.test", 7);
  public static final LogId LOG_ID = new LogId(0x0102030405060708L, 0x090a0b0c0d0e0f10L);
  public static final StreamId STREAM = new StreamId(5, 5);

  public final MemoryEntryStore store = new MemoryEntryStore();
  public final FaultyKeyStore keys = new FaultyKeyStore();

  /** What the clock reads next; it moves on by a second each time. */
  public long wallMillis = 1_000_000;

  /** Where the log takes time from. */
  public EngineClock clock =
      () -> {
        wallMillis += 1000;
        // Both clocks agree, so that a wall clock that is set forward in a test is no jump.
        long elapsed = Math.max(0, wallMillis - 1_001_000) * 1_000_000 + 5_000_000;
        return new ClockReading(wallMillis - 1000, elapsed, 3);
      };

  public LogPorts ports(EntryStore entries) {
    return ports(entries, keys);
  }

  public LogPorts ports(EntryStore entries, SubjectKeyStore keyStore) {
    return new LogPorts(
        entries,
        keyStore,
        new AesGcmKeyWrapper(Crypto.platform(), new byte[32]),
        Crypto.platform(),
        clock);
  }

  public MemoryLog create() {
    return create(store);
  }

  public MemoryLog create(EntryStore entries) {
    return MemoryLog.create(
        ports(entries), LOG_ID, REGISTRY, ACTOR, "test 1.0", Durability.PROCESS);
  }

  /** Opens as a process would that starts anew. */
  public MemoryLog open(EntryStore entries) {
    return MemoryLog.open(ports(entries), REGISTRY, Durability.PROCESS);
  }

  /** Opens the fixture's own store for reading. */
  public MemoryLog reader() {
    return open(store.reader());
  }

  public static NewEvent note(StreamId stream, SubjectId subject, String text, String... secrets) {
    List<SealedValue> values = new ArrayList<>();
    for (String secret : secrets) {
      values.add(SealedValue.fresh(CborMap.builder().put(0, secret).build()));
    }
    return new NewEvent(stream, subject, new NoteTaken(text, values));
  }

  /** A note in {@link #STREAM}, sealed under the log's key. */
  public static NewEvent note(String text) {
    return note(STREAM, SubjectId.LOG, text);
  }

  public static Command command(MemoryLog log, NewEvent... events) {
    return Command.of(log.newCommandId(), Context.of(ACTOR), List.of(events));
  }

  public static List<byte[]> records(EntryStore entries) {
    List<byte[]> records = new ArrayList<>();
    try (EntryCursor cursor = entries.cursor(0)) {
      byte[] record;
      while ((record = cursor.next()) != null) {
        records.add(record);
      }
    }
    return records;
  }

  /** All bytes of a store, to compare before and after. */
  public static List<String> content(EntryStore entries) {
    List<String> content = new ArrayList<>();
    for (byte[] record : records(entries)) {
      content.add(Hex.of(record));
    }
    return content;
  }

  public static MemoryEntryStore storeOf(List<byte[]> records) {
    MemoryEntryStore copy = new MemoryEntryStore();
    records.forEach(copy::append);
    return copy;
  }

  /** Every event of every complete command, as a new reader of this handle sees them. */
  public static List<MemoryEvent> events(MemoryLog log) {
    List<MemoryEvent> events = new ArrayList<>();
    EventOpener opener = log.opener();
    try (LogReader reader = log.reader()) {
      List<CommittedEntry> command;
      while ((command = reader.next()) != null) {
        for (CommittedEntry entry : command) {
          MemoryEvent event = opener.open(entry).event();
          if (event != null) {
            events.add(event);
          }
        }
      }
    }
    return events;
  }

  /** The texts of all notes. */
  public static List<String> texts(MemoryLog log) {
    List<String> texts = new ArrayList<>();
    for (MemoryEvent event : events(log)) {
      if (event instanceof NoteTaken note) {
        texts.add(note.text());
      }
    }
    return texts;
  }

  /** What a secret says when it is opened, or null. */
  public static @Nullable String secret(MemoryLog log, SealedValue value) {
    CborMap content = value.open(log.sealer());
    return content == null ? null : content.getString(0);
  }
}
