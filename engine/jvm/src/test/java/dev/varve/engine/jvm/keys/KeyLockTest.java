package dev.varve.engine.jvm.keys;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.engine.entry.ByteString;
import dev.varve.engine.entry.SubjectId;
import dev.varve.engine.jvm.chronicle.ChildJvm;
import dev.varve.engine.seal.KeyStoreException;
import dev.varve.engine.seal.SubjectKeyStore.Row;
import dev.varve.engine.store.LogLockedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One writer of a key folder, whichever copy of the log it writes. */
final class KeyLockTest {
  private static final SubjectId ANN = new SubjectId(1, 2);

  @TempDir Path temp;
  private Path keys = Path.of("");

  @BeforeEach
  void place() {
    keys = temp.resolve("keys");
  }

  private static Row row(int generation) {
    byte[] wrapped = new byte[60];
    wrapped[0] = (byte) generation;
    return new Row(ANN, generation, ByteString.of(wrapped));
  }

  @Test
  void aSecondWriterOfThisProcessIsRefusedAndTheFirstKeepsItsLock() throws IOException {
    String pid = "pid " + ProcessHandle.current().pid();
    try (KeyFiles first = KeyFiles.create(keys)) {
      for (Path name : List.of(keys, keys.resolve("../keys"))) {
        LogLockedException refused =
            assertThrows(LogLockedException.class, () -> KeyFiles.open(name, true));
        assertTrue(refused.toString().contains("the keys in " + name), refused.toString());
        assertTrue(refused.toString().contains(pid), refused.toString());
      }
      assertThrows(KeyStoreException.class, () -> KeyFiles.create(keys));
      // A lock of the operating system would be lost if the refused attempts had opened its file.
      try (ChildJvm child = ChildJvm.start(KeyHolder.class, List.of(), keys.toString())) {
        String line = child.line();
        assertTrue(line.startsWith("LogLockedException: the keys in " + keys), line);
        assertTrue(line.contains(pid), line);
      }
      first.subjectKeys().put(List.of(row(0)));
    }
    try (KeyFiles next = KeyFiles.open(keys, true)) {
      assertEquals(0, next.subjectKeys().lastGeneration(ANN));
    }
    assertEquals(0, Files.size(keys.resolve("writer.lock")));
  }

  @Test
  void aWriterInAnotherProcessIsNamedAndItsDeathGivesTheKeysFree() throws IOException {
    KeyFiles.create(keys).close();
    try (ChildJvm child = ChildJvm.start(KeyHolder.class, List.of(), keys.toString())) {
      assertEquals("holding keys", child.line());
      LogLockedException refused =
          assertThrows(LogLockedException.class, () -> KeyFiles.open(keys, true));
      assertTrue(refused.toString().contains("pid " + child.pid()), refused.toString());
      KeyFiles.open(keys, false).close();
      child.kill();
      try (KeyFiles files = KeyFiles.open(keys, true)) {
        files.subjectKeys().put(List.of(row(0)));
      }
    }
  }

  @Test
  void readingTakesNoLockAndChangesNothing() throws IOException {
    KeyFiles.create(keys).close();
    Files.delete(keys.resolve("writer.lock"));
    FileTime before = Files.getLastModifiedTime(keys);
    try (KeyFiles one = KeyFiles.open(keys, false);
        KeyFiles two = KeyFiles.open(keys, false)) {
      assertEquals(one.folder(), two.folder());
      assertFalse(Files.exists(keys.resolve("writer.lock")));
    }
    assertEquals(before, Files.getLastModifiedTime(keys));
  }

  @Test
  void anOpeningThatFailsGivesTheLockUp() throws IOException {
    KeyFiles.create(keys).close();
    Path subjects = keys.resolve("subjects.keys");
    byte[] whole = Files.readAllBytes(subjects);
    Files.write(subjects, new byte[16]);
    assertThrows(KeyStoreException.class, () -> KeyFiles.open(keys, true));
    assertThrows(KeyStoreException.class, () -> KeyFiles.open(keys, true));
    Files.write(subjects, whole);
    KeyFiles.open(keys, true).close();
  }

  @Test
  void keysThatWereNotToBeLeaveNoFolder() {
    Path deep = temp.resolve("a/b/keys");
    KeyFiles files = KeyFiles.create(deep);
    files.close();
    files.delete();
    assertFalse(Files.exists(temp.resolve("a")));
  }

  @Test
  void anInterruptedThreadCreatesOpensAndCloses() throws IOException {
    byte[] wrapped = {1, 2, 3};
    Thread.currentThread().interrupt();
    try (KeyFiles files = KeyFiles.create(keys)) {
      files.subjectKeys().putWrappingKey(wrapped);
      files.subjectKeys().put(List.of(row(0)));
      files.subjectKeys().force();
      assertTrue(Thread.currentThread().isInterrupted());
    }
    try (KeyFiles files = KeyFiles.open(keys, true)) {
      assertArrayEquals(wrapped, files.subjectKeys().wrappingKey());
      assertEquals(0, files.subjectKeys().lastGeneration(ANN));
    }
    assertTrue(Thread.interrupted());
    assertEquals(0, Files.size(keys.resolve("writer.lock")));
  }
}
