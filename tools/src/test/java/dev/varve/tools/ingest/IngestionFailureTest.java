package dev.varve.tools.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.engine.command.Actor;
import dev.varve.engine.jvm.LogFolder;
import dev.varve.engine.log.LogPorts;
import dev.varve.engine.store.Durability;
import dev.varve.engine.store.EntryStore;
import dev.varve.engine.store.StoreException;
import dev.varve.projections.AgentMemory;
import dev.varve.tools.Cli;
import dev.varve.tools.recording.Recording;
import dev.varve.tools.recording.RecordingException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class IngestionFailureTest {
  @TempDir Path folder;

  /** A store that is full once it has so many entries. */
  private static EntryStore fullAt(EntryStore store, long entries) {
    return (EntryStore)
        Proxy.newProxyInstance(
            EntryStore.class.getClassLoader(),
            new Class<?>[] {EntryStore.class},
            (proxy, method, args) -> {
              if (method.getName().equals("append") && store.size() >= entries) {
                throw new StoreException("no space left");
              }
              try {
                return method.invoke(store, args);
              } catch (InvocationTargetException e) {
                throw Objects.requireNonNull(e.getCause());
              }
            });
  }

  @Test
  void whatTheLogDoesNotTakeIsNamedByFileAndLine() {
    Path place = folder.resolve("log");
    Path keys = folder.resolve("keys");
    new Cli(folder).ok("init", place, "--keys", keys);
    Path file = Cli.examples().resolve("coupon/recording.jsonl");
    LogPorts ports = LogFolder.at(place).withKeys(keys).open();
    ports =
        new LogPorts(
            // Genesis alone: the first line's command does not fit any more.
            fullAt(ports.store(), 3), ports.keys(), ports.wrapper(), ports.crypto(), ports.clock());
    Actor actor = Actor.unsigned("dev.varve.tools", 1);
    List<Long> acknowledged = new ArrayList<>();
    try (AgentMemory memory = AgentMemory.open(ports, actor, Durability.PROCESS)) {
      Ingestion ingestion = Ingestion.plan(memory, Recording.read(file).lines(), false, 0);
      RecordingException e =
          assertThrows(
              RecordingException.class,
              () -> ingestion.run(receipt -> acknowledged.add(receipt.firstSequence())));
      String message = String.valueOf(e.getMessage());
      assertTrue(message.startsWith(file + ":1: "), message);
      assertTrue(message.endsWith("no space left"), message);
    }
    assertEquals(List.of(), acknowledged);
  }
}
