package dev.varve.engine.entry;

import dev.varve.engine.VarveException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The fields of {@link EntryHeader} by offset, for people who look at an entry that is not what it
 * should be: reads what is there and judges nothing.
 */
public final class HeaderLayout {
  /**
   * A field as it stands in a header.
   *
   * @param offset of its first byte
   * @param size in bytes
   * @param name as in {@link EntryHeader}
   * @param hex its bytes
   * @param value the same as a number, or no text where it is none
   */
  public record Field(int offset, int size, String name, String hex, String value) {}

  private record Place(int size, String name, boolean isNumber) {}

  private static final List<Place> PLACES =
      List.of(
          bytes(4, "magic"),
          number(1, "format"),
          number(1, "hash algorithm"),
          number(1, "seal algorithm"),
          number(1, "flags"),
          number(8, "sequence"),
          number(4, "epoch"),
          number(2, "event type"),
          number(2, "schema version"),
          number(4, "payload length"),
          number(4, "boot count"),
          bytes(16, "stream"),
          number(4, "stream version"),
          number(2, "index in command"),
          number(2, "reserved"),
          bytes(16, "command"),
          bytes(16, "trace"),
          number(8, "wall clock, ms"),
          number(8, "elapsed, ns"),
          number(4, "actor ref"),
          number(4, "actor pid"),
          number(4, "activity ref"),
          number(4, "subject ref"),
          bytes(32, "actor certificate"),
          bytes(16, "screen digest"),
          number(1, "before: battery"),
          number(1, "before: power"),
          number(1, "before: network"),
          number(1, "before: reserved"),
          number(4, "before: foreground ref"),
          number(1, "after: battery"),
          number(1, "after: power"),
          number(1, "after: network"),
          number(1, "after: reserved"),
          number(4, "after: foreground ref"),
          bytes(32, "payload digest"),
          bytes(32, "previous hash"),
          bytes(32, "entry hash"));

  private HeaderLayout() {}

  private static Place bytes(int size, String name) {
    return new Place(size, name, false);
  }

  private static Place number(int size, String name) {
    return new Place(size, name, true);
  }

  /**
   * The fields at the beginning of a record, as far as it goes.
   *
   * @throws VarveException when it is empty
   */
  public static List<Field> fields(byte[] record) {
    if (record.length == 0) {
      throw new VarveException("a record of no bytes has no header");
    }
    List<Field> fields = new ArrayList<>(PLACES.size());
    int offset = 0;
    for (Place place : PLACES) {
      int end = Math.min(record.length, offset + place.size());
      if (offset >= end) {
        break;
      }
      byte[] bytes = Arrays.copyOfRange(record, offset, end);
      boolean isWhole = bytes.length == place.size();
      fields.add(
          new Field(
              offset,
              bytes.length,
              place.name(),
              Hex.of(bytes),
              place.isNumber() && isWhole ? Long.toString(number(bytes)) : ""));
      offset += place.size();
    }
    return fields;
  }

  private static long number(byte[] bytes) {
    byte[] padded = new byte[8];
    System.arraycopy(bytes, 0, padded, 8 - bytes.length, bytes.length);
    return ByteBuffer.wrap(padded).getLong();
  }
}
