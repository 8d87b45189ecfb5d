package dev.varve.engine.log;

import dev.varve.engine.VarveException;
import dev.varve.engine.cbor.CborMap;
import dev.varve.engine.checkpoint.EntryProof;
import dev.varve.engine.entry.ByteString;
import dev.varve.engine.entry.SubjectId;
import dev.varve.engine.event.EventRegistry;
import dev.varve.engine.event.MemoryEvent;
import dev.varve.engine.log.OpenedEvent.Availability;
import dev.varve.engine.seal.Envelope;
import dev.varve.engine.seal.KeyRing;
import dev.varve.engine.seal.PayloadSealer;
import dev.varve.engine.seal.SealedValue;
import org.jspecify.annotations.Nullable;

/** Opens the payloads of committed entries and decodes them. Not thread-safe: make one a thread. */
public final class EventOpener {
  private final LogState state;
  private final EventRegistry registry;
  private final KeyRing keys;
  private final PayloadSealer sealer;

  EventOpener(LogState state, EventRegistry registry, KeyRing keys) {
    this.state = state;
    this.registry = registry;
    this.keys = keys;
    this.sealer = new PayloadSealer(keys);
  }

  /**
   * Opens one entry.
   *
   * @throws VarveException when the envelope is not authentic or the payload is not what its type
   *     promises; the message names the sequence
   */
  public OpenedEvent open(CommittedEntry entry) {
    return open(entry, subjectOf(entry));
  }

  private SubjectId subjectOf(CommittedEntry entry) {
    SubjectId subject = state.subjectOf(entry.header().subjectRef());
    if (subject == null) {
      throw new VarveException(
          "entry "
              + entry.sequence()
              + ": subject ref "
              + entry.header().subjectRef()
              + " was never introduced");
    }
    return subject;
  }

  /**
   * What proves to somebody without any key what an entry says; null when it was erased.
   *
   * @throws VarveException when the envelope is not authentic
   */
  public EntryProof.@Nullable Opening reveal(CommittedEntry entry) {
    SubjectId subject = subjectOf(entry);
    byte[] stored = entry.storedPayload();
    Envelope envelope = Envelope.of(stored);
    byte[] cbor = sealer.open(entry.header().sealedContext(), subject, envelope);
    byte[] r = cbor == null ? null : sealer.commitmentKey(subject, envelope);
    return cbor == null || r == null
        ? null
        : new EntryProof.Opening(ByteString.of(stored), ByteString.of(r), ByteString.of(cbor));
  }

  OpenedEvent open(CommittedEntry entry, SubjectId subject) {
    try {
      byte[] context = entry.header().sealedContext();
      byte[] cbor = sealer.open(context, subject, Envelope.of(entry.storedPayload()));
      if (cbor == null) {
        keys.met(subject, 0);
        return new OpenedEvent(Availability.ERASED, null, null);
      }
      CborMap payload = CborMap.decode(cbor);
      MemoryEvent event =
          registry.decode(
              entry.header().eventType(),
              entry.header().schemaVersion(),
              payload,
              envelope -> value(subject, context, Envelope.of(envelope)));
      return event == null
          ? new OpenedEvent(Availability.UNKNOWN_TYPE, payload, null)
          : new OpenedEvent(Availability.OPEN, payload, event);
    } catch (VarveException e) {
      throw new VarveException("entry " + entry.sequence() + ": " + e.getMessage(), e);
    }
  }

  private SealedValue value(SubjectId subject, byte[] context, Envelope envelope) {
    keys.met(subject, envelope.generation());
    return SealedValue.stored(subject, context, envelope);
  }
}
