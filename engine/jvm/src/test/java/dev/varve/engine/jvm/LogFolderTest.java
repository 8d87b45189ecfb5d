package dev.varve.engine.jvm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.engine.command.Actor;
import dev.varve.engine.event.EventRegistry;
import dev.varve.engine.log.LogPorts;
import dev.varve.engine.seal.KeyStoreException;
import dev.varve.engine.store.EntryStore;
import dev.varve.engine.store.EntryStoreConformance;
import dev.varve.engine.store.LogLockedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Making and opening logs with their keys. */
final class LogFolderTest {
  @TempDir Path temp;

  private static void create(LogFolder folder) {
    Actor actor = Actor.unsigned("org.example.test", 1);
    folder.create(EventRegistry.builder().build(), actor, "varve test");
  }

  private static void closeAll(LogPorts ports) {
    ports.store().close();
    ports.keys().close();
  }

  @Test
  void aLogAndItsCopyAreNotWrittenAtTheSameTime() throws IOException {
    Path keys = temp.resolve("keys");
    LogFolder log = new LogFolder(temp.resolve("log"), keys, Map.of());
    LogFolder copy = new LogFolder(temp.resolve("copy"), keys, Map.of());
    create(log);
    copy.fill(
        store -> {
          try (EntryStore from = log.openStoreReadOnly();
              var cursor = from.cursor(0)) {
            for (byte[] record = cursor.next(); record != null; record = cursor.next()) {
              store.append(record);
            }
          }
        });

    LogPorts first = log.open();
    LogLockedException refused = assertThrows(LogLockedException.class, copy::open);
    assertTrue(refused.toString().contains("the keys in " + keys), refused.toString());
    closeAll(copy.openReadOnly());
    closeAll(first);

    LogPorts second = copy.open();
    assertThrows(LogLockedException.class, log::open);
    closeAll(second);
    closeAll(log.open());
  }

  @Test
  void aFillingThatFailsLeavesNoFolderAboveEither() {
    LogFolder folder = new LogFolder(temp.resolve("q/r/s/log"), null, Map.of());
    IllegalStateException failure = new IllegalStateException("no more");
    IllegalStateException thrown =
        assertThrows(
            IllegalStateException.class,
            () ->
                folder.fill(
                    store -> {
                      store.append(EntryStoreConformance.record(0, 300));
                      throw failure;
                    }));
    assertEquals(failure, thrown);
    assertFalse(Files.exists(temp.resolve("q")));
  }

  @Test
  void aCreationWhoseKeysCannotBeMadeLeavesNoFolderEither() throws IOException {
    Path file = Files.createFile(temp.resolve("file"));
    LogFolder folder = new LogFolder(temp.resolve("q/r/s/log"), file, Map.of());
    assertThrows(KeyStoreException.class, () -> create(folder));
    assertFalse(Files.exists(temp.resolve("q")));
    assertEquals(0, Files.size(file));
  }
}
