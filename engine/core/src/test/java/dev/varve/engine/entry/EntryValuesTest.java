package dev.varve.engine.entry;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EntryValuesTest {
  @Test
  void hexIsTwoLowerCaseDigitsAByte() {
    assertEquals("00017f80ff", Hex.of(new byte[] {0, 1, 127, -128, -1}));
    assertArrayEquals(new byte[] {0, 1, 127, -128, -1}, Hex.parse("00017F80fF"));
    assertArrayEquals(new byte[0], Hex.parse(""));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "0g", "g0", "-1", " 1", "１２", "٠٠"})
  void whatIsNotHexIsRefused(String text) {
    assertThrows(IllegalArgumentException.class, () -> Hex.parse(text));
  }

  @Test
  void namesGetRefsInOrderFromOne() {
    NameTable names = new NameTable();
    assertEquals(0, names.refOf(null));
    assertEquals(0, names.refOf(""));
    assertNull(names.nameOf(0));
    assertEquals(1, names.nextRef());
    names.add(1, "a");
    names.add(2, "b");
    assertEquals(2, names.refOf("b"));
    assertEquals("a", names.nameOf(1));
    assertEquals(-1, names.refOf("c"));
    assertNull(names.nameOf(3));
    assertNull(names.nameOf(-1));
    assertThrows(IllegalArgumentException.class, () -> names.add(2, "c"));
    assertThrows(IllegalArgumentException.class, () -> names.add(4, "c"));
    assertThrows(IllegalArgumentException.class, () -> names.add(3, "a"));
    assertThrows(IllegalArgumentException.class, () -> names.add(3, ""));
    assertEquals(3, names.nextRef());
  }

  @Test
  void aDeviceStateOutOfRangeIsRefused() {
    new DeviceState(0, 0, 0, 0);
    new DeviceState(100, 255, 255, Integer.MAX_VALUE);
    assertThrows(IllegalArgumentException.class, () -> new DeviceState(101, 0, 0, 0));
    assertThrows(IllegalArgumentException.class, () -> new DeviceState(-1, 0, 0, 0));
    assertThrows(IllegalArgumentException.class, () -> new DeviceState(256, 0, 0, 0));
    assertThrows(IllegalArgumentException.class, () -> new DeviceState(0, 256, 0, 0));
    assertThrows(IllegalArgumentException.class, () -> new DeviceState(0, 0, -1, 0));
    assertThrows(IllegalArgumentException.class, () -> new DeviceState(0, 0, 0, -1));
  }

  @Test
  void byteStringsCompareByContentAndDoNotChange() {
    byte[] bytes = {1, 2};
    ByteString string = ByteString.of(bytes);
    bytes[0] = 9;
    string.toBytes()[1] = 9;
    assertEquals(ByteString.of(new byte[] {1, 2}), string);
    assertEquals(ByteString.of(new byte[] {1, 2}).hashCode(), string.hashCode());
    assertNotEquals(ByteString.of(new byte[] {1}), string);
    assertEquals("0102", string.hex());
    assertEquals("2 bytes", string.toString());
  }
}
