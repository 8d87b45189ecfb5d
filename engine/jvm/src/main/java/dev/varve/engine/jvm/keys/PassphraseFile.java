package dev.varve.engine.jvm.keys;

import dev.varve.engine.seal.KeyStoreException;
import dev.varve.engine.seal.PassphraseKeyWrapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;

/** A passphrase in a file: its first line, in UTF-8, without the line's end. */
public final class PassphraseFile {
  /** The environment variable that names the file. */
  public static final String VARIABLE = "VARVE_PASSPHRASE_FILE";

  private PassphraseFile() {}

  /** What {@code VARVE_PASSPHRASE_FILE} names. */
  public static PassphraseSource of(Map<String, String> environment) {
    return folder -> {
      String named = environment.getOrDefault(VARIABLE, "");
      if (named.isEmpty()) {
        throw new PassphraseNeededException(
            "the keys in "
                + folder
                + " are wrapped by a passphrase; name a file with it in "
                + VARIABLE);
      }
      return read(Path.of(named));
    };
  }

  /**
   * Reads one.
   *
   * @return an array of its own, which the caller wipes
   * @throws KeyStoreException when there is none, or it is empty or no text
   */
  public static char[] read(Path file) {
    byte[] bytes = new byte[PassphraseKeyWrapper.MAX_PASSPHRASE + 2];
    char[] characters = new char[bytes.length];
    try (InputStream in = Files.newInputStream(file)) {
      int length = firstLine(bytes, in.readNBytes(bytes, 0, bytes.length));
      if (length == 0) {
        throw new KeyStoreException(file + ": its first line is empty, expected a passphrase");
      }
      CharBuffer decoded = CharBuffer.wrap(characters);
      CoderResult result =
          StandardCharsets.UTF_8
              .newDecoder()
              .decode(ByteBuffer.wrap(bytes, 0, length), decoded, true);
      if (result.isError()) {
        throw new KeyStoreException(file + ": a passphrase is text in UTF-8, this is none");
      }
      return Arrays.copyOf(characters, decoded.position());
    } catch (IOException e) {
      throw new KeyStoreException("cannot read the passphrase in " + file + ": " + e, e);
    } finally {
      Arrays.fill(bytes, (byte) 0);
      Arrays.fill(characters, '\0');
    }
  }

  private static int firstLine(byte[] bytes, int read) {
    int length = 0;
    while (length < read && bytes[length] != '\n') {
      length++;
    }
    return length > 0 && length < read && bytes[length - 1] == '\r' ? length - 1 : length;
  }
}
