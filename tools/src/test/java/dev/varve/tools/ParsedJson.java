package dev.varve.tools;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A JSON object; what is not JSON is refused. Asking for a field that is not there fails the test.
 *
 * @param fields as they stand
 */
public record ParsedJson(Map<String, Object> fields) {
  private static final JsonFactory FACTORY =
      JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  /** The one object in a text. */
  static ParsedJson of(String text) {
    try (JsonParser parser = FACTORY.createParser(text)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw new AssertionError("no JSON object: " + text);
      }
      Map<String, Object> object = readObject(parser);
      if (parser.nextToken() != null) {
        throw new AssertionError("more than one JSON object: " + text);
      }
      return new ParsedJson(object);
    } catch (IOException e) {
      throw new UncheckedIOException(text, e);
    }
  }

  /** A field that is there and not null. */
  public Object get(String name) {
    Object value = fields.get(name);
    if (value == null) {
      throw new AssertionError("no " + name + " in " + fields);
    }
    return value;
  }

  /** Whether a field is there and null. */
  public boolean isNull(String name) {
    return fields.containsKey(name) && fields.get(name) == null;
  }

  /** A number without a fraction. */
  public long number(String name) {
    return (Long) get(name);
  }

  /** A field as text. */
  public String text(String name) {
    return String.valueOf(get(name));
  }

  /** An object in it. */
  @SuppressWarnings("unchecked")
  public ParsedJson object(String name) {
    return new ParsedJson((Map<String, Object>) get(name));
  }

  /** The objects of an array in it. */
  @SuppressWarnings("unchecked")
  public List<ParsedJson> objects(String name) {
    List<ParsedJson> objects = new ArrayList<>();
    for (Object each : (List<Object>) get(name)) {
      objects.add(new ParsedJson((Map<String, Object>) each));
    }
    return objects;
  }

  /** The texts of an array in it. */
  @SuppressWarnings("unchecked")
  public List<String> texts(String name) {
    List<String> texts = new ArrayList<>();
    for (Object each : (List<Object>) get(name)) {
      texts.add((String) each);
    }
    return texts;
  }

  private static Map<String, Object> readObject(JsonParser parser) throws IOException {
    Map<String, Object> object = new LinkedHashMap<>();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      parser.nextToken();
      object.put(name, read(parser));
    }
    return object;
  }

  @SuppressWarnings("NullAway") // tests ask for what they know to be there
  private static @Nullable Object read(JsonParser parser) throws IOException {
    return switch (parser.currentToken()) {
      case START_OBJECT -> readObject(parser);
      case START_ARRAY -> {
        List<Object> list = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
          list.add(read(parser));
        }
        yield list;
      }
      case VALUE_STRING -> parser.getText();
      case VALUE_NUMBER_INT -> parser.getLongValue();
      case VALUE_NUMBER_FLOAT -> parser.getDoubleValue();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      default -> null;
    };
  }
}
