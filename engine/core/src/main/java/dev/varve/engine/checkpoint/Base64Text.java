package dev.varve.engine.checkpoint;

import java.util.Base64;

/** Base64 as RFC 4648, section 4, has it, and nothing that only decodes to the same. */
final class Base64Text {
  private Base64Text() {}

  static String of(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }

  /**
   * The bytes of a text.
   *
   * @throws NoteException naming {@code what} unless the text is the encoding of its bytes
   */
  static byte[] parse(String text, String what) {
    try {
      byte[] bytes = Base64.getDecoder().decode(text);
      if (of(bytes).equals(text)) {
        return bytes;
      }
    } catch (IllegalArgumentException e) {
      // Its message quotes a character; ours says what was to be there.
    }
    throw new NoteException(what + " is not base64");
  }
}
