package dev.varve.projections.screens;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One screen as a tree of nodes, whatever captured it. Nodes are numbered from 0 in document order:
 * a node before its children, a child before its next sibling. No text of a password field is in
 * it. Everything here walks arrays, so depth costs no stack. Immutable, safe for use by any thread;
 * printing it shows no text.
 */
public final class ViewTree {
  private final ScreenStructure structure;
  private final ScreenTexts texts;
  private final String[] textOf;
  private final String[] descriptionOf;
  private final int[] subtreeEnds;

  private ViewTree(ScreenStructure structure, ScreenTexts texts) {
    this.structure = structure;
    this.texts = texts;
    this.subtreeEnds = structure.subtreeEnds();
    this.textOf = emptyStrings(structure.nodeCount());
    this.descriptionOf = emptyStrings(structure.nodeCount());
  }

  /**
   * Joins the two halves of a tree.
   *
   * @throws IllegalArgumentException when a text belongs to no node or to a password field, texts
   *     are out of order, not clean, or exceed a limit of {@link ScreenLimits}
   */
  public static ViewTree of(ScreenStructure structure, ScreenTexts texts) {
    ViewTree tree = new ViewTree(structure, texts);
    boolean[] secret = tree.insidePasswordFields();
    int previous = -1;
    long bytes = 0;
    for (ScreenTexts.Entry entry : texts.entries()) {
      int node = entry.node();
      if (node <= previous || node >= structure.nodeCount()) {
        throw new IllegalArgumentException("a text for node " + node + " after " + previous);
      }
      if (secret[node]) {
        throw new IllegalArgumentException("a text for node " + node + ", a password field");
      }
      if (entry.text().isEmpty() && entry.contentDescription().isEmpty()) {
        throw new IllegalArgumentException("an empty entry for node " + node);
      }
      bytes += cost(node, entry.text()) + cost(node, entry.contentDescription());
      tree.textOf[node] = entry.text();
      tree.descriptionOf[node] = entry.contentDescription();
      previous = node;
    }
    if (bytes > ScreenLimits.MAX_TEXT_BYTES) {
      throw new IllegalArgumentException("the texts have " + bytes + " bytes");
    }
    return tree;
  }

  public CaptureBackend backend() {
    return structure.backend();
  }

  /** The activity that the capture said was in front; only some back-ends know it. */
  public @Nullable String activity() {
    return structure.activity();
  }

  /** Unmodifiable, in the order of the marks' numbers. */
  public Set<CaptureMark> marks() {
    return structure.marks();
  }

  public boolean has(CaptureMark mark) {
    return structure.marks().contains(mark);
  }

  public int nodeCount() {
    return structure.nodeCount();
  }

  /** The half that may be shared between sessions. */
  public ScreenStructure structure() {
    return structure;
  }

  /** The half that belongs to the session. */
  public ScreenTexts texts() {
    return texts;
  }

  /**
   * The node with that number.
   *
   * @throws IndexOutOfBoundsException when there is none
   */
  public ViewNode node(int index) {
    if (index < 0 || index >= nodeCount()) {
      throw new IndexOutOfBoundsException("node " + index + " of " + nodeCount());
    }
    return new ViewNode(this, index);
  }

  /** All nodes in document order. */
  public List<ViewNode> nodes() {
    List<ViewNode> nodes = new ArrayList<>(nodeCount());
    for (int i = 0; i < nodeCount(); i++) {
      nodes.add(new ViewNode(this, i));
    }
    return Collections.unmodifiableList(nodes);
  }

  /** The nodes without a parent, in order: usually one, several when windows were captured. */
  public List<ViewNode> roots() {
    return siblings(0, nodeCount());
  }

  /** The nodes with exactly that resource id, in document order. */
  public List<ViewNode> find(String resourceId) {
    List<ViewNode> found = new ArrayList<>();
    int string = resourceId.isEmpty() ? -1 : structure.strings().indexOf(resourceId);
    for (int i = 0; string >= 0 && i < nodeCount(); i++) {
      if (structure.value(Column.RESOURCE_ID, i) == string) {
        found.add(new ViewNode(this, i));
      }
    }
    return Collections.unmodifiableList(found);
  }

  /**
   * The node a finger would meet at that pixel: from the roots down, at each level the last child
   * that is visible and contains the point, since later siblings are drawn over earlier ones. Null
   * when no visible root contains it. A child is not looked for outside its parent.
   */
  public @Nullable ViewNode nodeAt(int x, int y) {
    ViewNode hit = null;
    List<ViewNode> level = roots();
    while (true) {
      ViewNode next = null;
      for (ViewNode node : level) {
        if (node.is(ViewFlag.VISIBLE) && node.bounds().contains(x, y)) {
          next = node;
        }
      }
      if (next == null) {
        return hit;
      }
      hit = next;
      level = hit.children();
    }
  }

  String text(int node) {
    return textOf[node];
  }

  String contentDescription(int node) {
    return descriptionOf[node];
  }

  int subtreeEnd(int node) {
    return subtreeEnds[node];
  }

  /** The nodes from {@code first} on, each behind the subtree of the one before. */
  List<ViewNode> siblings(int first, int end) {
    List<ViewNode> siblings = new ArrayList<>();
    for (int i = first; i < end; i = subtreeEnds[i]) {
      siblings.add(new ViewNode(this, i));
    }
    return Collections.unmodifiableList(siblings);
  }

  private boolean[] insidePasswordFields() {
    boolean[] inside = new boolean[nodeCount()];
    for (int node = 0; node < inside.length; node++) {
      int parent = structure.value(Column.PARENT, node);
      inside[node] =
          ViewFlag.PASSWORD.in(structure.value(Column.FLAGS, node))
              || (parent >= 0 && inside[parent]);
    }
    return inside;
  }

  private static int cost(int node, String text) {
    if (text.isEmpty()) {
      return 0;
    }
    if (!StringIntake.isAcceptable(text, ScreenLimits.MAX_TEXT_CHARS)) {
      throw new IllegalArgumentException("the text of node " + node + " is too long or not clean");
    }
    return StringIntake.utf8Length(text) + ScreenLimits.TEXT_OVERHEAD;
  }

  private static String[] emptyStrings(int count) {
    String[] strings = new String[count];
    Arrays.fill(strings, "");
    return strings;
  }

  /** Equal when structure, back-end, activity, marks and all texts are. */
  @Override
  public boolean equals(@Nullable Object other) {
    return this == other
        || (other instanceof ViewTree that
            && structure.equals(that.structure)
            && texts.equals(that.texts));
  }

  @Override
  public int hashCode() {
    return 31 * structure.hashCode() + texts.hashCode();
  }

  @Override
  public String toString() {
    return "ViewTree[" + backend() + ", " + nodeCount() + " nodes, " + marks() + "]";
  }
}
