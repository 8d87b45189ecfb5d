package dev.varve.projections.screens;

import dev.varve.projections.screens.CaptureFailedException.Reason;
import java.util.List;

/**
 * Turns what capture tools write into XML that a parser accepts, in one pass over the characters:
 *
 * <ul>
 *   <li>a surrogate pair written as two references becomes the character it stands for
 *   <li>half a pair, as a character or a reference, becomes U+FFFD
 *   <li>characters that XML does not allow, and references to them, are dropped
 *   <li>an ampersand that starts no reference, or one to an entity other than the five that XML
 *       defines, stands for itself
 * </ul>
 *
 * <p>A declaration ({@code <!DOCTYPE}, {@code <!ENTITY}) outside comments and CDATA sections is
 * refused here, since not every platform's parser can be told to. Nothing else is changed but how
 * references are written, so lines keep their numbers.
 */
final class XmlRepair {
  private static final List<String> OPENINGS =
      List.of("<?xml", "<hierarchy", "<displays", "<!DOCTYPE");
  private static final String COMMENT = "<!--";
  private static final String CDATA = "<![CDATA[";
  private static final int LONGEST_REFERENCE = 12;

  private final CaptureText text;
  private final String source;
  private final StringBuilder out;
  private int position;
  private boolean repaired;

  private XmlRepair(CaptureText text, int start) {
    this.text = text;
    this.source = text.characters();
    this.position = start;
    this.out = new StringBuilder(source.length() - start);
  }

  /**
   * The repaired document.
   *
   * @param xml from the start on, without what stood before it
   * @param repaired whether it was changed
   */
  record Result(String xml, boolean repaired) {
    @Override
    public String toString() {
      return "Result[" + xml.length() + " characters]";
    }
  }

  static Result repair(CaptureText text, int start) throws CaptureFailedException {
    XmlRepair repair = new XmlRepair(text, start);
    repair.run();
    return new Result(repair.out.toString(), repair.repaired);
  }

  /** Where the document begins, negative for nowhere: tools print messages before it. */
  static int start(String source) {
    int start = -1;
    for (String opening : OPENINGS) {
      int found = source.indexOf(opening);
      if (found >= 0 && (start < 0 || found < start)) {
        start = found;
      }
    }
    for (int i = source.indexOf('<'); i >= 0 && start < 0; i = source.indexOf('<', i + 1)) {
      if (i + 1 < source.length() && isAsciiLetter(source.charAt(i + 1))) {
        start = i;
      }
    }
    return start;
  }

  private void run() throws CaptureFailedException {
    while (position < source.length()) {
      char c = source.charAt(position);
      if (c == '&') {
        reference();
      } else if (c == '<' && source.startsWith("<!", position)) {
        if (!skip(COMMENT, "-->") && !skip(CDATA, "]]>")) {
          throw text.failure(
              Reason.DOCTYPE_FORBIDDEN, position, "a document type declaration is not allowed");
        }
      } else {
        character();
      }
    }
  }

  /** Drops a comment or a CDATA section: a capture says nothing there. */
  private boolean skip(String opening, String closing) {
    String rest =
        source.substring(position, Math.min(source.length(), position + opening.length()));
    if (!opening.startsWith(rest)) {
      return false;
    }
    if (rest.length() < opening.length()) {
      // The capture ends within the opening, which the parser says.
      out.append(rest);
      position = source.length();
      return true;
    }
    int end = source.indexOf(closing, position + opening.length());
    int next = end < 0 ? source.length() : end + closing.length();
    if (end < 0) {
      // Left open for the parser to complain about.
      out.append(opening);
    }
    for (int i = position; i < next; i++) {
      if (source.charAt(i) == '\n') {
        out.append('\n');
      }
    }
    position = next;
    return true;
  }

  private void character() {
    int codePoint = source.codePointAt(position);
    position += Character.charCount(codePoint);
    append(codePoint, false);
  }

  private void reference() {
    int end = referenceEnd();
    String body = end < 0 ? "" : source.substring(position + 1, end);
    int predefined = predefined(body);
    if (predefined > 0) {
      // As a number: since JDK 24 its parser counts named references and has a limit on them.
      append(predefined, true);
      position = end + 1;
      return;
    }
    int codePoint = numeric(body);
    if (codePoint < 0) {
      append('&', true);
      position++;
      repaired = true;
      return;
    }
    position = end + 1;
    if (codePoint >= Character.MIN_HIGH_SURROGATE && codePoint <= Character.MAX_HIGH_SURROGATE) {
      int next = referenceEnd();
      int low = next < 0 ? -1 : numeric(source.substring(position + 1, next));
      if (low >= Character.MIN_LOW_SURROGATE && low <= Character.MAX_LOW_SURROGATE) {
        out.appendCodePoint(Character.toCodePoint((char) codePoint, (char) low));
        position = next + 1;
        repaired = true;
        return;
      }
    }
    append(codePoint, true);
  }

  /** Where the reference that starts here ends; negative when none starts here. */
  private int referenceEnd() {
    if (position == source.length() || source.charAt(position) != '&') {
      return -1;
    }
    int limit = Math.min(source.length(), position + LONGEST_REFERENCE);
    for (int i = position + 1; i < limit; i++) {
      if (source.charAt(i) == ';') {
        return i;
      }
    }
    return -1;
  }

  private void append(int codePoint, boolean asReference) {
    if (StringIntake.isSurrogate(codePoint)) {
      out.append('\uFFFD');
      repaired = true;
    } else if (!isXmlCharacter(codePoint)) {
      repaired = true;
    } else if (asReference) {
      out.append("&#").append(codePoint).append(';');
    } else {
      out.appendCodePoint(codePoint);
    }
  }

  /** The number in {@code #65} or {@code #x41}; negative for anything else. */
  private static int numeric(String body) {
    if (body.length() < 2 || body.charAt(0) != '#') {
      return -1;
    }
    boolean hexadecimal = body.charAt(1) == 'x';
    int radix = hexadecimal ? 16 : 10;
    int first = hexadecimal ? 2 : 1;
    if (first == body.length()) {
      return -1;
    }
    int value = 0;
    for (int i = first; i < body.length(); i++) {
      char c = body.charAt(i);
      int digit = c < 0x80 ? Character.digit(c, radix) : -1;
      if (digit < 0) {
        return -1;
      }
      value = Math.min(value * radix + digit, Character.MAX_CODE_POINT + 1);
    }
    return value;
  }

  private static int predefined(String body) {
    return switch (body) {
      case "amp" -> '&';
      case "lt" -> '<';
      case "gt" -> '>';
      case "quot" -> '"';
      case "apos" -> '\'';
      default -> -1;
    };
  }

  private static boolean isXmlCharacter(int codePoint) {
    return codePoint == '\t'
        || codePoint == '\n'
        || codePoint == '\r'
        || (codePoint >= 0x20 && codePoint <= 0xD7FF)
        || (codePoint >= 0xE000 && codePoint <= 0xFFFD)
        || (codePoint >= 0x10000 && codePoint <= Character.MAX_CODE_POINT);
  }

  private static boolean isAsciiLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }
}
