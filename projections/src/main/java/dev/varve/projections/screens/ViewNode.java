package dev.varve.projections.screens;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One node of a {@link ViewTree}. What a capture does not report is the empty string, an empty
 * rectangle, or a flag that is not set; a node is visible and enabled unless the capture says
 * otherwise. Immutable; equal to the same node of an equal tree; printing it shows no text.
 */
public final class ViewNode {
  private final ViewTree tree;
  private final int index;

  ViewNode(ViewTree tree, int index) {
    this.tree = tree;
    this.index = index;
  }

  /** The node's number in its tree, in document order from 0. */
  public int index() {
    return index;
  }

  public String className() {
    return tree.structure().string(Column.CLASS_NAME, index);
  }

  public String resourceId() {
    return tree.structure().string(Column.RESOURCE_ID, index);
  }

  public String packageName() {
    return tree.structure().string(Column.PACKAGE, index);
  }

  public String text() {
    return tree.text(index);
  }

  public String contentDescription() {
    return tree.contentDescription(index);
  }

  public Bounds bounds() {
    ScreenStructure structure = tree.structure();
    return new Bounds(
        structure.value(Column.LEFT, index),
        structure.value(Column.TOP, index),
        structure.value(Column.RIGHT, index),
        structure.value(Column.BOTTOM, index));
  }

  public boolean is(ViewFlag flag) {
    return flag.in(tree.structure().value(Column.FLAGS, index));
  }

  /** Null for a root. */
  public @Nullable ViewNode parent() {
    int parent = tree.structure().value(Column.PARENT, index);
    return parent < 0 ? null : new ViewNode(tree, parent);
  }

  /** The children in order. */
  public List<ViewNode> children() {
    return tree.siblings(index + 1, tree.subtreeEnd(index));
  }

  /** The node's place among its parent's children, or among the roots, from 0. */
  public int siblingPosition() {
    ViewNode parent = parent();
    int position = 0;
    for (int i = parent == null ? 0 : parent.index + 1; i < index; i = tree.subtreeEnd(i)) {
      position++;
    }
    return position;
  }

  boolean isIn(ViewTree other) {
    return tree.equals(other);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ViewNode that && index == that.index && tree.equals(that.tree);
  }

  @Override
  public int hashCode() {
    return 31 * tree.nodeCount() + index;
  }

  @Override
  public String toString() {
    return "ViewNode[" + index + ", " + className() + ", " + resourceId() + "]";
  }
}
