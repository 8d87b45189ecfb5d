package dev.varve.engine.jvm.keys;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.engine.entry.ByteString;
import dev.varve.engine.entry.SubjectId;
import dev.varve.engine.seal.KeyStoreException;
import dev.varve.engine.seal.SubjectKeyStore.Row;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FileSubjectKeyStoreTest {
  private static final SubjectId ANN = new SubjectId(0x1111, 0x2222);
  private static final SubjectId BOB = new SubjectId(0x3333, 0x4444);

  @TempDir Path folder;
  private Path file = Path.of("");

  @BeforeEach
  void place() {
    file = folder.resolve("subjects.keys");
  }

  private static byte[] wrapped(int seed) {
    byte[] wrapped = new byte[60];
    Arrays.fill(wrapped, (byte) seed);
    return wrapped;
  }

  private static Row row(SubjectId subject, int generation, int seed) {
    return new Row(subject, generation, ByteString.of(wrapped(seed)));
  }

  private void threeRows() {
    try (FileSubjectKeyStore store = FileSubjectKeyStore.create(folder, KeyLock.acquire(folder))) {
      store.put(List.of(row(ANN, 0, 1)));
      store.put(List.of(row(ANN, 1, 2), row(BOB, 0, 3)));
      store.force();
    }
  }

  @Test
  void theFileHasTheBytesOfItsTable() throws IOException {
    try (FileSubjectKeyStore store = FileSubjectKeyStore.create(folder, KeyLock.acquire(folder))) {
      store.put(List.of(row(ANN, 7, 5)));
    }
    ByteBuffer expected = ByteBuffer.allocate(100);
    expected.put("VRVKEYS".getBytes(java.nio.charset.StandardCharsets.US_ASCII)).put((byte) 1);
    expected.putInt(84).putInt(crc(expected.array(), 0, 12));
    expected.putLong(0x1111).putLong(0x2222).putInt(7).put(wrapped(5));
    expected.putInt(crc(expected.array(), 16, 80));
    assertArrayEquals(expected.array(), Files.readAllBytes(file));
  }

  private static int crc(byte[] bytes, int from, int length) {
    CRC32 crc = new CRC32();
    crc.update(bytes, from, length);
    return (int) crc.getValue();
  }

  @Test
  void rowsComeBackFromTheSameAndAnotherHandle() {
    threeRows();
    for (boolean writable : new boolean[] {false, true}) {
      try (FileSubjectKeyStore store = FileSubjectKeyStore.open(folder, writable)) {
        assertArrayEquals(wrapped(1), store.get(ANN, 0));
        assertArrayEquals(wrapped(2), store.get(ANN, 1));
        assertArrayEquals(wrapped(3), store.get(BOB, 0));
        assertNull(store.get(ANN, 2));
        assertNull(store.get(BOB, 1));
        assertEquals(1, store.lastGeneration(ANN));
        assertEquals(0, store.lastGeneration(BOB));
        assertEquals(-1, store.lastGeneration(new SubjectId(5, 5)));
      }
    }
  }

  @Test
  void aReaderSeesRowsThatAWriterAddsLater() {
    try (FileSubjectKeyStore writer = FileSubjectKeyStore.create(folder, KeyLock.acquire(folder));
        FileSubjectKeyStore reader = FileSubjectKeyStore.open(folder, false)) {
      assertNull(reader.get(ANN, 0));
      assertNull(reader.wrappingKey());
      writer.put(List.of(row(ANN, 0, 1)));
      writer.putWrappingKey(wrapped(9));
      assertArrayEquals(wrapped(1), reader.get(ANN, 0));
      assertArrayEquals(wrapped(9), reader.wrappingKey());
      writer.put(List.of(row(ANN, 1, 2)));
      assertEquals(1, reader.lastGeneration(ANN));
      assertThrows(KeyStoreException.class, () -> reader.put(List.of(row(ANN, 2, 3))));
      assertThrows(KeyStoreException.class, () -> reader.putWrappingKey(wrapped(1)));
      assertThrows(KeyStoreException.class, reader::force);
    }
  }

  @Test
  void aRowThatIsThereIsRefusedWithAllThatCameWithIt() {
    try (FileSubjectKeyStore store = FileSubjectKeyStore.create(folder, KeyLock.acquire(folder))) {
      store.put(List.of(row(ANN, 0, 1)));
      assertThrows(
          KeyStoreException.class, () -> store.put(List.of(row(BOB, 0, 2), row(ANN, 0, 3))));
      assertThrows(
          KeyStoreException.class, () -> store.put(List.of(row(BOB, 1, 2), row(BOB, 1, 2))));
      assertThrows(
          KeyStoreException.class,
          () -> store.put(List.of(new Row(BOB, 0, ByteString.of(new byte[59])))));
      assertNull(store.get(BOB, 0));
      assertArrayEquals(wrapped(1), store.get(ANN, 0));
    }
    assertEquals(100, file.toFile().length());
  }

  @Test
  void aFileCutOffAtAnyByteKeepsItsWholeRowsAndGoesOn() throws IOException {
    threeRows();
    byte[] whole = Files.readAllBytes(file);
    assertEquals(16 + 3 * 84, whole.length);
    for (int length = 16; length <= whole.length; length++) {
      byte[] cut = Arrays.copyOf(whole, length);
      Files.write(file, cut);
      int rows = (length - 16) / 84;
      try (FileSubjectKeyStore reader = FileSubjectKeyStore.open(folder, false)) {
        assertEquals(rows > 0, reader.get(ANN, 0) != null);
        assertEquals(rows > 1, reader.get(ANN, 1) != null);
        assertEquals(rows > 2, reader.get(BOB, 0) != null);
      }
      assertArrayEquals(cut, Files.readAllBytes(file), "a reader changes nothing");
      try (FileSubjectKeyStore writer = FileSubjectKeyStore.open(folder, true)) {
        writer.put(List.of(row(BOB, 5, 6)));
      }
      assertEquals(16 + (rows + 1) * 84, Files.size(file));
      try (FileSubjectKeyStore reader = FileSubjectKeyStore.open(folder, false)) {
        assertArrayEquals(wrapped(6), reader.get(BOB, 5));
        assertEquals(rows > 0, reader.get(ANN, 0) != null);
      }
    }
  }

  @Test
  void zerosThatALossOfPowerLeftAreNoRows() throws IOException {
    threeRows();
    byte[] whole = Files.readAllBytes(file);
    // The second row got to the disk by half, the third not at all; the length was there before.
    byte[] torn = whole.clone();
    Arrays.fill(torn, 16 + 84 + 40, torn.length, (byte) 0);
    Files.write(file, torn);
    try (FileSubjectKeyStore writer = FileSubjectKeyStore.open(folder, true)) {
      assertArrayEquals(wrapped(1), writer.get(ANN, 0));
      assertNull(writer.get(ANN, 1));
    }
    assertEquals(16 + 84, Files.size(file));
  }

  @Test
  void aFileWithoutItsHeaderIsRefused() throws IOException {
    threeRows();
    byte[] whole = Files.readAllBytes(file);
    for (int length = 0; length < 16; length++) {
      Files.write(file, Arrays.copyOf(whole, length));
      assertThrows(KeyStoreException.class, () -> FileSubjectKeyStore.open(folder, true));
      assertEquals(length, Files.size(file));
    }
  }

  @Test
  void everyFlippedBitIsFoundWithFileAndOffset() throws IOException {
    threeRows();
    byte[] whole = Files.readAllBytes(file);
    for (int bit = 0; bit < whole.length * 8; bit++) {
      byte[] damaged = whole.clone();
      damaged[bit / 8] ^= (byte) (1 << bit % 8);
      Files.write(file, damaged);
      int row = (bit / 8 - 16) / 84;
      String offset = "offset " + (bit / 8 < 16 ? 0 : 16 + row * 84) + ":";
      KeyStoreException found =
          assertThrows(KeyStoreException.class, () -> FileSubjectKeyStore.open(folder, true));
      assertTrue(found.toString().contains(file.toString()), found.toString());
      assertTrue(found.toString().contains(offset), found.toString() + " for bit " + bit);
      assertArrayEquals(damaged, Files.readAllBytes(file));
    }
  }

  @Test
  void readingChangesNeitherBytesNorTimes() throws IOException {
    threeRows();
    FileTime before = FileTime.fromMillis(1_000_000_000_000L);
    Files.setLastModifiedTime(file, before);
    try (FileSubjectKeyStore reader = FileSubjectKeyStore.open(folder, false)) {
      assertArrayEquals(wrapped(1), reader.get(ANN, 0));
      assertNull(reader.get(BOB, 9));
      assertNull(reader.wrappingKey());
    }
    assertEquals(before, Files.getLastModifiedTime(file));
    try (var files = Files.list(folder)) {
      assertEquals(2, files.count());
    }
  }

  @Test
  void theWrappingKeyIsStoredOnceAndCheckedOnReading() throws IOException {
    Path wrapping = folder.resolve("kek.wrapped");
    try (FileSubjectKeyStore store = FileSubjectKeyStore.create(folder, KeyLock.acquire(folder))) {
      assertNull(store.wrappingKey());
      // What a writer left that died before the file had its name.
      Files.write(folder.resolve("kek.wrapped.new"), new byte[3]);
      store.putWrappingKey(wrapped(4));
      assertArrayEquals(wrapped(4), store.wrappingKey());
      assertThrows(KeyStoreException.class, () -> store.putWrappingKey(wrapped(5)));
      assertArrayEquals(wrapped(4), store.wrappingKey());
      store.force();
      byte[] whole = Files.readAllBytes(wrapping);
      assertEquals(76, whole.length);
      for (int i = 0; i < whole.length; i++) {
        byte[] damaged = whole.clone();
        damaged[i] ^= 4;
        Files.write(wrapping, damaged);
        assertThrows(KeyStoreException.class, store::wrappingKey, "byte " + i);
        Files.write(wrapping, Arrays.copyOf(whole, i));
        assertThrows(KeyStoreException.class, store::wrappingKey, "length " + i);
      }
    }
  }

  @Test
  void aClosedHandleRefusesEverything() {
    FileSubjectKeyStore store = FileSubjectKeyStore.create(folder, KeyLock.acquire(folder));
    store.close();
    store.close();
    assertThrows(KeyStoreException.class, () -> store.get(ANN, 0));
    assertThrows(KeyStoreException.class, () -> store.lastGeneration(ANN));
    assertThrows(KeyStoreException.class, () -> store.put(List.of(row(ANN, 0, 1))));
    assertThrows(KeyStoreException.class, store::force);
    assertThrows(KeyStoreException.class, store::wrappingKey);
  }
}
