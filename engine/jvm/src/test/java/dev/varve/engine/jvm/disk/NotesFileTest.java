package dev.varve.engine.jvm.disk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.engine.entry.ByteString;
import dev.varve.engine.store.CheckpointNotes;
import dev.varve.engine.store.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class NotesFileTest {
  @TempDir Path temp;

  private static ByteString note(int length, int fill) {
    byte[] bytes = new byte[length];
    Arrays.fill(bytes, (byte) fill);
    return ByteString.of(bytes);
  }

  private Path file() {
    return temp.resolve("notes");
  }

  private NotesFile notes() {
    return new NotesFile(file(), true);
  }

  @Test
  void notesComeBackInOrderThroughAnyHandle() {
    assertEquals(List.of(), new NotesFile(file(), false).all());
    notes().add(note(1, 1));
    notes().add(note(CheckpointNotes.MAX_NOTE, 2));
    notes().add(note(3, 3));
    assertEquals(
        List.of(note(1, 1), note(CheckpointNotes.MAX_NOTE, 2), note(3, 3)),
        new NotesFile(file(), false).all());
  }

  @Test
  void emptyOnesTooLongOnesAndReadersAreRefused() {
    assertThrows(StoreException.class, () -> notes().add(note(0, 0)));
    assertThrows(StoreException.class, () -> notes().add(note(CheckpointNotes.MAX_NOTE + 1, 0)));
    NotesFile reader = new NotesFile(file(), false);
    assertThrows(StoreException.class, () -> reader.add(note(1, 1)));
    assertTrue(Files.notExists(file()));
  }

  @Test
  void oneThatWasCutShortWasNeverThereAndTheNextTakesItsPlace() throws IOException {
    notes().add(note(10, 1));
    int whole = (int) Files.size(file());
    notes().add(note(20, 2));
    byte[] both = Files.readAllBytes(file());
    for (int length = whole; length < both.length; length++) {
      Files.write(file(), Arrays.copyOf(both, length));
      assertEquals(List.of(note(10, 1)), notes().all(), "length " + length);
      notes().add(note(5, 3));
      assertEquals(List.of(note(10, 1), note(5, 3)), notes().all());
    }
  }

  @Test
  void everyChangedByteIsDamageAndNothingIsAddedBehindIt() throws IOException {
    notes().add(note(10, 1));
    notes().add(note(20, 2));
    byte[] whole = Files.readAllBytes(file());
    for (int i = 0; i < whole.length; i++) {
      byte[] changed = whole.clone();
      changed[i] ^= 0x10;
      Files.write(file(), changed);
      StoreException e = assertThrows(StoreException.class, () -> notes().all(), "byte " + i);
      assertTrue(String.valueOf(e.getMessage()).contains("notes: offset "), e.getMessage());
      assertThrows(StoreException.class, () -> notes().add(note(1, 1)));
      assertEquals(
          ByteString.of(changed), ByteString.of(Files.readAllBytes(file())), "changed nothing");
    }
  }

  /** What a loss of power leaves of a note that was being added: any of its sectors are zeros. */
  @Test
  void aLastNoteOfWhichASectorNeverCameWasNeverThere() throws IOException {
    for (int before : new int[] {10, 480, 505, 700}) {
      Files.deleteIfExists(file());
      notes().add(note(before, 1));
      int from = (int) Files.size(file());
      notes().add(note(1_300, 2));
      byte[] whole = Files.readAllBytes(file());
      int sectors = (whole.length - 1) / 512 - from / 512 + 1;
      for (int lost = 1; lost < 1 << sectors; lost++) {
        byte[] torn = whole.clone();
        boolean byAPiece = false;
        for (int sector = 0; sector < sectors; sector++) {
          if ((lost & 1 << sector) != 0) {
            int begin = Math.max(from, (from / 512 + sector) * 512);
            int end = Math.min(whole.length, (from / 512 + sector + 1) * 512);
            Arrays.fill(torn, begin, end, (byte) 0);
            byAPiece |= end - begin >= 4;
          }
        }
        assertTrue(byAPiece, "the lengths were chosen for pieces that tell");
        Files.write(file(), torn);
        assertEquals(List.of(note(before, 1)), notes().all(), "sectors " + lost);
        notes().add(note(5, 3));
        assertEquals(List.of(note(before, 1), note(5, 3)), notes().all());
      }
    }
  }

  @Test
  void aLostSectorBeforeTheLastNoteIsDamage() throws IOException {
    notes().add(note(1_300, 1));
    notes().add(note(40, 2));
    byte[] whole = Files.readAllBytes(file());
    for (int sector = 0; sector < 2; sector++) {
      byte[] changed = whole.clone();
      Arrays.fill(changed, sector * 512, (sector + 1) * 512, (byte) 0);
      Files.write(file(), changed);
      assertThrows(StoreException.class, () -> notes().all());
    }
  }
}
