package dev.varve.projections.screens;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What a tap was aimed at, told in several ways so that it can be found on a later capture of the
 * screen. Holds texts of the screen: it belongs into sealed payloads, and printing it shows none.
 *
 * @param resourceId empty when the node has none, as the next two
 * @param text the node's text
 * @param contentDescription what is read out for the node
 * @param className the node's class
 * @param siblingPosition the node's place among its parent's children, from 0
 * @param parentResourceId empty when there is no parent or it has no id
 * @param parentClassName empty when the node is a root
 * @param bounds the node's place in its parent (in itself, for a root)
 * @param point the tapped point in the same rectangle
 */
public record Target(
    String resourceId,
    String text,
    String contentDescription,
    String className,
    int siblingPosition,
    String parentResourceId,
    String parentClassName,
    RelativeBounds bounds,
    RelativePoint point) {

  /** One way to find a node again. The numbers are stored and never change. */
  public enum Selector {
    RESOURCE_ID(1),
    TEXT(2),
    CONTENT_DESCRIPTION(3),
    SIBLING_POSITION(4),
    RELATIVE_POINT(5);

    private final int number;

    Selector(int number) {
      this.number = number;
    }

    /** The stored number. */
    public int number() {
      return number;
    }
  }

  /**
   * A node that may be the target.
   *
   * @param node a visible node
   * @param x where to tap, in pixels of the screen: the recorded point when it falls into the node,
   *     else the node's centre
   * @param y likewise
   */
  public record Candidate(ViewNode node, int x, int y) {}

  /**
   * The outcome of a search.
   *
   * @param selector the first way that led anywhere, null when none did
   * @param candidates what it led to, in document order; more than one when it cannot be told apart
   */
  public record Resolution(@Nullable Selector selector, List<Candidate> candidates) {
    /** Copies the list. */
    public Resolution {
      candidates = List.copyOf(candidates);
    }

    /** Whether there is exactly one candidate. */
    public boolean isUnique() {
      return candidates.size() == 1;
    }
  }

  /**
   * Describes a node and a point in it.
   *
   * @param x the tapped point in pixels of the screen
   * @param y likewise
   * @throws IllegalArgumentException when the node is of another tree
   */
  public static Target of(ViewTree tree, ViewNode node, int x, int y) {
    if (!node.isIn(tree)) {
      throw new IllegalArgumentException("node " + node.index() + " is of another tree");
    }
    ViewNode parent = node.parent();
    Bounds outer = parent == null ? node.bounds() : parent.bounds();
    return new Target(
        node.resourceId(),
        node.text(),
        node.contentDescription(),
        node.className(),
        node.siblingPosition(),
        parent == null ? "" : parent.resourceId(),
        parent == null ? "" : parent.className(),
        RelativeBounds.within(outer, node.bounds()),
        RelativePoint.within(outer, x, y));
  }

  /**
   * Looks for the target among the visible nodes of a tree: by resource id, else text, else content
   * description (each exactly, and only if the target has one), else class and sibling position
   * below the same kind of parent, else by the point within the same kind of parent. Where a way
   * leads to several nodes, each later way but the last may narrow them down, if it leaves any. The
   * last two ways never lead from a node with an id to one with another: what stands in a place is
   * not what stood there.
   */
  public Resolution resolve(ViewTree tree) {
    List<ViewNode> visible = new ArrayList<>(tree.nodes());
    visible.removeIf(node -> !node.is(ViewFlag.VISIBLE));
    Selector decisive = null;
    List<ViewNode> found = visible;
    for (Selector selector : Selector.values()) {
      if (selector == Selector.RELATIVE_POINT || (decisive != null && found.size() == 1)) {
        break;
      }
      List<ViewNode> matching = new ArrayList<>(found);
      Predicate<ViewNode> selects = node -> selects(selector, node);
      matching.removeIf(selects.negate());
      if (!matching.isEmpty()) {
        decisive = decisive == null ? selector : decisive;
        found = matching;
      }
    }
    if (decisive == null) {
      found = atPoint(visible);
      decisive = found.isEmpty() ? null : Selector.RELATIVE_POINT;
    }
    List<Candidate> candidates = new ArrayList<>();
    for (ViewNode node : found) {
      candidates.add(candidate(node));
    }
    return new Resolution(decisive, candidates);
  }

  private boolean selects(Selector selector, ViewNode node) {
    return switch (selector) {
      case RESOURCE_ID -> isSame(resourceId, node.resourceId());
      case TEXT -> isSame(text, node.text());
      case CONTENT_DESCRIPTION -> isSame(contentDescription, node.contentDescription());
      case SIBLING_POSITION ->
          className.equals(node.className())
              && !hasAnotherId(node)
              && hasKindOfParent(node)
              && node.siblingPosition() == siblingPosition;
      case RELATIVE_POINT -> false;
    };
  }

  private static boolean isSame(String wanted, String found) {
    return !wanted.isEmpty() && wanted.equals(found);
  }

  private boolean hasAnotherId(ViewNode node) {
    return !resourceId.isEmpty()
        && !node.resourceId().isEmpty()
        && !resourceId.equals(node.resourceId());
  }

  private boolean hasKindOfParent(ViewNode node) {
    ViewNode parent = node.parent();
    return parent == null
        ? parentClassName.isEmpty() && parentResourceId.isEmpty()
        : parentClassName.equals(parent.className())
            && parentResourceId.equals(parent.resourceId());
  }

  /** The topmost nodes at the point, each below one parent (or root) of the recorded kind. */
  private List<ViewNode> atPoint(List<ViewNode> visible) {
    List<ViewNode> found = new ArrayList<>();
    ViewNode parentOfLast = null;
    for (ViewNode node : visible) {
      ViewNode parent = node.parent();
      Bounds outer = parent == null ? node.bounds() : parent.bounds();
      if (hasKindOfParent(node) && node.bounds().contains(point.xIn(outer), point.yIn(outer))) {
        if (parent != null && parent.equals(parentOfLast)) {
          found.remove(found.size() - 1);
        }
        found.add(node);
        parentOfLast = parent;
      }
    }
    found.removeIf(this::hasAnotherId);
    return found;
  }

  private Candidate candidate(ViewNode node) {
    ViewNode parent = node.parent();
    Bounds outer = parent == null ? node.bounds() : parent.bounds();
    int x = point.xIn(outer);
    int y = point.yIn(outer);
    boolean inside = hasKindOfParent(node) && node.bounds().contains(x, y);
    return inside
        ? new Candidate(node, x, y)
        : new Candidate(node, node.bounds().centreX(), node.bounds().centreY());
  }

  @Override
  public String toString() {
    return "Target[" + className + ", " + resourceId + ", position " + siblingPosition + "]";
  }
}
