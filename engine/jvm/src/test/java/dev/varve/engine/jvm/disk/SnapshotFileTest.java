package dev.varve.engine.jvm.disk;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.engine.store.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SnapshotFileTest {
  @TempDir Path temp;

  @Test
  void itIsReplacedAsAWholeAndTakenAwayForGood() throws IOException {
    Path file = temp.resolve("snapshot");
    SnapshotFile slot = new SnapshotFile(file, true);
    assertNull(slot.read());
    slot.replace(new byte[] {1, 2});
    slot.replace(new byte[] {3});
    assertArrayEquals(new byte[] {3}, new SnapshotFile(file, false).read());
    // What a writer left that died on the way.
    Files.write(temp.resolve("snapshot.new"), new byte[] {9, 9});
    assertArrayEquals(new byte[] {3}, slot.read());
    slot.clear();
    assertNull(slot.read());
    try (var files = Files.list(temp)) {
      assertTrue(files.findAny().isEmpty());
    }
  }

  @Test
  void aReaderChangesNothing() {
    SnapshotFile slot = new SnapshotFile(temp.resolve("snapshot"), false);
    assertThrows(StoreException.class, () -> slot.replace(new byte[1]));
    assertThrows(StoreException.class, slot::clear);
  }

  @Test
  void whereverAWriterDiesOneOfTheTwoIsThere() throws IOException {
    Path file = temp.resolve("snapshot");
    Path unfinished = temp.resolve("snapshot.new");
    SnapshotFile slot = new SnapshotFile(file, true);
    byte[] old = {1, 2, 3};
    byte[] next = new byte[600];
    for (int written = 0; written <= next.length; written += 60) {
      slot.replace(old);
      Files.write(unfinished, java.util.Arrays.copyOf(next, written));
      assertArrayEquals(old, new SnapshotFile(file, false).read());
      slot.replace(next);
      assertArrayEquals(next, new SnapshotFile(file, false).read());
      assertTrue(Files.notExists(unfinished));
    }
  }

  @Test
  void whatCannotBeReadIsNone() throws IOException {
    Path file = Files.createDirectory(temp.resolve("snapshot"));
    SnapshotFile slot = new SnapshotFile(file, true);
    assertNull(slot.read());
    Files.createFile(file.resolve("in the way"));
    assertThrows(StoreException.class, () -> slot.replace(new byte[1]));
    assertTrue(Files.notExists(temp.resolve("snapshot.new")));
  }
}
