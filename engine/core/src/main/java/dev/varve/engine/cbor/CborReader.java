package dev.varve.engine.cbor;

import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.cbor.CBORParser;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Parses, then encodes again and compares: what is not the deterministic spelling is refused.
 *
 * <p>Tags are refused on sight. One of them makes the parser repeat earlier strings by reference,
 * and a few bytes could then grow to gigabytes when encoded again.
 */
final class CborReader {
  private CborReader() {}

  static CborMap read(byte[] bytes) {
    CborMap map;
    try (CBORParser parser = CborWriter.FACTORY.createParser(bytes)) {
      if (next(parser) != JsonToken.START_OBJECT) {
        throw new CborException("offset 0: expected a map");
      }
      map = readMap(parser, 1);
      if (next(parser) != null) {
        throw new CborException("offset " + offset(parser) + ": bytes after the map");
      }
    } catch (IOException e) {
      // Jackson's message may quote content, so only its position is passed on.
      throw new CborException(
          "not well-formed CBOR of " + bytes.length + " bytes", withoutContent(e));
    }
    if (!Arrays.equals(map.encode(), bytes)) {
      throw new CborException("not the deterministic encoding of its content");
    }
    return map;
  }

  private static Throwable withoutContent(IOException e) {
    return new IOException(e.getClass().getSimpleName());
  }

  private static @Nullable JsonToken next(CBORParser parser) throws IOException {
    JsonToken token = parser.nextToken();
    if (!parser.getCurrentTags().isEmpty()) {
      throw new CborException("offset " + offset(parser) + ": a tag is not allowed here");
    }
    return token;
  }

  private static long offset(CBORParser parser) {
    return parser.currentTokenLocation().getByteOffset();
  }

  private static CborMap readMap(CBORParser parser, int depth) throws IOException {
    checkDepth(parser, depth);
    CborMap.Builder map = CborMap.builder();
    while (next(parser) == JsonToken.FIELD_NAME) {
      int key = key(parser);
      next(parser);
      Object value = readValue(parser, depth);
      if (Boolean.FALSE.equals(value) || (value instanceof List<?> list && list.isEmpty())) {
        throw new CborException(
            "offset " + offset(parser) + ": key " + key + " holds what is written by its absence");
      }
      map.putRaw(key, value);
    }
    if (parser.currentToken() != JsonToken.END_OBJECT) {
      throw new CborException("offset " + offset(parser) + ": a map does not end");
    }
    return map.build();
  }

  private static int key(CBORParser parser) throws IOException {
    String name = parser.currentName();
    try {
      return Integer.parseInt(name);
    } catch (NumberFormatException e) {
      throw new CborException("offset " + offset(parser) + ": a key is no non-negative integer");
    }
  }

  private static Object readValue(CBORParser parser, int depth) throws IOException {
    JsonToken token = parser.currentToken();
    if (token == null) {
      throw new CborException("offset " + offset(parser) + ": a value is missing");
    }
    return switch (token) {
      case VALUE_NUMBER_INT -> parser.getLongValue();
      case VALUE_STRING -> parser.getText();
      case VALUE_EMBEDDED_OBJECT -> parser.getBinaryValue();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case START_OBJECT -> readMap(parser, depth + 1);
      case START_ARRAY -> readList(parser, depth + 1);
      default ->
          throw new CborException(
              "offset " + offset(parser) + ": " + token + " is not allowed here");
    };
  }

  private static List<Object> readList(CBORParser parser, int depth) throws IOException {
    checkDepth(parser, depth);
    List<Object> list = new ArrayList<>();
    @Nullable JsonToken token;
    while ((token = next(parser)) != JsonToken.END_ARRAY) {
      if (token == null) {
        throw new CborException("offset " + offset(parser) + ": a list does not end");
      }
      list.add(readValue(parser, depth));
    }
    return Collections.unmodifiableList(list);
  }

  private static void checkDepth(CBORParser parser, int depth) {
    if (depth > CborMap.MAX_DEPTH) {
      throw new CborException(
          "offset " + offset(parser) + ": nested deeper than " + CborMap.MAX_DEPTH + " levels");
    }
  }
}
