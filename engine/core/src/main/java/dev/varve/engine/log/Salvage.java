package dev.varve.engine.log;

import dev.varve.engine.VarveException;
import dev.varve.engine.cbor.CborMap;
import dev.varve.engine.command.Actor;
import dev.varve.engine.command.Command;
import dev.varve.engine.command.NewEvent;
import dev.varve.engine.entry.ByteString;
import dev.varve.engine.entry.CommandId;
import dev.varve.engine.entry.EntryHeader;
import dev.varve.engine.entry.LogPosition;
import dev.varve.engine.entry.StreamId;
import dev.varve.engine.entry.SubjectId;
import dev.varve.engine.event.EngineEvent;
import dev.varve.engine.event.MemoryEvent;
import dev.varve.engine.log.RecoveryOutcome.Reason;
import dev.varve.engine.seal.Envelope;
import dev.varve.engine.seal.KeyBrokenException;
import dev.varve.engine.seal.KeyStoreException;
import dev.varve.engine.seal.PayloadSealer;
import dev.varve.engine.seal.SealedValue;
import dev.varve.engine.seal.SubjectKeyStore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Appends lost commands again, each as a new command that names its origin and has the id of the
 * old one, so that sending it again adds nothing. What it holds was opened under the log's keys and
 * is sealed anew; a value whose key is gone stays shut. Not thread-safe.
 */
final class Salvage {
  private final MemoryLog log;
  private final Actor actor;
  private final SalvagedNames names;
  private final PayloadSealer sealer;
  private final Set<SubjectId> keyed = new LinkedHashSet<>();
  private final StreamId ownStream;

  /** What became of every lost entry that was looked at; null: it is here again, or of no use. */
  private final Map<LogPosition, @Nullable Reason> fates = new HashMap<>();

  private long commands;
  private long entries;

  /** Appends to {@code log}, whose keys {@code keys} holds. */
  Salvage(MemoryLog log, SubjectKeyStore keys, SalvagedNames names, Actor actor) {
    this.log = log;
    this.actor = actor;
    this.names = names;
    this.sealer = log.sealer();
    this.ownStream = new StreamId(log.id().high(), log.id().low());
    for (SubjectKeyStore.Row row : keys.rows()) {
      keyed.add(row.subject());
    }
  }

  long commands() {
    return commands;
  }

  long entries() {
    return entries;
  }

  Map<LogPosition, @Nullable Reason> fates() {
    return fates;
  }

  /** Takes note of the name or subject that a lost entry introduced. Nothing is appended. */
  void learn(byte[] record) {
    if (opened(record, SubjectId.LOG).event() instanceof EngineEvent event) {
      names.learn(event);
    }
  }

  /** Appends a complete command again, as far as it can be opened. */
  void append(List<byte[]> command) {
    CommandId id = EntryHeader.of(command.get(0)).command();
    List<NewEvent> events = new ArrayList<>();
    List<EntryHeader> erased = new ArrayList<>();
    for (byte[] record : command) {
      EntryHeader header = EntryHeader.of(record);
      Opened opened = opened(record);
      if (opened.reason() == Reason.ERASED) {
        erased.add(header);
      } else if (opened.reason() != null) {
        fate(command, opened.reason());
        return;
      } else if (opened.event() != null && isWorthRepeating(opened.event())) {
        events.add(new NewEvent(header.stream(), opened.subject(), inThisLog(opened.event())));
      }
    }
    if (!events.isEmpty() && !isAppended(id, command, events)) {
      fate(command, Reason.REFUSED);
      return;
    }
    fate(command, null);
    for (EntryHeader header : erased) {
      fates.put(header.position(), Reason.ERASED);
    }
  }

  private boolean isAppended(CommandId id, List<byte[]> command, List<NewEvent> events) {
    EntryHeader first = EntryHeader.of(command.get(0));
    EntryHeader last = EntryHeader.of(command.get(command.size() - 1));
    List<NewEvent> all = new ArrayList<>(events.size() + 1);
    all.add(
        new NewEvent(
            ownStream,
            SubjectId.LOG,
            new EngineEvent.CommandSalvaged(
                first.epoch(),
                first.sequence(),
                last.sequence(),
                ByteString.of(last.entryHash()))));
    all.addAll(events);
    try {
      CommandReceipt receipt =
          log.writer().appendSalvaged(Command.of(id, names.context(first, log, actor), all));
      if (!receipt.repeated()) {
        commands++;
        entries += events.size();
      }
      return true;
    } catch (AppendRefusedException e) {
      return false;
    }
  }

  private void fate(List<byte[]> command, @Nullable Reason reason) {
    for (byte[] record : command) {
      fates.put(EntryHeader.of(record).position(), reason);
    }
  }

  /** Names, subjects and clocks are the writer's own business, and what was void stays so. */
  private boolean isWorthRepeating(MemoryEvent event) {
    if (event instanceof EngineEvent.SubjectErased gone) {
      return !log.isErased(gone.subject());
    }
    return !(event instanceof EngineEvent.LogCreated
        || event instanceof EngineEvent.NameIntroduced
        || event instanceof EngineEvent.SubjectIntroduced
        || event instanceof EngineEvent.CommandAbandoned
        || event instanceof EngineEvent.ClockAdjusted
        || event instanceof EngineEvent.EpochBegan
        || event instanceof EngineEvent.TailTruncated);
  }

  private MemoryEvent inThisLog(MemoryEvent event) {
    return event instanceof EngineEvent.SubjectErased gone
        ? new EngineEvent.SubjectErased(Math.max(0, log.subjectRef(gone.subject())), gone.subject())
        : event;
  }

  private record Opened(SubjectId subject, @Nullable MemoryEvent event, @Nullable Reason reason) {}

  private Opened opened(byte[] record) {
    EntryHeader header = EntryHeader.of(record);
    SubjectId subject = names.subject(header.subjectRef());
    if (subject != null) {
      return opened(record, subject);
    }
    for (SubjectId candidate : names.withoutRef(keyed)) {
      Opened opened = opened(record, candidate);
      if (opened.reason() == null) {
        names.learn(header.subjectRef(), candidate);
        return opened;
      }
    }
    return new Opened(SubjectId.LOG, null, Reason.SUBJECT_UNKNOWN);
  }

  private Opened opened(byte[] record, SubjectId subject) {
    EntryHeader header = EntryHeader.of(record);
    byte[] context = header.sealedContext();
    try {
      Envelope envelope = Envelope.of(Arrays.copyOfRange(record, EntryHeader.SIZE, record.length));
      byte[] cbor = sealer.open(context, subject, envelope);
      if (cbor == null) {
        return new Opened(subject, null, Reason.ERASED);
      }
      MemoryEvent event =
          log.registry()
              .decode(
                  header.eventType(),
                  header.schemaVersion(),
                  CborMap.decode(cbor),
                  value -> anew(subject, context, Envelope.of(value)));
      return event == null
          ? new Opened(subject, null, Reason.UNKNOWN_TYPE)
          : new Opened(subject, event, null);
    } catch (KeyBrokenException e) {
      return new Opened(subject, null, Reason.ERASED);
    } catch (KeyStoreException e) {
      // Nothing is known of the key; what it sealed is not given up for that.
      throw e;
    } catch (VarveException e) {
      return new Opened(subject, null, Reason.NOT_AUTHENTIC);
    }
  }

  /** The value to be sealed for another entry; as it stands when nobody can open it. */
  private SealedValue anew(SubjectId subject, byte[] context, Envelope envelope) {
    CborMap content = SealedValue.stored(subject, context, envelope).open(sealer);
    return content == null ? SealedValue.carried(envelope) : SealedValue.fresh(content);
  }
}
