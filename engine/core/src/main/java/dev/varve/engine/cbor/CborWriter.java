package dev.varve.engine.cbor;

import com.fasterxml.jackson.dataformat.cbor.CBORFactory;
import com.fasterxml.jackson.dataformat.cbor.CBORGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Writes definite lengths, shortest integers and ascending keys: one spelling for one content. */
final class CborWriter {
  static final CBORFactory FACTORY =
      CBORFactory.builder().enable(CBORGenerator.Feature.WRITE_MINIMAL_INTS).build();

  private CborWriter() {}

  static byte[] write(CborMap map) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(256);
    try (CBORGenerator generator = FACTORY.createGenerator(out)) {
      writeMap(generator, map, 1);
    } catch (IOException e) {
      throw new CborException("cannot encode: " + e.getMessage(), e);
    }
    return out.toByteArray();
  }

  private static void checkDepth(int depth) {
    if (depth > CborMap.MAX_DEPTH) {
      throw new CborException("nested deeper than " + CborMap.MAX_DEPTH + " levels");
    }
  }

  private static void writeMap(CBORGenerator generator, CborMap map, int depth) throws IOException {
    checkDepth(depth);
    generator.writeStartObject(map, map.size());
    for (int i = 0; i < map.size(); i++) {
      generator.writeFieldId(map.keyAt(i));
      writeValue(generator, map.valueAt(i), depth);
    }
    generator.writeEndObject();
  }

  private static void writeValue(CBORGenerator generator, Object value, int depth)
      throws IOException {
    if (value instanceof Long number) {
      generator.writeNumber((long) number);
    } else if (value instanceof String text) {
      byte[] utf8 = utf8(text);
      generator.writeUTF8String(utf8, 0, utf8.length);
    } else if (value instanceof byte[] bytes) {
      generator.writeBinary(bytes);
    } else if (value instanceof Boolean flag) {
      generator.writeBoolean(flag);
    } else if (value instanceof CborMap map) {
      writeMap(generator, map, depth + 1);
    } else if (value instanceof List<?> list) {
      checkDepth(depth + 1);
      generator.writeStartArray(list, list.size());
      for (Object item : list) {
        writeValue(generator, item, depth + 1);
      }
      generator.writeEndArray();
    } else {
      throw new CborException("cannot encode " + value.getClass().getName());
    }
  }

  /** Strict: a lone surrogate has no UTF-8 and must not be replaced silently. */
  private static byte[] utf8(String text) {
    try {
      ByteBuffer bytes =
          StandardCharsets.UTF_8
              .newEncoder()
              .onMalformedInput(CodingErrorAction.REPORT)
              .onUnmappableCharacter(CodingErrorAction.REPORT)
              .encode(CharBuffer.wrap(text));
      byte[] exact = new byte[bytes.remaining()];
      bytes.get(exact);
      return exact;
    } catch (CharacterCodingException e) {
      throw new CborException("a text holds a lone surrogate", e);
    }
  }
}
