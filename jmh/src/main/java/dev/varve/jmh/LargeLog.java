package dev.varve.jmh;

import dev.varve.engine.clock.EngineClock;
import dev.varve.engine.command.Actor;
import dev.varve.engine.command.Command;
import dev.varve.engine.command.Context;
import dev.varve.engine.command.NewEvent;
import dev.varve.engine.entry.ByteString;
import dev.varve.engine.entry.StreamId;
import dev.varve.engine.entry.SubjectId;
import dev.varve.engine.jvm.chronicle.ChronicleEntryStore;
import dev.varve.engine.jvm.disk.FolderTree;
import dev.varve.engine.log.LogPorts;
import dev.varve.engine.log.MemoryLog;
import dev.varve.engine.seal.AesGcmKeyWrapper;
import dev.varve.engine.seal.Crypto;
import dev.varve.engine.seal.MemorySubjectKeyStore;
import dev.varve.engine.store.Durability;
import dev.varve.engine.store.EntryStore;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A log of many entries in a folder of its own, closed, to be opened and verified. */
final class LargeLog implements Closeable {
  /** Bytes of payload before sealing. */
  static final int PAYLOAD = 200;

  private static final int BATCH = 1_000;

  private final Crypto crypto = Crypto.platform();
  private final Path folder;
  private final MemorySubjectKeyStore keys = new MemorySubjectKeyStore();
  private final byte[] wrappingKey = crypto.random(32);

  private LargeLog(Path folder) {
    this.folder = folder;
  }

  /**
   * Makes one. Closing it leaves a snapshot when it is long; a few more entries follow that one.
   *
   * @param entries beside genesis, a multiple of a thousand
   */
  static LargeLog of(int entries) {
    try {
      LargeLog log = new LargeLog(Files.createTempDirectory("varve-jmh-"));
      // For a run that is interrupted; a finished one has deleted its folder by then.
      Runtime.getRuntime().addShutdownHook(new Thread(log::close));
      log.fill(entries);
      return log;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void fill(int entries) {
    Context context = Context.of(Actor.unsigned("dev.varve.jmh", 1));
    MemoryLog made =
        MemoryLog.create(
            ports(ChronicleEntryStore.create(place())),
            MemoryLog.newId(crypto),
            PayloadWritten.REGISTRY,
            context.actor(),
            "jmh",
            Durability.PROCESS);
    append(made, context, entries);
    made.close();
    if (entries > 0) {
      MemoryLog reopened = open();
      append(reopened, context, BATCH);
      reopened.close();
    }
  }

  private void append(MemoryLog log, Context context, int entries) {
    StreamId stream = log.streamOf("jmh", "stream");
    ByteString content = ByteString.of(crypto.random(PAYLOAD - PayloadWritten.CBOR_HEAD));
    NewEvent event = new NewEvent(stream, SubjectId.LOG, new PayloadWritten(content));
    for (int i = 0; i < entries; i += BATCH) {
      List<NewEvent> events = new ArrayList<>(BATCH);
      for (int n = 0; n < BATCH; n++) {
        events.add(event);
      }
      log.writer().append(Command.of(log.newCommandId(), context, events));
    }
  }

  private Path place() {
    return folder.resolve("log");
  }

  private LogPorts ports(EntryStore store) {
    return new LogPorts(
        store, keys, new AesGcmKeyWrapper(crypto, wrappingKey), crypto, EngineClock.system());
  }

  /** Opens it for writing. */
  MemoryLog open() {
    return MemoryLog.open(
        ports(ChronicleEntryStore.open(place())), PayloadWritten.REGISTRY, Durability.PROCESS);
  }

  /** Its store alone, for reading. */
  EntryStore store() {
    return ChronicleEntryStore.openReadOnly(place());
  }

  @Override
  public void close() {
    try {
      if (Files.exists(folder)) {
        FolderTree.delete(folder);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
