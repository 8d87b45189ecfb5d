package dev.varve.engine.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.engine.cbor.CborMap;
import dev.varve.engine.clock.EngineClock;
import dev.varve.engine.command.Actor;
import dev.varve.engine.command.Command;
import dev.varve.engine.command.Context;
import dev.varve.engine.command.NewEvent;
import dev.varve.engine.entry.StreamId;
import dev.varve.engine.entry.SubjectId;
import dev.varve.engine.event.EventCodec;
import dev.varve.engine.event.EventRegistry;
import dev.varve.engine.event.EventType;
import dev.varve.engine.event.MemoryEvent;
import dev.varve.engine.seal.AesGcmKeyWrapper;
import dev.varve.engine.seal.Crypto;
import dev.varve.engine.seal.MemorySubjectKeyStore;
import dev.varve.engine.seal.SealedValue;
import dev.varve.engine.store.Durability;
import dev.varve.engine.store.memory.MemoryEntryStore;
import dev.varve.engine.verify.LogVerifier;
import dev.varve.engine.verify.Verdict;
import dev.varve.engine.verify.VerificationReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class MemoryLogTest {
  record NoteTaken(String text, SealedValue secret) implements MemoryEvent {}

  static final class NoteCodec implements EventCodec<NoteTaken> {
    @Override
    public CborMap encode(NoteTaken event, ValueSealer sealer) {
      return CborMap.builder().put(1, event.text()).put(2, sealer.seal(event.secret())).build();
    }

    @Override
    public NoteTaken decode(CborMap payload, ValueBinder binder) {
      return new NoteTaken(payload.getString(1), binder.bind(payload.getBytes(2)));
    }
  }

  static final EventRegistry REGISTRY =
      EventRegistry.builder()
          .register(new EventType(900, 1, "NoteTaken"), NoteTaken.class, new NoteCodec())
          .build();
  static final Actor ACTOR = Actor.unsigned("dev.varve.test", 7);

  final MemoryEntryStore store = new MemoryEntryStore();
  final MemorySubjectKeyStore keys = new MemorySubjectKeyStore();
  final LogPorts ports = ports(store);

  LogPorts ports(MemoryEntryStore entries) {
    return new LogPorts(
        entries,
        keys,
        new AesGcmKeyWrapper(Crypto.platform(), new byte[32]),
        Crypto.platform(),
        EngineClock.system());
  }

  MemoryLog create() {
    return MemoryLog.create(
        ports, MemoryLog.newId(Crypto.platform()), REGISTRY, ACTOR, "test", Durability.PROCESS);
  }

  static NewEvent note(StreamId stream, SubjectId subject, String text, String secret) {
    SealedValue value = SealedValue.fresh(CborMap.builder().put(0, secret).build());
    return new NewEvent(stream, subject, new NoteTaken(text, value));
  }

  @Test
  void whatWasAppendedIsReadBackFromAnotherHandle() {
    MemoryLog log = create();
    StreamId stream = log.streamOf("note", "shopping");
    SubjectId subject = log.newSubject();
    Command command =
        Command.of(
            log.newCommandId(),
            Context.of(ACTOR),
            List.of(note(stream, subject, "first", "s1"), note(stream, subject, "second", "s2")));
    CommandReceipt receipt = log.writer().append(command);
    assertFalse(receipt.repeated());
    assertEquals(3, receipt.entries().size());
    assertTrue(log.writer().append(command).repeated());

    MemoryLog other = MemoryLog.open(ports(store.reader()), REGISTRY, Durability.PROCESS);
    List<String> seen = new ArrayList<>();
    try (LogReader reader = other.reader()) {
      List<CommittedEntry> entries;
      EventOpener opener = other.opener();
      while ((entries = reader.next()) != null) {
        for (CommittedEntry entry : entries) {
          if (opener.open(entry).event() instanceof NoteTaken taken) {
            CborMap opened = Objects.requireNonNull(taken.secret().open(other.sealer()));
            seen.add(taken.text() + opened.getString(0) + taken.secret().generation());
          }
        }
      }
    }
    assertEquals(List.of("firsts11", "seconds22"), seen);
    assertEquals(1, other.streamVersion(stream));
    VerificationReport report = LogVerifier.verify(store.reader());
    assertEquals(Verdict.OK, report.verdict());
    assertEquals(log.id(), report.logId());
    assertThrows(dev.varve.engine.VarveException.class, other::writer);
    assertNull(other.name(99));
  }
}
