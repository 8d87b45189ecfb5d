package dev.varve.projections.screens;

import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A view tree without its texts: what can be shared between sessions. Nodes stand in document order
 * (a node before its children, a child before its next sibling), one entry a node in every {@link
 * Column}; class names, resource ids and packages are indices into one string table.
 *
 * <p>The form is canonical: the table starts with the empty string, holds no string twice, and
 * lists the others in the order of their first use, taking a node's class, id and package in turn.
 * So equal trees have equal structures, field by field. Immutable.
 */
public final class ScreenStructure {
  private final CaptureBackend backend;
  private final @Nullable String activity;
  private final Set<CaptureMark> marks;
  private final List<String> strings;
  private final int[][] columns;

  /** Keeps the columns without checking them. */
  ScreenStructure(
      CaptureBackend backend,
      @Nullable String activity,
      Set<CaptureMark> marks,
      List<String> strings,
      int[][] columns) {
    this.backend = backend;
    this.activity = activity;
    EnumSet<CaptureMark> copy = EnumSet.noneOf(CaptureMark.class);
    copy.addAll(marks);
    this.marks = Collections.unmodifiableSet(copy);
    this.strings = List.copyOf(strings);
    this.columns = columns;
  }

  /**
   * A structure from what was stored of one. Copies everything.
   *
   * @throws IllegalArgumentException when a column is missing, lengths differ, a limit of {@link
   *     ScreenLimits} is exceeded, or the form is not the canonical one; the message says where
   */
  public static ScreenStructure of(
      CaptureBackend backend,
      @Nullable String activity,
      Set<CaptureMark> marks,
      List<String> strings,
      Map<Column, int[]> columns) {
    int[][] copy = new int[Column.values().length][];
    for (Column column : Column.values()) {
      int[] values = columns.get(column);
      if (values == null) {
        throw new IllegalArgumentException("the column " + column + " is missing");
      }
      copy[column.index()] = values.clone();
    }
    ScreenStructure structure = new ScreenStructure(backend, activity, marks, strings, copy);
    StructureCheck.check(structure);
    return structure;
  }

  public CaptureBackend backend() {
    return backend;
  }

  /** The activity that the capture said was in front. */
  public @Nullable String activity() {
    return activity;
  }

  /** Unmodifiable, in the order of the marks' numbers. */
  public Set<CaptureMark> marks() {
    return marks;
  }

  /** The string table; its first entry is the empty string. */
  public List<String> strings() {
    return strings;
  }

  public int nodeCount() {
    return columns[0].length;
  }

  /** A copy of a column. */
  public int[] column(Column column) {
    return columns[column.index()].clone();
  }

  /** One entry of a column. */
  public int value(Column column, int node) {
    return columns[column.index()][node];
  }

  /** The string that an entry of a column of indices stands for. */
  String string(Column column, int node) {
    return strings.get(value(column, node));
  }

  int length(Column column) {
    return columns[column.index()].length;
  }

  /** For each node the index just behind its last descendant. */
  int[] subtreeEnds() {
    int[] ends = new int[nodeCount()];
    for (int node = nodeCount() - 1; node >= 0; node--) {
      ends[node] = Math.max(ends[node], node + 1);
      int parent = value(Column.PARENT, node);
      if (parent >= 0) {
        ends[parent] = Math.max(ends[parent], ends[node]);
      }
    }
    return ends;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ScreenStructure that
        && backend == that.backend
        && Objects.equals(activity, that.activity)
        && marks.equals(that.marks)
        && strings.equals(that.strings)
        && Arrays.deepEquals(columns, that.columns);
  }

  @Override
  public int hashCode() {
    return 31 * strings.hashCode() + Arrays.deepHashCode(columns);
  }

  @Override
  public String toString() {
    return "ScreenStructure[" + backend + ", " + nodeCount() + " nodes, " + marks + "]";
  }
}
