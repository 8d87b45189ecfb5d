package dev.varve.projections.screens;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One element of a list of views in JSON, before its place in the tree is known. */
final class RawView {
  /** Its place in the list that was kept. */
  final int index;

  final NodeFields fields = new NodeFields();

  /** A {@code RawView} that was written inside this one, or the key of another, as a string. */
  final List<Object> children = new ArrayList<>();

  /** What others call this view: its place in the capture's list unless it says otherwise. */
  String key;

  @Nullable String parent;

  RawView(int index, int place) {
    this.index = index;
    this.key = String.valueOf(place);
  }
}
