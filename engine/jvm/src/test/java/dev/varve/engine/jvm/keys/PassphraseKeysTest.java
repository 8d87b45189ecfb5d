package dev.varve.engine.jvm.keys;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.engine.command.Actor;
import dev.varve.engine.entry.LogId;
import dev.varve.engine.event.EngineEvent;
import dev.varve.engine.event.EventRegistry;
import dev.varve.engine.jvm.LogFolder;
import dev.varve.engine.log.LogPorts;
import dev.varve.engine.log.MemoryLog;
import dev.varve.engine.seal.Crypto;
import dev.varve.engine.seal.KeyStoreException;
import dev.varve.engine.seal.SubjectEraser;
import dev.varve.engine.seal.WrongPassphraseException;
import dev.varve.engine.store.Durability;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A log whose keys are wrapped by a passphrase, and others in its place. */
final class PassphraseKeysTest {
  private static final EventRegistry REGISTRY = EventRegistry.builder().build();
  private static final Actor ACTOR = Actor.unsigned("dev.varve.test", 7);

  @TempDir Path temp;

  private LogFolder folder(@Nullable String passphrase) {
    PassphraseSource source =
        passphrase == null
            ? PassphraseFile.of(Map.of())
            : where -> {
              assertEquals(keys().toAbsolutePath(), where.toAbsolutePath());
              return passphrase.toCharArray();
            };
    return new LogFolder(temp.resolve("log"), keys(), Map.of(), source);
  }

  private Path keys() {
    return temp.resolve("keys");
  }

  private MemoryLog open(@Nullable String passphrase, boolean writable) {
    LogFolder folder = folder(passphrase);
    LogPorts ports = writable ? folder.open() : folder.openReadOnly();
    return MemoryLog.open(ports, REGISTRY, Durability.PROCESS);
  }

  private void rewrap(@Nullable String passphrase, @Nullable String next) {
    LogPorts ports = folder(passphrase).open();
    try (MemoryLog log = MemoryLog.open(ports, REGISTRY, Durability.PROCESS)) {
      KeyRewrap.apply(
          ports,
          log.id(),
          new SubjectEraser(log.sealer(), ports.store().snapshots()),
          next == null ? null : next.toCharArray());
      // The log that is open goes on, and signs when it is closed.
      log.writer().record(ACTOR, List.of(new EngineEvent.WrappingKeyRotated()));
    }
  }

  @Test
  void aLogUnderAPassphraseOpensWithItAndWithNothingElse() throws IOException {
    LogId id = folder(null).create(REGISTRY, ACTOR, "test", "open sesame".toCharArray());
    assertFalse(Files.exists(keys().resolve("wrapping.key")));
    Path wrapped = keys().resolve("wrapping.pass");
    assertEquals(93, Files.size(wrapped));
    assertEquals(
        "rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(wrapped)));
    try (MemoryLog log = open("open sesame", false)) {
      assertEquals(id, log.id());
    }
    open("open sesame", true).close();
    assertThrows(WrongPassphraseException.class, () -> open("open sesam", false));
    assertThrows(WrongPassphraseException.class, () -> open("open sesam", true));
    assertThrows(PassphraseNeededException.class, () -> open(null, false));
    // A failed opening holds no lock.
    open("open sesame", true).close();
    Files.setPosixFilePermissions(wrapped, PosixFilePermissions.fromString("rw-r--r--"));
    assertThrows(KeyStoreException.class, () -> open("open sesame", false));
  }

  @Test
  void aNewPassphraseTakesTheOldOnesPlaceAndOldFilesOpenNothingNew() throws IOException {
    LogId unused = folder(null).create(REGISTRY, ACTOR, "test");
    byte[] key = Files.readAllBytes(keys().resolve("wrapping.key"));
    rewrap(null, "first");
    assertFalse(Files.exists(keys().resolve("wrapping.key")));
    assertThrows(PassphraseNeededException.class, () -> open(null, true));
    open("first", true).close();
    byte[] first = Files.readAllBytes(keys().resolve("wrapping.pass"));
    rewrap("first", "second");
    assertThrows(WrongPassphraseException.class, () -> open("first", true));
    open("second", true).close();

    // Who kept the old files has the passphrase of then, not the keys of now.
    byte[] second = Files.readAllBytes(keys().resolve("wrapping.pass"));
    Files.write(keys().resolve("wrapping.pass"), first);
    KeyStoreException refused = assertThrows(KeyStoreException.class, () -> open("first", false));
    assertFalse(refused instanceof WrongPassphraseException);
    Files.write(keys().resolve("wrapping.pass"), second);

    rewrap("second", null);
    assertFalse(Files.exists(keys().resolve("wrapping.pass")));
    assertFalse(Arrays.equals(key, Files.readAllBytes(keys().resolve("wrapping.key"))));
    open(null, true).close();
    try (var files = Files.list(keys())) {
      assertTrue(files.noneMatch(file -> file.getFileName().toString().contains("rotation")));
    }
  }

  @Test
  void aPassphraseIsTheFirstLineOfItsFile() throws IOException {
    Path file = temp.resolve("pass");
    for (String content : new String[] {"a b", "a b\n", "a b\r\n", "a b\nmore"}) {
      Files.writeString(file, content);
      assertArrayEquals("a b".toCharArray(), PassphraseFile.read(file));
    }
    Files.writeString(file, "\u9886 ");
    assertArrayEquals("\u9886 ".toCharArray(), PassphraseFile.read(file));
    for (byte[] bad :
        new byte[][] {
          {}, {'\n'}, {'\r', '\n'}, {(byte) 0xff}, "x".repeat(2000).getBytes(StandardCharsets.UTF_8)
        }) {
      Files.write(file, bad);
      assertThrows(
          KeyStoreException.class,
          () ->
              KeyFiles.create(temp.resolve("none"), Crypto.platform(), PassphraseFile.read(file)));
    }
    assertThrows(KeyStoreException.class, () -> PassphraseFile.read(temp.resolve("missing")));
    assertFalse(Files.exists(temp.resolve("none")));
  }
}
