package dev.varve.tools.output;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.io.CharacterEscapes;
import com.fasterxml.jackson.core.io.SerializedString;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/**
 * Writes one JSON object on one line. Whatever {@link Printable} escapes is escaped here too, so
 * that JSON printed to a terminal is as harmless as text. Not thread-safe.
 */
public final class Json {
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
          .enable(StreamWriteFeature.STRICT_DUPLICATE_DETECTION)
          .build()
          .setCharacterEscapes(new TerminalSafe());

  /** What is written into an object or array. */
  @FunctionalInterface
  public interface Content {
    /** Writes it. */
    void write(Json json) throws IOException;
  }

  private final JsonGenerator generator;

  private Json(JsonGenerator generator) {
    this.generator = generator;
  }

  /** One object as text, without a line end. */
  public static String object(Content content) {
    StringWriter text = new StringWriter();
    try (JsonGenerator generator = FACTORY.createGenerator(text)) {
      generator.writeStartObject();
      content.write(new Json(generator));
      generator.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  /** A text, or null. */
  public Json put(String name, @Nullable String value) throws IOException {
    generator.writeFieldName(name);
    generator.writeString(value == null ? null : wellFormed(value));
    return this;
  }

  /** An integer. */
  public Json put(String name, long value) throws IOException {
    generator.writeNumberField(name, value);
    return this;
  }

  /** An integer, or null. */
  public Json put(String name, @Nullable Long value) throws IOException {
    generator.writeFieldName(name);
    if (value == null) {
      generator.writeNull();
    } else {
      generator.writeNumber(value.longValue());
    }
    return this;
  }

  /** A number with a fraction. */
  public Json put(String name, double value) throws IOException {
    generator.writeNumberField(name, value);
    return this;
  }

  /** True or false. */
  public Json put(String name, boolean value) throws IOException {
    generator.writeBooleanField(name, value);
    return this;
  }

  /** An object. */
  public Json put(String name, Content content) throws IOException {
    generator.writeObjectFieldStart(name);
    content.write(this);
    generator.writeEndObject();
    return this;
  }

  /** An array of objects. */
  public <T> Json putObjects(String name, Iterable<T> items, Item<T> item) throws IOException {
    generator.writeArrayFieldStart(name);
    for (T each : items) {
      generator.writeStartObject();
      item.write(this, each);
      generator.writeEndObject();
    }
    generator.writeEndArray();
    return this;
  }

  /** An array of texts. */
  public Json putTexts(String name, Iterable<String> items) throws IOException {
    generator.writeArrayFieldStart(name);
    for (String each : items) {
      generator.writeString(wellFormed(each));
    }
    generator.writeEndArray();
    return this;
  }

  /** Writes the fields of one of several objects. */
  @FunctionalInterface
  public interface Item<T> {
    /** Writes it. */
    void write(Json json, T item) throws IOException;
  }

  /** Lone surrogates cannot be said in UTF-8: they become U+FFFD. */
  private static String wellFormed(String text) {
    StringBuilder out = null;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean pair =
          Character.isHighSurrogate(c)
              && i + 1 < text.length()
              && Character.isLowSurrogate(text.charAt(i + 1));
      if (pair) {
        i++;
      } else if (Character.isSurrogate(c)) {
        out = out == null ? new StringBuilder(text) : out;
        out.setCharAt(i, '\ufffd');
      }
    }
    return out == null ? text : out.toString();
  }

  private static final class TerminalSafe extends CharacterEscapes {
    private static final long serialVersionUID = 1L;

    @Override
    public int[] getEscapeCodesForAscii() {
      int[] codes = CharacterEscapes.standardAsciiEscapesForJSON();
      codes[0x7f] = CharacterEscapes.ESCAPE_STANDARD;
      return codes;
    }

    @Override
    public @Nullable SerializableString getEscapeSequence(int ch) {
      if (ch < 0x80 || ch > 0xffff || !Printable.isUnsafe((char) ch)) {
        return null;
      }
      StringBuilder escape = new StringBuilder(6);
      Printable.appendEscape(escape, (char) ch);
      return new SerializedString(escape.toString());
    }
  }
}
