package dev.varve.engine.jvm.chronicle;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/** Changes files of a closed log behind the store's back, and finds its way in them by itself. */
final class Tampering {
  private Tampering() {}

  static void put(Path file, long at, byte[] bytes) throws IOException {
    try (var channel = Files.newByteChannel(file, StandardOpenOption.WRITE)) {
      channel.position(at).write(ByteBuffer.wrap(bytes));
    }
  }

  static void putInt(Path file, long at, int value) throws IOException {
    put(file, at, ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(value).array());
  }

  static void putLong(Path file, long at, long value) throws IOException {
    put(file, at, ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(value).array());
  }

  /** Where the records of a file begin, their four bytes of header included. */
  static List<Integer> records(Path file) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
    List<Integer> found = new ArrayList<>();
    int at = 0;
    while (at + 4 <= bytes.capacity() && bytes.getInt(at) > 0) {
      int header = bytes.getInt(at);
      if (header < 1 << 30) {
        found.add(at);
      }
      at = (at + 4 + (header & 0x3fffffff) + 3) / 4 * 4;
    }
    return found;
  }
}
