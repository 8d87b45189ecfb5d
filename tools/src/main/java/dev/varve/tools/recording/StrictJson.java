package dev.varve.tools.recording;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * JSON as it must be, into plain maps, lists, strings, {@link Long}, {@link Double}, {@link
 * Boolean} and {@link #NULL}: UTF-8 without a malformed byte, no key twice, no lone surrogate, no
 * number that does not fit, bounded depth. Error messages name the place and never quote the text.
 */
final class StrictJson {
  /** Deepest nesting; recordings need five levels. */
  static final int MAX_DEPTH = 64;

  /** JSON's null. */
  static final Object NULL = new Object();

  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(MAX_DEPTH)
                  .maxStringLength(16 << 20)
                  .maxNumberLength(64)
                  .build())
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
          .build();

  /** Why a text is not acceptable; the caller knows the file. */
  static final class Refused extends Exception {
    private static final long serialVersionUID = 1L;

    private final int line;

    Refused(int line, String message) {
      super(message);
      this.line = line;
    }

    /** Line within the text, from 1. */
    int line() {
      return line;
    }
  }

  private StrictJson() {}

  /** The one object that the bytes hold. */
  static Map<String, Object> object(byte[] bytes) throws Refused {
    String text = decode(bytes);
    try (JsonParser parser = FACTORY.createParser(text)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw new Refused(1, "one JSON object expected, found something else");
      }
      Map<String, Object> object = readObject(parser);
      if (parser.nextToken() != null) {
        throw refused(parser, "nothing expected after the JSON object, found more");
      }
      return object;
    } catch (StreamConstraintsException e) {
      throw new Refused(lineOf(e.getLocation()), "JSON too large or deeper than " + MAX_DEPTH);
    } catch (JsonParseException e) {
      throw new Refused(lineOf(e.getLocation()), explain(e));
    } catch (IOException e) {
      throw new Refused(1, "the JSON cannot be read");
    }
  }

  private static int lineOf(com.fasterxml.jackson.core.@Nullable JsonLocation location) {
    return location == null ? 1 : Math.max(1, location.getLineNr());
  }

  /** Jackson's own message may quote a value, so only its kind is passed on. */
  private static String explain(JsonParseException e) {
    String original = String.valueOf(e.getOriginalMessage());
    int column = e.getLocation() == null ? 0 : e.getLocation().getColumnNr();
    if (original.startsWith("Duplicate field")) {
      return "a key stands twice in one JSON object, at column " + column;
    }
    if (original.startsWith("Unexpected end-of-input") || original.contains("end-of-input")) {
      return "the JSON is cut off at column " + column;
    }
    return "not valid JSON at column " + column;
  }

  private static Refused refused(JsonParser parser, String what) {
    return new Refused(
        lineOf(parser.currentTokenLocation()),
        what + ", at column " + parser.currentTokenLocation().getColumnNr());
  }

  private static Map<String, Object> readObject(JsonParser parser) throws IOException, Refused {
    Map<String, Object> object = new LinkedHashMap<>();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = wellFormed(parser, parser.currentName());
      parser.nextToken();
      object.put(name, readValue(parser));
    }
    return object;
  }

  private static Object readValue(JsonParser parser) throws IOException, Refused {
    return switch (parser.currentToken()) {
      case START_OBJECT -> readObject(parser);
      case START_ARRAY -> readArray(parser);
      case VALUE_STRING -> wellFormed(parser, parser.getText());
      case VALUE_NUMBER_INT -> readInteger(parser);
      case VALUE_NUMBER_FLOAT -> readFraction(parser);
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_NULL -> NULL;
      default -> throw refused(parser, "not valid JSON");
    };
  }

  private static List<Object> readArray(JsonParser parser) throws IOException, Refused {
    List<Object> list = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      list.add(readValue(parser));
    }
    return list;
  }

  private static Long readInteger(JsonParser parser) throws IOException, Refused {
    if (parser.getNumberType() == JsonParser.NumberType.BIG_INTEGER) {
      throw refused(parser, "a number is too large");
    }
    return parser.getLongValue();
  }

  private static Double readFraction(JsonParser parser) throws IOException, Refused {
    double number = parser.getDoubleValue();
    if (Double.isInfinite(number) || Double.isNaN(number)) {
      throw refused(parser, "a number is too large");
    }
    return number;
  }

  private static String wellFormed(JsonParser parser, String text) throws Refused {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isHighSurrogate(c)
          && i + 1 < text.length()
          && Character.isLowSurrogate(text.charAt(i + 1))) {
        i++;
      } else if (Character.isSurrogate(c)) {
        throw refused(parser, "a text holds half a surrogate pair");
      }
    }
    return text;
  }

  private static String decode(byte[] bytes) throws Refused {
    CharsetDecoder decoder =
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    ByteBuffer in = ByteBuffer.wrap(bytes);
    CharBuffer out = CharBuffer.allocate(bytes.length + 1);
    CoderResult result = decoder.decode(in, out, true);
    try {
      if (result.isError()) {
        result.throwException();
      }
    } catch (CharacterCodingException e) {
      int line = 1;
      for (int i = 0; i < in.position(); i++) {
        line += bytes[i] == '\n' ? 1 : 0;
      }
      throw new Refused(line, "not UTF-8: malformed byte at offset " + in.position());
    }
    return out.flip().toString();
  }
}
