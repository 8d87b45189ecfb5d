package dev.varve.projections.screens;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Makes a tree of views that refer to each other. The lists of children decide; a view that nobody
 * lists goes below the parent it names itself. A second way to the same view, which a cycle is one
 * case of, is cut, and so is a reference to a view that is not there: both are repairs.
 */
final class RawViews {
  private static final int NONE = -1;

  private final List<RawView> views;
  private final ViewTreeBuilder builder;
  private final Map<String, Integer> indexOf = new HashMap<>();
  private final int[][] children;
  private final boolean[] listed;
  private final boolean[] placed;

  /**
   * @param complete whether no view was left out, so that a reference to nowhere is a fault
   */
  RawViews(List<RawView> views, ViewTreeBuilder builder, boolean complete) {
    this.views = views;
    this.builder = builder;
    this.children = new int[views.size()][];
    this.listed = new boolean[views.size()];
    this.placed = new boolean[views.size()];
    index();
    resolveChildren(complete);
    resolveParents();
  }

  /**
   * Puts all views that can be reached into the builder.
   *
   * @param rootKey the view that the capture names as root, null when it names none
   */
  void build(@Nullable String rootKey) {
    Integer root = rootKey == null ? null : indexOf.get(rootKey);
    if (root != null) {
      place(root);
    }
    boolean any = root != null;
    for (int i = 0; i < views.size(); i++) {
      if (!listed[i] && !placed[i]) {
        place(i);
        any = true;
      }
    }
    if (!any && !views.isEmpty()) {
      place(0);
    }
    for (boolean done : placed) {
      if (!done) {
        builder.mark(CaptureMark.REPAIRED);
      }
    }
  }

  private void index() {
    for (int i = 0; i < views.size(); i++) {
      if (indexOf.putIfAbsent(views.get(i).key, i) != null) {
        builder.mark(CaptureMark.REPAIRED);
      }
    }
  }

  private void resolveChildren(boolean complete) {
    for (int i = 0; i < children.length; i++) {
      List<Object> references = views.get(i).children;
      int[] resolved = new int[references.size()];
      for (int k = 0; k < resolved.length; k++) {
        Object reference = references.get(k);
        Integer child =
            reference instanceof RawView nested
                ? Integer.valueOf(nested.index)
                : indexOf.get(reference.toString());
        resolved[k] = child == null ? NONE : child;
        if (child != null) {
          listed[child] = true;
        } else if (complete) {
          builder.mark(CaptureMark.REPAIRED);
        }
      }
      children[i] = resolved;
    }
  }

  private void resolveParents() {
    List<List<Integer>> additions = new ArrayList<>();
    for (int i = 0; i < children.length; i++) {
      additions.add(List.of());
    }
    for (int i = 0; i < children.length; i++) {
      String key = views.get(i).parent;
      Integer parent = listed[i] || key == null ? null : indexOf.get(key);
      if (parent != null && parent != i) {
        if (additions.get(parent).isEmpty()) {
          additions.set(parent, new ArrayList<>());
        }
        additions.get(parent).add(i);
        listed[i] = true;
        builder.mark(CaptureMark.REPAIRED);
      }
    }
    for (int i = 0; i < children.length; i++) {
      List<Integer> added = additions.get(i);
      int[] merged = Arrays.copyOf(children[i], children[i].length + added.size());
      for (int k = 0; k < added.size(); k++) {
        merged[children[i].length + k] = added.get(k);
      }
      children[i] = merged;
    }
  }

  /** Depth first with a stack of its own: a list of views may be one long chain. */
  private void place(int root) {
    int[] path = new int[views.size()];
    int[] next = new int[views.size()];
    int length = 0;
    path[length++] = root;
    open(root);
    while (length > 0) {
      int view = path[length - 1];
      if (next[view] == children[view].length) {
        builder.close();
        length--;
        continue;
      }
      int child = children[view][next[view]++];
      if (child == NONE) {
        continue;
      }
      if (placed[child]) {
        builder.mark(CaptureMark.REPAIRED);
        continue;
      }
      open(child);
      path[length++] = child;
    }
  }

  private void open(int view) {
    placed[view] = true;
    builder.open(views.get(view).fields);
  }
}
