package dev.varve.projections.screens;

import java.util.List;

/**
 * The texts of one screen, apart from its {@link ScreenStructure}: they say what a person read or
 * typed, so they belong to the session that saw them. Immutable; printing it shows no text.
 *
 * @param entries the nodes that have a text or a description, in ascending order
 */
public record ScreenTexts(List<Entry> entries) {
  /**
   * The texts of one node.
   *
   * @param node the node's index in its tree
   * @param text what it shows, empty for nothing
   * @param contentDescription what is read out for it, empty for nothing
   */
  public record Entry(int node, String text, String contentDescription) {
    @Override
    public String toString() {
      return "Entry[node=" + node + "]";
    }
  }

  /** Copies the list. */
  public ScreenTexts {
    entries = List.copyOf(entries);
  }

  @Override
  public String toString() {
    return "ScreenTexts[" + entries.size() + " nodes]";
  }
}
