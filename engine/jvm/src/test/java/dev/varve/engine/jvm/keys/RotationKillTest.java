package dev.varve.engine.jvm.keys;

import static dev.varve.engine.jvm.keys.RotatingProcess.GONE;
import static dev.varve.engine.jvm.keys.RotatingProcess.STAYS;
import static dev.varve.engine.jvm.keys.RotatingProcess.filled;
import static dev.varve.engine.jvm.keys.RotatingProcess.wrapped;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.engine.jvm.chronicle.ChildJvm;
import dev.varve.engine.seal.SubjectKeyStore.Row;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A process that replaces everything in a keys folder, the wrapping key too, is killed (SIGKILL) at
 * each of its steps: the next opening finds the old set or the new one, whole, and ends what was
 * decided.
 */
final class RotationKillTest {
  private static final List<String> STEPS =
      List.of(
          "make folder",
          "make subjects.keys",
          "make kek.wrapped",
          "make checkpoint.key",
          "make wrapping.pass",
          "decide",
          "overwrite subjects.keys",
          "move subjects.keys",
          "overwrite kek.wrapped",
          "move kek.wrapped",
          "overwrite checkpoint.key",
          "move checkpoint.key",
          "overwrite wrapping.pass",
          "delete wrapping.key",
          "move wrapping.pass",
          "delete folder");

  @TempDir Path temp;

  private static void makeKeys(Path folder) throws IOException {
    try (KeyFiles files = KeyFiles.create(folder)) {
      files.subjectKeys().putWrappingKey(filled(60, 'k'));
      files
          .subjectKeys()
          .put(
              List.of(
                  new Row(GONE, 0, wrapped('g')),
                  new Row(STAYS, 0, wrapped('s')),
                  new Row(STAYS, 4, wrapped('v'))));
      files.subjectKeys().force();
    }
    Files.write(folder.resolve("wrapping.key"), filled(32, 'p'));
    Files.write(folder.resolve("checkpoint.key"), WrappedKeyFile.bytes(filled(200, 'c')));
  }

  private static Map<String, String> contents(Path folder) throws IOException {
    try (Stream<Path> walk = Files.walk(folder)) {
      Map<String, String> contents = new HashMap<>();
      for (Path file : walk.filter(Files::isRegularFile).toList()) {
        contents.put(
            folder.relativize(file).toString(),
            new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1));
      }
      return contents;
    }
  }

  private static void assertNowhere(Path folder, String fills, String step) throws IOException {
    for (String content : contents(folder).values()) {
      for (int i = 0; i < fills.length(); i++) {
        assertFalse(content.contains(fills.substring(i, i + 1).repeat(32)), step + ": " + fills);
      }
    }
  }

  private static void assertOld(FileSubjectKeyStore store, String step) {
    assertArrayEquals(filled(60, 'k'), store.wrappingKey(), step);
    assertNotNull(store.get(GONE, 0), step);
    assertArrayEquals(filled(60, 's'), store.get(STAYS, 0), step);
    assertEquals(3, store.rows().size(), step);
  }

  private static void assertNew(FileSubjectKeyStore store, String step) {
    assertArrayEquals(filled(60, 'K'), store.wrappingKey(), step);
    assertNull(store.get(GONE, 0), step);
    assertArrayEquals(filled(60, 'S'), store.get(STAYS, 0), step);
    assertNull(store.get(STAYS, 4), step);
    assertEquals(4, store.lastGeneration(STAYS), step);
    assertEquals(2, store.rows().size(), step);
  }

  private static void assertWrapping(Path folder, boolean isNew, String step) throws IOException {
    Path wrapping = new KeyRotation(folder).wrapping();
    assertEquals(
        isNew ? "wrapping.pass" : "wrapping.key", String.valueOf(wrapping.getFileName()), step);
    assertArrayEquals(isNew ? filled(93, 'P') : filled(32, 'p'), Files.readAllBytes(wrapping));
    byte[] signing = new WrappedKeyFile(new KeyRotation(folder).current("checkpoint.key")).read();
    assertArrayEquals(filled(200, isNew ? 'C' : 'c'), signing, step);
  }

  @Test
  void killedAtAnyStepTheOldKeysOrTheNewOnesStandWhole() throws Exception {
    List<String> met = new ArrayList<>();
    for (int number = 0; number < STEPS.size(); number++) {
      Path folder = temp.resolve("keys-" + number);
      makeKeys(folder);
      FileSubjectKeyStore before = FileSubjectKeyStore.open(folder, false);
      int changes = before.changes();
      try (ChildJvm child =
          ChildJvm.start(RotatingProcess.class, List.of(), folder.toString(), "" + number)) {
        String line = child.line();
        assertTrue(line.startsWith("at "), line);
        met.add(line.substring(3));
        child.kill();
      }
      String step = STEPS.get(number);
      boolean decided = number > STEPS.indexOf("decide");
      Map<String, String> left = contents(folder);
      try (FileSubjectKeyStore reader = FileSubjectKeyStore.open(folder, false)) {
        if (decided) {
          assertNew(reader, step);
        } else {
          assertOld(reader, step);
        }
      }
      // A handle that was open before shows it as well.
      assertEquals(decided, before.changes() != changes, step);
      assertEquals(decided ? 2 : 3, before.rows().size(), step);
      before.close();
      assertWrapping(folder, decided, step);
      assertEquals(left, contents(folder), step + ": reading changed something");
      try (FileSubjectKeyStore writer = FileSubjectKeyStore.open(folder, true)) {
        if (decided) {
          assertNew(writer, step);
        } else {
          assertOld(writer, step);
        }
      }
      assertWrapping(folder, decided, step);
      assertNowhere(folder, decided ? "gskvcp" : "SKCP", step);
      assertEquals(
          Set.of(
              "checkpoint.key",
              "kek.wrapped",
              "subjects.keys",
              decided ? "wrapping.pass" : "wrapping.key",
              "writer.lock"),
          new TreeSet<>(contents(folder).keySet()),
          step);
    }
    assertEquals(STEPS, met);
    try (ChildJvm child =
        ChildJvm.start(
            RotatingProcess.class, List.of(), temp.resolve("keys-0").toString(), "1000")) {
      assertEquals("done", child.line());
    }
  }
}
