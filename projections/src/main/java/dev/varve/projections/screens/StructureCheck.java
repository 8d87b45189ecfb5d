package dev.varve.projections.screens;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The rules that a {@link ScreenStructure} read from storage must keep. */
final class StructureCheck {
  private StructureCheck() {}

  static void check(ScreenStructure structure) {
    int nodes = structure.nodeCount();
    if (nodes > ScreenLimits.MAX_NODES) {
      throw new IllegalArgumentException(
          nodes + " nodes, more than the " + ScreenLimits.MAX_NODES + " allowed");
    }
    for (Column column : Column.values()) {
      if (structure.length(column) != nodes) {
        throw new IllegalArgumentException(
            "the column " + column + " has " + structure.length(column) + " entries for " + nodes);
      }
    }
    if (structure.marks().contains(CaptureMark.UNREADABLE) != nodes < 2) {
      throw new IllegalArgumentException(
          "a tree of " + nodes + " nodes with the marks " + structure.marks());
    }
    String activity = structure.activity();
    if (activity != null
        && (activity.isEmpty()
            || !StringIntake.isAcceptable(activity, ScreenLimits.MAX_NAME_CHARS))) {
      throw new IllegalArgumentException("the activity is empty, too long or not clean");
    }
    checkTable(structure.strings());
    checkNodes(structure);
  }

  private static void checkTable(List<String> strings) {
    if (strings.isEmpty() || !strings.get(0).isEmpty()) {
      throw new IllegalArgumentException("the string table does not start with the empty string");
    }
    Set<String> seen = new HashSet<>();
    long bytes = 0;
    for (int i = 0; i < strings.size(); i++) {
      String string = strings.get(i);
      if (!seen.add(string) || !StringIntake.isAcceptable(string, ScreenLimits.MAX_NAME_CHARS)) {
        throw new IllegalArgumentException("string " + i + " is repeated, too long or not clean");
      }
      bytes += i == 0 ? 0 : StringIntake.utf8Length(string) + ScreenLimits.STRUCTURE_OVERHEAD;
    }
    if (bytes > ScreenLimits.MAX_STRUCTURE_BYTES) {
      throw new IllegalArgumentException("the string table has " + bytes + " bytes");
    }
  }

  private static void checkNodes(ScreenStructure structure) {
    int[] depths = new int[structure.nodeCount()];
    int usedStrings = 1;
    for (int node = 0; node < depths.length; node++) {
      int parent = structure.value(Column.PARENT, node);
      if (parent < -1 || parent >= node || !isOpen(structure, parent, node - 1)) {
        throw new IllegalArgumentException(
            "node " + node + " cannot stand there under parent " + parent);
      }
      depths[node] = parent < 0 ? 1 : depths[parent] + 1;
      if (depths[node] > ScreenLimits.MAX_DEPTH) {
        throw new IllegalArgumentException("node " + node + " is on level " + depths[node]);
      }
      for (Column column : List.of(Column.CLASS_NAME, Column.RESOURCE_ID, Column.PACKAGE)) {
        int string = structure.value(column, node);
        if (string < 0 || string > usedStrings || string >= structure.strings().size()) {
          throw new IllegalArgumentException("node " + node + " uses string " + string);
        }
        usedStrings = Math.max(usedStrings, string + 1);
      }
      int flags = structure.value(Column.FLAGS, node);
      if ((flags & ~ViewFlag.ALL_BITS) != 0) {
        throw new IllegalArgumentException("node " + node + " has the flags " + flags);
      }
    }
    if (usedStrings != structure.strings().size()) {
      throw new IllegalArgumentException("string " + usedStrings + " is not used by any node");
    }
  }

  /** In document order a parent is the previous node or one of its ancestors. */
  private static boolean isOpen(ScreenStructure structure, int parent, int previous) {
    int open = previous;
    while (open > parent) {
      open = structure.value(Column.PARENT, open);
    }
    return open == parent || parent == -1;
  }
}
