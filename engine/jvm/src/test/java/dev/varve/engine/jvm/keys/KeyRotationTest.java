package dev.varve.engine.jvm.keys;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.engine.entry.ByteString;
import dev.varve.engine.entry.SubjectId;
import dev.varve.engine.seal.SubjectKeyStore;
import dev.varve.engine.seal.SubjectKeyStore.Row;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Replacing all keys at once, cut short wherever it can be. */
final class KeyRotationTest {
  private static final SubjectId GONE = new SubjectId(1, 1);
  private static final SubjectId STAYS = new SubjectId(2, 2);

  @TempDir Path temp;
  private Path folder = Path.of(".");

  private static ByteString wrapped(int fill) {
    byte[] bytes = new byte[60];
    Arrays.fill(bytes, (byte) fill);
    return ByteString.of(bytes);
  }

  private static byte[] kek(int fill) {
    return wrapped(fill).toBytes();
  }

  private static final List<Row> SURVIVORS = List.of(new Row(STAYS, 0, wrapped('n')));

  @BeforeEach
  void makeKeys() {
    folder = temp.resolve("keys");
    try (KeyFiles files = KeyFiles.create(folder)) {
      SubjectKeyStore keys = files.subjectKeys();
      keys.putWrappingKey(kek('o'));
      keys.put(
          List.of(
              new Row(GONE, 0, wrapped('g')),
              new Row(GONE, 1, wrapped('h')),
              new Row(STAYS, 0, wrapped('s'))));
      keys.force();
    }
  }

  private void assertOld(boolean writable) {
    try (KeyFiles files = KeyFiles.open(folder, writable)) {
      assertArrayEquals(kek('o'), files.subjectKeys().wrappingKey());
      assertNotNull(files.subjectKeys().get(GONE, 1));
      assertArrayEquals(wrapped('s').toBytes(), files.subjectKeys().get(STAYS, 0));
    }
  }

  private void assertNew(boolean writable) {
    try (KeyFiles files = KeyFiles.open(folder, writable)) {
      assertArrayEquals(kek('k'), files.subjectKeys().wrappingKey());
      assertNull(files.subjectKeys().get(GONE, 0));
      assertEquals(-1, files.subjectKeys().lastGeneration(GONE));
      assertArrayEquals(wrapped('n').toBytes(), files.subjectKeys().get(STAYS, 0));
    }
  }

  private Set<String> names() throws IOException {
    try (Stream<Path> walk = Files.walk(folder)) {
      Set<String> names = new TreeSet<>();
      walk.filter(Files::isRegularFile).forEach(p -> names.add(folder.relativize(p).toString()));
      return names;
    }
  }

  private boolean isAnywhere(int fill) throws IOException {
    String wanted = String.valueOf((char) fill).repeat(60);
    for (String name : names()) {
      byte[] bytes = Files.readAllBytes(folder.resolve(name));
      if (new String(bytes, StandardCharsets.ISO_8859_1).contains(wanted)) {
        return true;
      }
    }
    return false;
  }

  private static final Set<String> WHOLE =
      Set.of("kek.wrapped", "subjects.keys", "wrapping.key", "writer.lock");

  @Test
  void afterwardsTheOldKeysAreInNoFileAndTheHandleGoesOn() throws IOException {
    assertTrue(isAnywhere('g') && isAnywhere('o') && isAnywhere('s'));
    try (KeyFiles files = KeyFiles.open(folder, true)) {
      SubjectKeyStore keys = files.subjectKeys();
      keys.replaceAll(kek('k'), SURVIVORS);
      assertFalse(isAnywhere('g') || isAnywhere('h') || isAnywhere('o') || isAnywhere('s'));
      assertEquals(1, keys.rows().size());
      keys.put(List.of(new Row(STAYS, 1, wrapped('m'))));
      keys.force();
    }
    assertNew(false);
    assertNew(true);
    try (KeyFiles files = KeyFiles.open(folder, false)) {
      assertArrayEquals(wrapped('m').toBytes(), files.subjectKeys().get(STAYS, 1));
    }
    assertEquals(WHOLE, names());
  }

  @Test
  void cutShortInTheMakingTheOldKeysStand() throws IOException {
    new KeyRotation(folder).begin(kek('k'), SURVIVORS);
    Path ready = folder.resolve("rotation.ready");
    Path making = folder.resolve("rotation.new");
    for (List<String> made :
        List.of(
            List.<String>of(), List.of("subjects.keys"), List.of("subjects.keys", "kek.wrapped"))) {
      Files.createDirectories(making);
      for (String name : made) {
        Files.copy(ready.resolve(name), making.resolve(name));
      }
      Path aside = Files.move(ready, temp.resolve("aside"));
      assertOld(false);
      assertOld(true);
      assertEquals(WHOLE, names());
      assertFalse(isAnywhere('n'));
      Files.move(aside, ready);
    }
  }

  @Test
  void cutShortOnceItWasDecidedTheNewKeysStandForReadersAndWriters() throws IOException {
    byte[] keys = Files.readAllBytes(folder.resolve("subjects.keys"));
    byte[] kek = Files.readAllBytes(folder.resolve("kek.wrapped"));
    for (int step = 0; step < 6; step++) {
      Files.write(folder.resolve("subjects.keys"), keys);
      Files.write(folder.resolve("kek.wrapped"), kek);
      KeyRotation rotation = new KeyRotation(folder);
      rotation.begin(kek('k'), SURVIVORS);
      Path ready = folder.resolve("rotation.ready");
      if (step >= 1) {
        Files.write(folder.resolve("subjects.keys"), new byte[keys.length]);
      }
      if (step >= 2) {
        Files.delete(folder.resolve("subjects.keys"));
        Files.move(ready.resolve("subjects.keys"), folder.resolve("subjects.keys"));
      }
      if (step >= 3) {
        Files.write(folder.resolve("kek.wrapped"), new byte[kek.length]);
      }
      if (step >= 4) {
        Files.delete(folder.resolve("kek.wrapped"));
        Files.move(ready.resolve("kek.wrapped"), folder.resolve("kek.wrapped"));
      }
      if (step >= 5) {
        Files.delete(ready);
      }
      assertNew(false);
      assertEquals(step < 4, names().stream().anyMatch(name -> name.startsWith("rotation")));
      assertNew(true);
      assertEquals(WHOLE, names());
      assertFalse(isAnywhere('g') || isAnywhere('o') || isAnywhere('s'), "step " + step);
    }
  }
}
