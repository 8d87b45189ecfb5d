package dev.varve.projections;

import dev.varve.projections.screens.Bounds;
import dev.varve.projections.screens.RelativePoint;
import dev.varve.projections.screens.Target;
import dev.varve.projections.screens.ViewFlag;
import dev.varve.projections.screens.ViewNode;
import dev.varve.projections.screens.ViewTree;
import dev.varve.projections.sessions.Action;
import dev.varve.projections.sessions.ActionType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Finds on a screen what an action was aimed at. Pure. */
final class ActionTarget {
  private ActionTarget() {}

  /**
   * The action with its target: the visible node of its resource id, else of its text, else of its
   * description, else the one at the point touched. Where a name fits several nodes, the next name
   * narrows them down, then the point; then the first is taken. Without a target when there is no
   * such node, and without its text when that was typed into a password field.
   */
  static Action locate(Action action, ViewTree screen) {
    Bounds whole = whole(screen);
    if (whole.width() == 0 || whole.height() == 0) {
      return typesASecret(action, null, screen) ? action.withheld() : action;
    }
    boolean touched = action.x() >= 0 && action.y() >= 0;
    RelativePoint point = new RelativePoint(Math.max(0, action.x()), Math.max(0, action.y()));
    int x = point.xIn(whole);
    int y = point.yIn(whole);
    List<ViewNode> named = named(action, screen);
    ViewNode node = named.isEmpty() ? null : named.get(0);
    if (touched && node == null) {
      node = screen.nodeAt(x, y);
    } else if (touched) {
      List<ViewNode> hit = narrowed(named, n -> n.bounds().contains(x, y));
      node = hit.isEmpty() ? node : hit.get(0);
    }
    Action told = typesASecret(action, node, screen) ? action.withheld() : action;
    if (node == null) {
      return told;
    }
    Bounds bounds = node.bounds();
    return touched
        ? told.located(Target.of(screen, node, x, y))
        : told.located(
            Target.of(
                screen,
                node,
                (int) (bounds.left() + bounds.width() / 2),
                (int) (bounds.top() + bounds.height() / 2)));
  }

  /**
   * Whether text went into a password field: the target, else the focused field; where the tree
   * says neither, any password field on the screen will do.
   */
  private static boolean typesASecret(Action action, @Nullable ViewNode target, ViewTree screen) {
    if (action.type() != ActionType.INPUT_TEXT) {
      return false;
    }
    if (target != null && isSecret(target)) {
      return true;
    }
    boolean focused = target != null;
    boolean present = false;
    for (ViewNode node : screen.nodes()) {
      if (node.is(ViewFlag.FOCUSED) && isSecret(node)) {
        return true;
      }
      focused |= node.is(ViewFlag.FOCUSED) && node.is(ViewFlag.EDITABLE);
      present |= node.is(ViewFlag.PASSWORD);
    }
    return present && !focused;
  }

  private static boolean isSecret(ViewNode node) {
    for (ViewNode at = node; at != null; at = at.parent()) {
      if (at.is(ViewFlag.PASSWORD)) {
        return true;
      }
    }
    return false;
  }

  /** The smallest rectangle around all roots: one window alone need not cover the screen. */
  private static Bounds whole(ViewTree screen) {
    Bounds whole = new Bounds(0, 0, 0, 0);
    for (ViewNode root : screen.roots()) {
      Bounds bounds = root.bounds();
      if (bounds.width() > 0 && bounds.height() > 0) {
        whole =
            whole.width() == 0
                ? bounds
                : new Bounds(
                    Math.min(whole.left(), bounds.left()),
                    Math.min(whole.top(), bounds.top()),
                    Math.max(whole.right(), bounds.right()),
                    Math.max(whole.bottom(), bounds.bottom()));
      }
    }
    return whole;
  }

  private static List<ViewNode> named(Action action, ViewTree screen) {
    List<ViewNode> visible = narrowed(screen.nodes(), node -> node.is(ViewFlag.VISIBLE));
    List<ViewNode> found = List.of();
    found = byName(found, visible, node -> isName(action.resourceId(), node.resourceId()));
    found = byName(found, visible, node -> isName(action.text(), node.text()));
    return byName(found, visible, node -> isName(action.description(), node.contentDescription()));
  }

  /** Those among the ones found so far, or among all when there are none, unless none is left. */
  private static List<ViewNode> byName(
      List<ViewNode> found, List<ViewNode> all, Predicate<ViewNode> name) {
    List<ViewNode> left = narrowed(found.isEmpty() ? all : found, name);
    return left.isEmpty() ? found : left;
  }

  private static List<ViewNode> narrowed(List<ViewNode> nodes, Predicate<ViewNode> wanted) {
    List<ViewNode> left = new ArrayList<>();
    for (ViewNode node : nodes) {
      if (wanted.test(node)) {
        left.add(node);
      }
    }
    return left;
  }

  private static boolean isName(@Nullable String wanted, String found) {
    return wanted != null && !wanted.isEmpty() && wanted.equals(found);
  }
}
