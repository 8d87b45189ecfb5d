package dev.varve.engine.cbor;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An immutable CBOR map with non-negative integer keys, the root and the only struct of a payload.
 *
 * <p>Values are {@code Long}, {@code Boolean}, {@code String}, {@code byte[]}, {@code CborMap} and
 * {@code List} of these. Keys a reader does not know survive decoding and encoding, so that a
 * payload of a newer version passes through an older one unharmed.
 *
 * <p>Guarantees: {@link #encode()} is a function of the content alone, and {@code
 * decode(encode(m))} equals {@code m}. Thread-safe: instances do not change ({@code byte[]} values
 * are copied in and out).
 */
public final class CborMap {
  /** Deepest nesting of maps and lists that is written or read; the root map is level 1. */
  public static final int MAX_DEPTH = 32;

  /** A map without keys. */
  public static final CborMap EMPTY = new CborMap(new int[0], new Object[0]);

  private final int[] keys;
  private final Object[] values;

  private CborMap(int[] keys, Object[] values) {
    this.keys = keys;
    this.values = values;
  }

  /** Starts an empty map. */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Reads one map that fills {@code bytes} exactly.
   *
   * @throws CborException when the bytes are not the deterministic encoding of such a map
   */
  public static CborMap decode(byte[] bytes) {
    return CborReader.read(bytes);
  }

  /** The deterministic encoding. */
  public byte[] encode() {
    return CborWriter.write(this);
  }

  /** Number of keys. */
  public int size() {
    return keys.length;
  }

  int keyAt(int index) {
    return keys[index];
  }

  Object valueAt(int index) {
    return values[index];
  }

  /** The keys, ascending. */
  public int[] keys() {
    return keys.clone();
  }

  /** Whether the key is present. */
  public boolean has(int key) {
    return Arrays.binarySearch(keys, key) >= 0;
  }

  /** The value, or null when absent; each {@code byte[]}, in lists too, is a copy. */
  public @Nullable Object get(int key) {
    Object value = raw(key);
    return value == null ? null : copied(value);
  }

  private static Object copied(Object value) {
    if (value instanceof byte[] bytes) {
      return bytes.clone();
    }
    if (value instanceof List<?> list) {
      List<Object> copy = new ArrayList<>(list.size());
      for (Object item : list) {
        copy.add(copied(item));
      }
      return Collections.unmodifiableList(copy);
    }
    return value;
  }

  private @Nullable Object raw(int key) {
    int index = Arrays.binarySearch(keys, key);
    return index < 0 ? null : values[index];
  }

  private <T> T require(int key, Class<T> type) {
    Object value = raw(key);
    if (!type.isInstance(value)) {
      throw new CborException(
          "key " + key + ": expected " + type.getSimpleName() + ", found " + nameOf(value));
    }
    return type.cast(value);
  }

  private static String nameOf(@Nullable Object value) {
    return value == null ? "nothing" : value.getClass().getSimpleName();
  }

  /** A required integer. */
  public long getLong(int key) {
    return require(key, Long.class);
  }

  /** An integer, or {@code otherwise} when absent. */
  public long getLong(int key, long otherwise) {
    return has(key) ? getLong(key) : otherwise;
  }

  /** A required integer that fits an int. */
  public int getInt(int key) {
    long value = getLong(key);
    if (value != (int) value) {
      throw new CborException("key " + key + ": the integer does not fit 32 bits");
    }
    return (int) value;
  }

  /** An integer that fits an int, or {@code otherwise} when absent. */
  public int getInt(int key, int otherwise) {
    return has(key) ? getInt(key) : otherwise;
  }

  /** A boolean; absent is false. */
  public boolean getBoolean(int key) {
    return has(key) && require(key, Boolean.class);
  }

  /** A required text. */
  public String getString(int key) {
    return require(key, String.class);
  }

  /** A text, or null when absent. */
  public @Nullable String getStringOrNull(int key) {
    return has(key) ? getString(key) : null;
  }

  /** A required byte string, copied. */
  public byte[] getBytes(int key) {
    return require(key, byte[].class).clone();
  }

  /** A byte string, copied, or null when absent. */
  public byte @Nullable [] getBytesOrNull(int key) {
    return has(key) ? getBytes(key) : null;
  }

  /** A required map. */
  public CborMap getMap(int key) {
    return require(key, CborMap.class);
  }

  /** A map, or null when absent. */
  public @Nullable CborMap getMapOrNull(int key) {
    return has(key) ? getMap(key) : null;
  }

  /** A list of one type; absent is empty. */
  public <T> List<T> getList(int key, Class<T> element) {
    if (!has(key)) {
      return List.of();
    }
    List<?> list = require(key, List.class);
    List<T> typed = new ArrayList<>(list.size());
    for (Object item : list) {
      if (!element.isInstance(item)) {
        throw new CborException(
            "key "
                + key
                + ": expected a list of "
                + element.getSimpleName()
                + ", found "
                + nameOf(item));
      }
      typed.add(element.cast(copied(item)));
    }
    return typed;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof CborMap map && Arrays.equals(encode(), map.encode());
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(encode());
  }

  /** Only the keys: a payload must not reach a log line by accident. */
  @Override
  public String toString() {
    return "CborMap keys " + Arrays.toString(keys);
  }

  /** Collects keys in any order. Not thread-safe. */
  public static final class Builder {
    private int[] keys = new int[8];
    private Object[] values = new Object[8];
    private int size;

    private Builder() {}

    private Builder add(int key, Object value) {
      if (key < 0) {
        throw new CborException("key " + key + " is negative");
      }
      int at = Arrays.binarySearch(keys, 0, size, key);
      if (at >= 0) {
        throw new CborException("key " + key + " stands twice");
      }
      at = -at - 1;
      if (size == keys.length) {
        keys = Arrays.copyOf(keys, size * 2);
        values = Arrays.copyOf(values, size * 2);
      }
      System.arraycopy(keys, at, keys, at + 1, size - at);
      System.arraycopy(values, at, values, at + 1, size - at);
      keys[at] = key;
      values[at] = value;
      size++;
      return this;
    }

    /** Puts an integer. */
    public Builder put(int key, long value) {
      return add(key, value);
    }

    /** Puts a boolean; false is the same as leaving the key out. */
    public Builder put(int key, boolean value) {
      return value ? add(key, true) : this;
    }

    /** Puts a text; null leaves the key out. */
    public Builder put(int key, @Nullable String value) {
      return value == null ? this : add(key, value);
    }

    /** Puts a copy of a byte string; null leaves the key out. */
    public Builder put(int key, byte @Nullable [] value) {
      return value == null ? this : add(key, value.clone());
    }

    /** Puts a map; null leaves the key out. */
    public Builder put(int key, @Nullable CborMap value) {
      return value == null ? this : add(key, value);
    }

    /**
     * Puts a list of Long, Integer (widened), Boolean, String, byte[], CborMap or lists of these;
     * an empty list is the same as leaving the key out.
     */
    public Builder put(int key, List<?> value) {
      return value.isEmpty() ? this : add(key, normalised(key, value));
    }

    /** Puts any value that {@link CborMap#get} can return. */
    Builder putRaw(int key, Object value) {
      return add(key, value);
    }

    private static List<Object> normalised(int key, List<?> list) {
      List<Object> copy = new ArrayList<>(list.size());
      for (Object item : list) {
        if (item instanceof Integer number) {
          copy.add(number.longValue());
        } else if (item instanceof byte[] bytes) {
          copy.add(bytes.clone());
        } else if (item instanceof List<?> nested) {
          copy.add(normalised(key, nested));
        } else if (item instanceof Long
            || item instanceof Boolean
            || item instanceof String
            || item instanceof CborMap) {
          copy.add(item);
        } else {
          throw new CborException("key " + key + ": a list cannot hold " + nameOf(item));
        }
      }
      return Collections.unmodifiableList(copy);
    }

    /** The finished map; the builder may go on. */
    public CborMap build() {
      return size == 0
          ? EMPTY
          : new CborMap(Arrays.copyOf(keys, size), Arrays.copyOf(values, size));
    }
  }
}
