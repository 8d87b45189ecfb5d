package dev.varve.projections.screens;

import dev.varve.projections.screens.CaptureFailedException.Reason;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * A capture's bytes as characters: UTF-8, or UTF-16 when a byte order mark or the first two bytes
 * say so, without the mark. An encoding declared inside is not believed: a file that was converted
 * keeps the declaration of what it was before.
 *
 * @param name the capture's name in messages
 * @param characters the decoded text
 * @param repaired whether bytes that are no characters were replaced by U+FFFD
 */
record CaptureText(String name, String characters, boolean repaired) {
  private static final String IDLE_MESSAGE = "could not get idle state";

  static CaptureText decode(byte[] capture, String name) throws CaptureFailedException {
    if (capture.length > ScreenLimits.MAX_INPUT_BYTES) {
      throw new CaptureFailedException(
          Reason.TOO_LARGE,
          name,
          capture.length + " bytes, more than the " + ScreenLimits.MAX_INPUT_BYTES + " allowed");
    }
    int first = capture.length > 0 ? capture[0] & 0xFF : -1;
    int second = capture.length > 1 ? capture[1] & 0xFF : -1;
    int third = capture.length > 2 ? capture[2] & 0xFF : -1;
    if (first == 0xEF && second == 0xBB && third == 0xBF) {
      return decode(capture, 3, StandardCharsets.UTF_8, name);
    } else if (first == 0xFF && second == 0xFE) {
      return decode(capture, 2, StandardCharsets.UTF_16LE, name);
    } else if (first == 0xFE && second == 0xFF) {
      return decode(capture, 2, StandardCharsets.UTF_16BE, name);
    } else if (first > 0 && second == 0) {
      return decode(capture, 0, StandardCharsets.UTF_16LE, name);
    } else if (first == 0 && second > 0) {
      return decode(capture, 0, StandardCharsets.UTF_16BE, name);
    }
    return decode(capture, 0, StandardCharsets.UTF_8, name);
  }

  private static CaptureText decode(byte[] capture, int from, Charset charset, String name) {
    ByteBuffer bytes = ByteBuffer.wrap(capture, from, capture.length - from);
    try {
      String strict =
          charset
              .newDecoder()
              .onMalformedInput(CodingErrorAction.REPORT)
              .onUnmappableCharacter(CodingErrorAction.REPORT)
              .decode(bytes)
              .toString();
      return new CaptureText(name, strict, false);
    } catch (CharacterCodingException malformed) {
      return new CaptureText(name, new String(capture, from, capture.length - from, charset), true);
    }
  }

  /**
   * Throws when there are no characters or only a message of the tool that made the capture.
   *
   * @param start where the capture proper would begin, negative for nowhere
   */
  void refuseMessages(int start) throws CaptureFailedException {
    if (characters.trim().isEmpty()) {
      throw new CaptureFailedException(Reason.EMPTY, name, "nothing in it");
    }
    if (start >= 0) {
      return;
    }
    String message = characters.toLowerCase(Locale.ROOT);
    if (message.contains(IDLE_MESSAGE)) {
      throw new CaptureFailedException(Reason.IDLE, name, "the screen never came to rest");
    }
    if (message.contains("null root node")) {
      throw new CaptureFailedException(Reason.EMPTY, name, "the tool saw no window");
    }
    throw new CaptureFailedException(Reason.UNSUPPORTED, name, 1, 1, "neither XML nor JSON");
  }

  /** A failure at an offset into the characters. */
  CaptureFailedException failure(Reason reason, int offset, String problem) {
    int line = 1;
    int lineStart = 0;
    for (int i = 0; i < offset; i++) {
      if (characters.charAt(i) == '\n') {
        line++;
        lineStart = i + 1;
      }
    }
    return new CaptureFailedException(reason, name, line, offset - lineStart + 1, problem);
  }

  @Override
  public String toString() {
    return "CaptureText[" + name + ", " + characters.length() + " characters]";
  }
}
