package dev.varve.jmh;

import dev.varve.engine.clock.EngineClock;
import dev.varve.engine.command.Actor;
import dev.varve.engine.command.Command;
import dev.varve.engine.command.Context;
import dev.varve.engine.command.NewEvent;
import dev.varve.engine.entry.ByteString;
import dev.varve.engine.entry.CommandId;
import dev.varve.engine.entry.StreamId;
import dev.varve.engine.entry.SubjectId;
import dev.varve.engine.log.CommandReceipt;
import dev.varve.engine.log.LogPorts;
import dev.varve.engine.log.LogWriter;
import dev.varve.engine.log.MemoryLog;
import dev.varve.engine.seal.AesGcmKeyWrapper;
import dev.varve.engine.seal.Crypto;
import dev.varve.engine.seal.MemorySubjectKeyStore;
import dev.varve.engine.store.Durability;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * A log to append to, on one of the stores. It is thrown away and begun anew after a fixed number
 * of entries and after each iteration, so that neither heap nor disk grows with the time measured;
 * spread over that many entries a new log costs nothing that shows.
 */
@State(Scope.Benchmark)
public class BenchedLog {
  /** Bytes of payload before sealing; what is stored is longer by the envelope. */
  static final int PAYLOAD = 64;

  /** Subjects whose keys take turns; a power of two. */
  static final int SUBJECTS = 8;

  @Param({"memory", "chronicle"})
  String store = "memory";

  private final Crypto crypto = Crypto.platform();
  private final Context context = Context.of(Actor.unsigned("dev.varve.jmh", 1));
  private List<List<NewEvent>> commands = List.of();
  private @Nullable BenchedStore entries;
  private @Nullable MemoryLog log;
  private @Nullable LogWriter writer;
  private long appended;

  @Setup(Level.Iteration)
  public void open() {
    BenchedStore opening = BenchedStore.open(store);
    LogPorts ports =
        new LogPorts(
            opening.store(),
            new MemorySubjectKeyStore(),
            new AesGcmKeyWrapper(crypto, crypto.random(32)),
            crypto,
            EngineClock.system());
    MemoryLog opened =
        MemoryLog.create(
            ports,
            MemoryLog.newId(crypto),
            PayloadWritten.REGISTRY,
            context.actor(),
            "jmh",
            Durability.PROCESS);
    commands = commands(opened);
    entries = opening;
    log = opened;
    writer = opened.writer();
    appended = 0;
  }

  private List<List<NewEvent>> commands(MemoryLog opened) {
    List<List<NewEvent>> events = new ArrayList<>();
    for (int i = 0; i < SUBJECTS; i++) {
      SubjectId subject = opened.newSubject();
      StreamId stream = opened.streamOf("jmh", "stream " + i);
      ByteString content = ByteString.of(crypto.random(PAYLOAD - PayloadWritten.CBOR_HEAD));
      events.add(List.of(new NewEvent(stream, subject, new PayloadWritten(content))));
    }
    // Introduces the subjects and makes their keys, so that no measured append does.
    events.forEach(
        each -> opened.writer().append(Command.of(opened.newCommandId(), context, each)));
    return events;
  }

  /** Appends one entry. */
  CommandReceipt append() {
    if (entries != null && appended == entries.limit()) {
      close();
      open();
    }
    LogWriter open = writer;
    if (open == null) {
      throw new IllegalStateException("the log is closed");
    }
    long count = appended++;
    // Spread over the whole range, as random ids are, so that the index of ids is as deep.
    CommandId id = new CommandId(count * 0x9e3779b97f4a7c15L, count);
    List<NewEvent> events = commands.get((int) count & (SUBJECTS - 1));
    return open.append(Command.of(id, context, events));
  }

  @TearDown(Level.Iteration)
  public void close() {
    if (log != null) {
      log.close();
      log = null;
      writer = null;
    }
    if (entries != null) {
      entries.close();
      entries = null;
    }
  }
}
