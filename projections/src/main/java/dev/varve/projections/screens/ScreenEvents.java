package dev.varve.projections.screens;

import dev.varve.engine.VarveException;
import dev.varve.engine.cbor.CborMap;
import dev.varve.engine.entry.ByteString;
import dev.varve.engine.event.EventRegistry;
import dev.varve.engine.event.EventType;
import dev.varve.engine.event.PlainCodec;
import dev.varve.projections.screens.ScreenEvent.ScreenInterned;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Numbers and payload keys of the layer's events; part of the format. */
public final class ScreenEvents {
  /**
   * 1 id, 2 main hash, 3 back-end, 4 activity, 5 marks, 6 string table, 10 + number: the column of
   * that {@link Column#number()}.
   */
  public static final EventType SCREEN_INTERNED = new EventType(400, 1, "ScreenInterned");

  private static final int COLUMNS = 10;

  private ScreenEvents() {}

  /** Adds the layer's events to a registry. */
  public static void register(EventRegistry.Builder registry) {
    registry.register(
        SCREEN_INTERNED,
        ScreenInterned.class,
        PlainCodec.of(
            e -> encode(e.structure()).put(1, e.id().toBytes()).put(2, e.mainHash().toBytes()),
            m ->
                new ScreenInterned(
                    ByteString.of(m.getBytes(1)), ByteString.of(m.getBytes(2)), decode(m))));
  }

  /** The structure alone, from which its id is made. */
  public static CborMap.Builder encode(ScreenStructure structure) {
    List<Integer> marks = new ArrayList<>();
    for (CaptureMark mark : structure.marks()) {
      marks.add(mark.number());
    }
    CborMap.Builder map =
        CborMap.builder()
            .put(3, structure.backend().number())
            .put(4, structure.activity())
            .put(5, marks)
            .put(6, structure.strings());
    for (Column column : Column.values()) {
      List<Integer> values = new ArrayList<>(structure.nodeCount());
      for (int value : structure.column(column)) {
        values.add(value);
      }
      map.put(COLUMNS + column.number(), values);
    }
    return map;
  }

  private static ScreenStructure decode(CborMap m) {
    Set<CaptureMark> marks = EnumSet.noneOf(CaptureMark.class);
    Map<Column, int[]> columns = new EnumMap<>(Column.class);
    try {
      for (Long mark : m.getList(5, Long.class)) {
        marks.add(CaptureMark.ofNumber(Math.toIntExact(mark)));
      }
      for (Column column : Column.values()) {
        List<Long> values = m.getList(COLUMNS + column.number(), Long.class);
        int[] ints = new int[values.size()];
        for (int i = 0; i < ints.length; i++) {
          ints[i] = Math.toIntExact(values.get(i));
        }
        columns.put(column, ints);
      }
      return ScreenStructure.of(
          CaptureBackend.ofNumber(m.getInt(3)),
          m.getStringOrNull(4),
          marks,
          m.getList(6, String.class),
          columns);
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw new VarveException("not a screen's structure: " + e.getMessage(), e);
    }
  }
}
