package dev.varve.tools.command;

import dev.varve.engine.store.EntryCursor;
import dev.varve.engine.store.EntryStore;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Copies a log and flips one bit of the copy, as whoever can write its files could. */
final class Tampering {
  private Tampering() {}

  /** Copies the files of a log into a new folder. */
  static void copy(Path log, Path copy) throws IOException {
    Files.createDirectory(copy);
    try (DirectoryStream<Path> files = Files.newDirectoryStream(log)) {
      for (Path file : files) {
        Files.copy(file, copy.resolve(log.relativize(file)));
      }
    }
  }

  /**
   * Flips a bit in the stored payload of one entry.
   *
   * @return whether the entry's bytes were found in one of the files
   */
  static boolean flipBit(Path log, EntryStore store, long sequence) throws IOException {
    byte[] record;
    try (EntryCursor cursor = store.cursor(sequence)) {
      record = cursor.next();
    }
    if (record == null) {
      return false;
    }
    try (DirectoryStream<Path> files = Files.newDirectoryStream(log, "*.cq4")) {
      for (Path file : files) {
        byte[] bytes = Files.readAllBytes(file);
        int at = indexOf(bytes, record);
        if (at >= 0) {
          bytes[at + record.length - 1] ^= 1;
          Files.write(file, bytes);
          return true;
        }
      }
    }
    return false;
  }

  private static int indexOf(byte[] bytes, byte[] wanted) {
    for (int i = 0; i <= bytes.length - wanted.length; i++) {
      int length = 0;
      while (length < wanted.length && bytes[i + length] == wanted[length]) {
        length++;
      }
      if (length == wanted.length) {
        return i;
      }
    }
    return -1;
  }
}
