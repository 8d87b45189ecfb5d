package dev.varve.tools.command;

import dev.varve.engine.checkpoint.NoteException;
import dev.varve.engine.checkpoint.VerifierKey;
import dev.varve.engine.entry.ByteString;
import dev.varve.tools.files.Reasons;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Verifier keys and notes in files that the caller names. */
final class TrustedKeys {
  private TrustedKeys() {}

  /** The verifier keys in a file, one a line. */
  static List<VerifierKey> in(Path file) {
    List<VerifierKey> keys = new ArrayList<>();
    String text = new String(read(file, 1 << 16), java.nio.charset.StandardCharsets.UTF_8);
    int number = 0;
    for (String line : text.split("\\R", -1)) {
      number++;
      if (!line.isBlank()) {
        try {
          keys.add(VerifierKey.parse(line.strip()));
        } catch (NoteException e) {
          throw new CannotWorkException(file + ":" + number + ": " + e.getMessage(), e);
        }
      }
    }
    if (keys.isEmpty()) {
      throw new CannotWorkException(file + " holds no verifier key");
    }
    return keys;
  }

  /** The bytes of a note or a proof. */
  static ByteString bytes(Path file, int most) {
    return ByteString.of(read(file, most));
  }

  private static byte[] read(Path file, int most) {
    try {
      if (!Files.isRegularFile(file)) {
        throw new CannotWorkException("no such file: " + file);
      }
      if (Files.size(file) > most) {
        throw new CannotWorkException(file + " has more than " + most + " bytes");
      }
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new CannotWorkException(file + " cannot be read: " + Reasons.of(e), e);
    }
  }
}
