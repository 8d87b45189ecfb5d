package dev.varve.tools.recording;

import dev.varve.tools.output.Printable;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The fields of one JSON object of a recording, taken out with exactly the type that is expected.
 * Fields that nobody asks for are passed over, so that newer recordings can be read. A null counts
 * as absent.
 */
final class Fields {
  private static final long MAX_MILLIS = 253_402_300_799_999L; // the last millisecond of year 9999

  /**
   * Longest text, in UTF-16 units. It keeps one text readable; that a line with several of them
   * fits an entry is up to {@link LineReader#MAX_LINE}.
   */
  static final int MAX_TEXT = 32_768;

  private final Origin origin;
  private final String path;
  private final Map<?, ?> values;

  private Fields(Origin origin, String path, Map<?, ?> values) {
    this.origin = origin;
    this.path = path;
    this.values = values;
  }

  /** The fields of a whole line or file. */
  static Fields of(Origin origin, Map<String, Object> values) {
    return new Fields(origin, "", values);
  }

  /** An exception about this object's place. */
  RecordingException refuse(String what) {
    return new RecordingException(origin, what);
  }

  private @Nullable Object get(String name) {
    Object value = values.get(name);
    return value == StrictJson.NULL ? null : value;
  }

  private RecordingException wrong(String name, String expected, @Nullable Object found) {
    return refuse("\"" + path + name + "\" should be " + expected + ", found " + kindOf(found));
  }

  private static String kindOf(@Nullable Object value) {
    if (value == null) {
      return "nothing";
    }
    if (value instanceof String) {
      return "a text";
    }
    if (value instanceof Long || value instanceof Double) {
      return "the number " + value;
    }
    if (value instanceof Boolean) {
      return String.valueOf(value);
    }
    return value instanceof List ? "an array" : "an object";
  }

  private static String quoted(String text) {
    return "\"" + Printable.of(text, 40) + "\"";
  }

  boolean has(String name) {
    return get(name) != null;
  }

  @Nullable String textOrNull(String name) {
    return textOrNull(name, MAX_TEXT);
  }

  private @Nullable String textOrNull(String name, int limit) {
    Object value = get(name);
    if (value == null) {
      return null;
    }
    if (!(value instanceof String text)) {
      throw wrong(name, "a text", value);
    }
    if (text.length() > limit) {
      throw refuse(
          "\""
              + path
              + name
              + "\" should have at most "
              + limit
              + " characters, found "
              + text.length());
    }
    return text;
  }

  /** A text that is there and not empty. */
  String text(String name) {
    return text(name, MAX_TEXT);
  }

  /** A text that is there and not empty, of at most so many characters. */
  String text(String name, int limit) {
    String text = textOrNull(name, limit);
    if (text == null) {
      throw wrong(name, "a text", null);
    }
    if (text.isBlank()) {
      throw refuse("\"" + path + name + "\" should be a text, found a blank one");
    }
    return text;
  }

  /** A short text that names something: of at most so many characters, none of them a control. */
  @Nullable String nameOrNull(String name, int limit) {
    String text = textOrNull(name, limit);
    if (text == null || text.isEmpty()) {
      return null;
    }
    if (text.chars().anyMatch(Character::isISOControl)) {
      throw refuse("\"" + path + name + "\" should have no control character, found one");
    }
    return text;
  }

  /** The same, and it must be there. */
  String name(String name, int limit) {
    String text = nameOrNull(name, limit);
    if (text == null || text.isBlank()) {
      throw wrong(name, "a text", text == null ? null : text);
    }
    return text;
  }

  /** One of a few words. */
  String word(String name, Collection<String> words) {
    String word = textOrNull(name);
    if (word == null) {
      throw wrong(name, "one of " + String.join(", ", words), null);
    }
    if (!words.contains(word)) {
      throw refuse(
          "\""
              + path
              + name
              + "\" should be one of "
              + String.join(", ", words)
              + ", found "
              + quoted(word));
    }
    return word;
  }

  /** An integer in a range, or {@code absent}. */
  long integer(String name, long min, long max, long absent) {
    Object value = get(name);
    if (value == null) {
      return absent;
    }
    if (!(value instanceof Long number)) {
      throw wrong(name, "an integer", value);
    }
    if (number < min || number > max) {
      throw wrong(name, "an integer from " + min + " to " + max, value);
    }
    return number;
  }

  /** A number from 0 to 1, or {@code absent}. */
  double fraction(String name, double absent) {
    Object value = get(name);
    if (value == null) {
      return absent;
    }
    if (!(value instanceof Number number)) {
      throw wrong(name, "a number from 0 to 1", value);
    }
    double fraction = number.doubleValue();
    if (!(fraction >= 0 && fraction <= 1)) {
      throw wrong(name, "a number from 0 to 1", value);
    }
    return fraction;
  }

  boolean flag(String name) {
    Object value = get(name);
    if (value == null) {
      return false;
    }
    if (value instanceof Boolean flag) {
      return flag;
    }
    throw wrong(name, "true or false", value);
  }

  /** An ISO-8601 date and time with an offset from UTC, as ms since 1970. */
  long instant(String name) {
    String text = textOrNull(name);
    String expected = "a date and time with an offset, such as 2026-01-15T10:30:00Z";
    if (text == null) {
      throw wrong(name, expected, null);
    }
    try {
      long millis = OffsetDateTime.parse(text).toInstant().toEpochMilli();
      if (millis < 0 || millis > MAX_MILLIS) {
        throw refuse(
            "\"" + path + name + "\" should lie in the years 1970 to 9999, found " + quoted(text));
      }
      return millis;
    } catch (DateTimeException | ArithmeticException e) {
      throw refuse("\"" + path + name + "\" should be " + expected + ", found " + quoted(text));
    }
  }

  @Nullable Fields objectOrNull(String name) {
    Object value = get(name);
    if (value == null) {
      return null;
    }
    if (value instanceof Map<?, ?> object) {
      return new Fields(origin, path + name + ".", object);
    }
    throw wrong(name, "an object", value);
  }

  Fields object(String name) {
    Fields object = objectOrNull(name);
    if (object == null) {
      throw wrong(name, "an object", null);
    }
    return object;
  }

  /** An array, or an empty one. */
  List<?> array(String name) {
    Object value = get(name);
    if (value == null) {
      return List.of();
    }
    if (!(value instanceof List<?> list)) {
      throw wrong(name, "an array", value);
    }
    return list;
  }

  /** An array of at most so many items, or an empty one. */
  List<?> array(String name, int limit) {
    List<?> list = array(name);
    if (list.size() > limit) {
      throw refuse(
          "\"" + path + name + "\" should have at most " + limit + " items, found " + list.size());
    }
    return list;
  }

  /** An array of objects, or an empty one. */
  List<Fields> objects(String name) {
    List<Fields> objects = new ArrayList<>();
    for (Object item : array(name)) {
      if (!(item instanceof Map<?, ?> object)) {
        throw wrong(name, "an array of objects", item);
      }
      objects.add(new Fields(origin, path + name + "[" + objects.size() + "].", object));
    }
    return objects;
  }

  /** An array of texts, or an empty one. */
  List<String> texts(String name) {
    List<String> texts = new ArrayList<>();
    for (Object item : array(name, 1000)) {
      if (!(item instanceof String text) || text.length() > 256) {
        throw wrong(name, "an array of names", item == StrictJson.NULL ? null : item);
      }
      texts.add(text);
    }
    return texts;
  }

  /** An array of integers of a fixed length. */
  List<Long> integers(Object value, String name, int length) {
    if (!(value instanceof List<?> list) || list.size() != length) {
      throw refuse("\"" + path + name + "\" should hold arrays of " + length + " integers");
    }
    List<Long> integers = new ArrayList<>(length);
    for (Object item : list) {
      if (item instanceof Long integer && integer >= 0) {
        integers.add(integer);
      } else {
        throw refuse("\"" + path + name + "\" should hold arrays of " + length + " integers");
      }
    }
    return integers;
  }
}
