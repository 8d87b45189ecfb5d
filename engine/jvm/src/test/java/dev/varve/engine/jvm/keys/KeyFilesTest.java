package dev.varve.engine.jvm.keys;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.engine.entry.LogId;
import dev.varve.engine.seal.Crypto;
import dev.varve.engine.seal.KeyRing;
import dev.varve.engine.seal.KeyStoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class KeyFilesTest {
  private static final LogId LOG = new LogId(1, 2);
  private static final byte[] CONTEXT = {1, 2, 3};

  @TempDir Path temp;

  private static String permissions(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  private static void permit(Path path, String permissions) throws IOException {
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
  }

  @Test
  void filesAndFoldersAreTheirOwnersAlone() throws IOException {
    Path keys = temp.resolve("a/b/keys");
    try (KeyFiles files = KeyFiles.create(keys)) {
      KeyRing.create(LOG, files.subjectKeys(), files.keyWrapper(), Crypto.platform());
    }
    assertEquals("rwx------", permissions(keys));
    assertEquals("rwx------", permissions(temp.resolve("a")));
    for (String name :
        new String[] {"wrapping.key", "kek.wrapped", "subjects.keys", "writer.lock"}) {
      assertEquals("rw-------", permissions(keys.resolve(name)), name);
    }
    try (var all = Files.list(keys)) {
      assertEquals(4, all.count());
    }
  }

  @Test
  void anEmptyFolderIsClosedToOthers() throws IOException {
    Path keys = Files.createDirectory(temp.resolve("keys"));
    permit(keys, "rwxr-xr-x");
    KeyFiles.create(keys).close();
    assertEquals("rwx------", permissions(keys));
  }

  @Test
  void aFolderThatOthersMayWriteToIsRefused() throws IOException {
    Path keys = Files.createDirectory(temp.resolve("keys"));
    Files.writeString(keys.resolve("other"), "x");
    permit(keys, "rwxrwx---");
    KeyStoreException refused = assertThrows(KeyStoreException.class, () -> KeyFiles.create(keys));
    assertTrue(refused.toString().contains("chmod 700"), refused.toString());
    assertFalse(Files.exists(keys.resolve("wrapping.key")));
    permit(keys, "rwxr-x---");
    KeyFiles.create(keys).close();
    permit(keys, "rwx----w-");
    assertThrows(KeyStoreException.class, () -> KeyFiles.open(keys, false));
  }

  @Test
  void aKeyFileThatOthersMayOpenIsRefusedWithTheRemedy() throws IOException {
    Path keys = temp.resolve("keys");
    KeyFiles.create(keys).close();
    Path key = keys.resolve("wrapping.key");
    for (String open : new String[] {"rw-r-----", "rw----r--", "rw--w----", "rw-r--r--"}) {
      permit(key, open);
      KeyStoreException refused =
          assertThrows(KeyStoreException.class, () -> KeyFiles.open(keys, false));
      assertTrue(refused.toString().contains("chmod 600"), refused.toString());
      assertTrue(refused.toString().contains(key.toString()), refused.toString());
    }
    permit(key, "r--------");
    KeyFiles.open(keys, false).close();
  }

  @Test
  void aKeyRingOpensAgainFromItsFiles() {
    Path keys = temp.resolve("keys");
    Crypto crypto = Crypto.platform();
    try (KeyFiles files = KeyFiles.create(keys)) {
      KeyRing.create(LOG, files.subjectKeys(), files.keyWrapper(), crypto).close();
    }
    try (KeyFiles files = KeyFiles.open(keys, false)) {
      KeyRing.open(LOG, files.subjectKeys(), files.keyWrapper(), crypto).close();
    }
    try (KeyFiles files = KeyFiles.open(keys, false)) {
      assertThrows(
          KeyStoreException.class,
          () -> KeyRing.open(new LogId(1, 3), files.subjectKeys(), files.keyWrapper(), crypto));
    }
  }

  @Test
  void whatOneHandleWrappedAnotherUnwraps() {
    Path keys = temp.resolve("keys");
    byte[] key = Crypto.platform().random(32);
    byte[] wrapped;
    try (KeyFiles files = KeyFiles.create(keys)) {
      wrapped = files.keyWrapper().wrap(key, CONTEXT);
    }
    try (KeyFiles files = KeyFiles.open(keys, true)) {
      assertArrayEquals(key, files.keyWrapper().unwrap(wrapped, CONTEXT));
      assertThrows(
          KeyStoreException.class, () -> files.keyWrapper().unwrap(wrapped, new byte[] {1, 2}));
    }
  }

  @Test
  void everyFolderGetsAKeyOfItsOwn() throws IOException {
    KeyFiles.create(temp.resolve("a")).close();
    KeyFiles.create(temp.resolve("b")).close();
    byte[] a = Files.readAllBytes(temp.resolve("a/wrapping.key"));
    byte[] b = Files.readAllBytes(temp.resolve("b/wrapping.key"));
    assertEquals(32, a.length);
    assertFalse(java.util.Arrays.equals(a, b));
  }

  @Test
  void keysThatAreThereAreNotReplaced() throws IOException {
    Path keys = temp.resolve("keys");
    KeyFiles.create(keys).close();
    byte[] before = Files.readAllBytes(keys.resolve("wrapping.key"));
    assertThrows(KeyStoreException.class, () -> KeyFiles.create(keys));
    assertArrayEquals(before, Files.readAllBytes(keys.resolve("wrapping.key")));
  }

  @Test
  void lookingForKeysCreatesNothing() {
    Path keys = temp.resolve("keys");
    assertThrows(KeyStoreException.class, () -> KeyFiles.open(keys, true));
    assertThrows(KeyStoreException.class, () -> KeyFiles.open(keys, false));
    assertFalse(Files.exists(keys));
  }

  @Test
  void aKeyFileOfAnotherLengthIsRefused() throws IOException {
    Path keys = temp.resolve("keys");
    KeyFiles.create(keys).close();
    Path key = keys.resolve("wrapping.key");
    byte[] whole = Files.readAllBytes(key);
    for (int length : new int[] {0, 31}) {
      Files.write(key, java.util.Arrays.copyOf(whole, length));
      KeyStoreException refused =
          assertThrows(KeyStoreException.class, () -> KeyFiles.open(keys, true));
      assertTrue(refused.toString().contains("expected a key of 32"), refused.toString());
    }
  }

  @Test
  void keysInsideTheLogAreRefusedThroughSymbolicLinksToo() throws IOException {
    Path log = Files.createDirectory(temp.resolve("log"));
    Path link = Files.createSymbolicLink(temp.resolve("link"), log);
    Path beside = Files.createDirectory(temp.resolve("beside"));
    Path inward = Files.createSymbolicLink(beside.resolve("inward"), log);
    for (Path inside :
        new Path[] {
          log,
          log.resolve("keys"),
          log.resolve("a/b"),
          link.resolve("keys"),
          inward.resolve("keys"),
          beside.resolve("../log/keys")
        }) {
      assertThrows(
          KeyStoreException.class, () -> KeyFiles.requireOutside(inside, log), inside.toString());
      assertThrows(KeyStoreException.class, () -> KeyFiles.requireOutside(inside, link));
    }
    for (Path outside :
        new Path[] {beside, temp.resolve("log-keys"), log.resolve("../keys"), temp}) {
      assertDoesNotThrow(() -> KeyFiles.requireOutside(outside, log));
    }
    Path none = temp.resolve("none");
    assertThrows(
        KeyStoreException.class, () -> KeyFiles.requireOutside(none.resolve("keys"), none));
    try (KeyFiles files = KeyFiles.create(log.resolve("keys"))) {
      assertThrows(KeyStoreException.class, () -> files.requireOutside(link));
    }
  }
}
