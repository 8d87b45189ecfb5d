package dev.varve.engine.log;

import dev.varve.engine.cbor.CborException;
import dev.varve.engine.clock.ClockReading;
import dev.varve.engine.command.Context;
import dev.varve.engine.command.NewEvent;
import dev.varve.engine.entry.ByteString;
import dev.varve.engine.entry.CommandId;
import dev.varve.engine.entry.DeviceState;
import dev.varve.engine.entry.EntryHash;
import dev.varve.engine.entry.EntryHeader;
import dev.varve.engine.entry.EntryHeaderEncoder;
import dev.varve.engine.entry.Hex;
import dev.varve.engine.entry.StreamId;
import dev.varve.engine.entry.SubjectId;
import dev.varve.engine.event.EngineEvent;
import dev.varve.engine.event.EventCodec;
import dev.varve.engine.event.EventRegistry;
import dev.varve.engine.event.EventType;
import dev.varve.engine.event.MemoryEvent;
import dev.varve.engine.seal.Envelope;
import dev.varve.engine.seal.KeyRing;
import dev.varve.engine.seal.PayloadSealer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Makes the records of a command: encodes, seals and chains every event. Touches neither store nor
 * state. Not thread-safe: it belongs to the writer's lock.
 *
 * <p>A payload with a sealed value in it is encoded twice. The header, to which the value is bound,
 * states the payload's length; so the first pass measures with zeros in place of the envelope, and
 * the second one seals.
 */
final class EntrySealer {
  private final EventRegistry registry;
  private final LogState state;
  private final PayloadSealer sealer;
  private final EntryHash hash = new EntryHash();
  private final EntryHeaderEncoder header = new EntryHeaderEncoder();

  private final Map<StreamId, Integer> versions = new HashMap<>();
  private int epoch;
  private long sequence;
  private byte[] lastHash = new byte[EntryHash.SIZE];

  EntrySealer(KeyRing keys, EventRegistry registry, LogState state) {
    this.registry = registry;
    this.state = state;
    this.sealer = new PayloadSealer(keys);
  }

  /**
   * Encodes every event, with zeros where the envelope of a value will stand.
   *
   * @throws AppendRefusedException when one is unknown, too large or cannot be encoded
   */
  List<PreparedEvent> prepare(List<NewEvent> events) {
    List<PreparedEvent> prepared = new ArrayList<>(events.size());
    for (NewEvent event : events) {
      EventType type = registry.typeOf(event.event());
      if (type == null) {
        throw new UnknownEventTypeException(
            event.event().getClass().getName() + " is not registered");
      }
      int[] values = {0};
      byte[] cbor =
          encode(
              event,
              type,
              value -> {
                if (value.isStored()) {
                  throw new InvalidCommandException(type.name() + ": a value is sealed already");
                }
                if (value.isCarried()) {
                  return value.envelope();
                }
                values[0]++;
                return new byte[value.envelopeSize()];
              });
      if (cbor.length + Envelope.OVERHEAD > LogWriter.MAX_STORED_PAYLOAD) {
        throw new PayloadTooLargeException(
            type.name()
                + ": a stored payload has at most "
                + LogWriter.MAX_STORED_PAYLOAD
                + " bytes, found "
                + (cbor.length + Envelope.OVERHEAD));
      }
      prepared.add(new PreparedEvent(event, type, cbor, values[0]));
    }
    return prepared;
  }

  private byte[] encode(NewEvent event, EventType type, EventCodec.ValueSealer values) {
    try {
      return registry.encode(event.event(), values).encode();
    } catch (CborException e) {
      throw new InvalidCommandException(type.name() + ": " + e.getMessage());
    }
  }

  /**
   * Starts a chain of commands that is written as one: at a sequence of an epoch, behind an entry's
   * hash, with the log's algorithms.
   */
  void begin(int inEpoch, long firstSequence, byte[] previous) {
    epoch = inEpoch;
    sequence = firstSequence;
    lastHash = previous;
    versions.clear();
  }

  /** The chain's next commands are of this epoch. */
  void in(int nextEpoch) {
    epoch = nextEpoch;
  }

  /** The records of all events of the chain's next command. */
  List<byte[]> seal(
      CommandId command, Context context, List<PreparedEvent> events, ClockReading now) {
    Refs refs = new Refs(state, events);
    List<byte[]> records = new ArrayList<>(events.size());
    for (int i = 0; i < events.size(); i++) {
      PreparedEvent prepared = events.get(i);
      StreamId stream = prepared.event().stream();
      int version = versions.getOrDefault(stream, state.streamVersion(stream)) + 1;
      versions.put(stream, version);
      KeyRing.requireRoom(epoch, sequence);
      fillContext(context, refs, now);
      header
          .position(epoch, sequence++)
          .algorithms(state.hashAlgorithm(), state.sealAlgorithm())
          .event(prepared.type().number(), prepared.type().schemaVersion())
          .stream(stream, version)
          .command(command, i, i == events.size() - 1)
          .subject(refs.subject(prepared.event().subject()));
      byte[] record = header.finish(sealPayload(prepared), lastHash, hash);
      lastHash = Arrays.copyOfRange(record, EntryHeader.HASHED_SIZE, EntryHeader.SIZE);
      records.add(record);
    }
    return records;
  }

  /** Entry hash of the last record of the chain. */
  byte[] lastHash() {
    return lastHash;
  }

  private byte[] sealPayload(PreparedEvent prepared) {
    NewEvent event = prepared.event();
    byte[] cbor = prepared.cbor();
    header.payloadLength(cbor.length + Envelope.OVERHEAD);
    byte[] context = header.sealedContext();
    if (prepared.values() > 0) {
      int[] generation = {prepared.firstGeneration()};
      cbor =
          encode(
              event,
              prepared.type(),
              value ->
                  value.isCarried()
                      ? value.envelope()
                      : value.seal(sealer, context, event.subject(), generation[0]++));
    }
    return sealer.seal(context, event.subject(), 0, cbor);
  }

  private void fillContext(Context context, Refs refs, ClockReading now) {
    ByteString screen = context.screenDigest();
    header
        .reset()
        .clocks(now.wallMillis(), now.elapsedNanos(), now.bootCount())
        .trace(context.trace())
        .actor(
            refs.name(context.actor().packageName()),
            context.actor().pid(),
            Hex.parse(context.actor().certificate()))
        .activity(refs.name(context.activity()))
        .screen(screen == null ? new byte[16] : screen.toBytes())
        .device(device(context.before(), refs), device(context.after(), refs));
  }

  private static DeviceState device(Context.Device device, Refs refs) {
    return new DeviceState(
        device.battery(), device.power(), device.network(), refs.name(device.foreground()));
  }

  /** Refs as they will be once the command is in: those of the log and those it introduces. */
  private static final class Refs {
    private final LogState state;
    private final Map<String, Integer> names = new HashMap<>(4);
    private final Map<SubjectId, Integer> subjects = new HashMap<>(4);

    Refs(LogState state, List<PreparedEvent> events) {
      this.state = state;
      for (PreparedEvent prepared : events) {
        MemoryEvent event = prepared.event().event();
        if (event instanceof EngineEvent.NameIntroduced name) {
          names.put(name.name(), name.ref());
        } else if (event instanceof EngineEvent.SubjectIntroduced subject) {
          subjects.put(subject.subject(), subject.ref());
        }
      }
    }

    int name(@Nullable String name) {
      if (name == null) {
        return 0;
      }
      Integer introduced = names.get(name);
      return introduced != null ? introduced : state.nameRef(name);
    }

    int subject(SubjectId subject) {
      Integer introduced = subjects.get(subject);
      return introduced != null ? introduced : state.subjectRef(subject);
    }
  }
}
