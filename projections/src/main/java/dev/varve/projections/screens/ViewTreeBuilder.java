package dev.varve.projections.screens;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Takes nodes in document order and makes a {@link ViewTree} of them: {@link #open} a node, open
 * and close its children, {@link #close} it. Applies {@link ScreenLimits}, cleans strings, and
 * drops the texts of password fields and of everything inside them, so that no reader of captures
 * can forget to. Not safe for use by several threads; good for one tree.
 */
public final class ViewTreeBuilder {
  private final CaptureBackend backend;
  private final Set<CaptureMark> marks = EnumSet.noneOf(CaptureMark.class);
  private final StringIntake intake = new StringIntake(marks);
  private final List<String> strings = new ArrayList<>(List.of(""));
  private final Map<String, Integer> stringIndex = new HashMap<>(Map.of("", 0));
  private final List<ScreenTexts.Entry> texts = new ArrayList<>();
  private final int[][] columns = new int[Column.values().length][64];
  private final int[] openNodes = new int[ScreenLimits.MAX_DEPTH];
  private int depth;
  private int nodeCount;
  private int passwordDepth;
  private int structureBytes;
  private int textBytes;
  private @Nullable String activity;

  public ViewTreeBuilder(CaptureBackend backend) {
    this.backend = backend;
  }

  /** The activity that the capture says was in front. */
  public ViewTreeBuilder activity(@Nullable String name) {
    String accepted = intake.accept(name, ScreenLimits.MAX_NAME_CHARS);
    activity = accepted.isEmpty() ? null : accepted;
    return this;
  }

  /** Adds a mark; a builder adds {@link CaptureMark#UNREADABLE} by itself. */
  public ViewTreeBuilder mark(CaptureMark mark) {
    marks.add(mark);
    return this;
  }

  /** Starts a node below the one that is open, or a root. */
  public void open(NodeFields fields) {
    depth++;
    boolean password = ViewFlag.PASSWORD.in(fields.flags);
    if (password && passwordDepth == 0) {
      passwordDepth = depth;
    }
    if (depth > ScreenLimits.MAX_DEPTH || nodeCount == ScreenLimits.MAX_NODES) {
      marks.add(CaptureMark.TRUNCATED);
      return;
    }
    int node = nodeCount++;
    openNodes[depth - 1] = node;
    if (node == columns[0].length) {
      for (int i = 0; i < columns.length; i++) {
        columns[i] = Arrays.copyOf(columns[i], 2 * node);
      }
    }
    set(Column.PARENT, node, depth == 1 ? -1 : openNodes[depth - 2]);
    set(Column.CLASS_NAME, node, intern(fields.className));
    set(Column.RESOURCE_ID, node, intern(fields.resourceId));
    set(Column.PACKAGE, node, intern(fields.packageName));
    set(Column.FLAGS, node, fields.flags & ViewFlag.ALL_BITS);
    set(Column.LEFT, node, fields.bounds.left());
    set(Column.TOP, node, fields.bounds.top());
    set(Column.RIGHT, node, fields.bounds.right());
    set(Column.BOTTOM, node, fields.bounds.bottom());
    if (passwordDepth == 0) {
      String text = admit(fields.text);
      String contentDescription = admit(fields.contentDescription);
      if (!text.isEmpty() || !contentDescription.isEmpty()) {
        texts.add(new ScreenTexts.Entry(node, text, contentDescription));
      }
    }
  }

  /**
   * Ends the node that was opened last.
   *
   * @throws IllegalStateException when none is open
   */
  public void close() {
    if (depth == 0) {
      throw new IllegalStateException("no node is open");
    }
    if (passwordDepth == depth) {
      passwordDepth = 0;
    }
    depth--;
  }

  /**
   * The tree.
   *
   * @throws IllegalStateException when a node is still open
   */
  public ViewTree build() {
    if (depth != 0) {
      throw new IllegalStateException(depth + " nodes are still open");
    }
    if (nodeCount < 2) {
      marks.add(CaptureMark.UNREADABLE);
    }
    int[][] trimmed = new int[columns.length][];
    for (int i = 0; i < columns.length; i++) {
      trimmed[i] = Arrays.copyOf(columns[i], nodeCount);
    }
    ScreenStructure structure = new ScreenStructure(backend, activity, marks, strings, trimmed);
    return ViewTree.of(structure, new ScreenTexts(texts));
  }

  private void set(Column column, int node, int value) {
    columns[column.index()][node] = value;
  }

  private int intern(@Nullable String raw) {
    String name = intake.accept(raw, ScreenLimits.MAX_NAME_CHARS);
    Integer known = stringIndex.get(name);
    if (known != null) {
      return known;
    }
    int cost = StringIntake.utf8Length(name) + ScreenLimits.STRUCTURE_OVERHEAD;
    if (structureBytes + cost > ScreenLimits.MAX_STRUCTURE_BYTES) {
      marks.add(CaptureMark.TRUNCATED);
      return 0;
    }
    structureBytes += cost;
    int index = strings.size();
    strings.add(name);
    stringIndex.put(name, index);
    return index;
  }

  private String admit(@Nullable String raw) {
    String text = intake.accept(raw, ScreenLimits.MAX_TEXT_CHARS);
    if (text.isEmpty()) {
      return text;
    }
    int cost = StringIntake.utf8Length(text) + ScreenLimits.TEXT_OVERHEAD;
    if (textBytes + cost > ScreenLimits.MAX_TEXT_BYTES) {
      marks.add(CaptureMark.TRUNCATED);
      return "";
    }
    textBytes += cost;
    return text;
  }
}
