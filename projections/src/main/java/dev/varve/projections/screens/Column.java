package dev.varve.projections.screens;

/** A column of integers in a {@link ScreenStructure}. The numbers are stored and never change. */
public enum Column {
  /** The index of the node's parent, which is smaller than the node's own; -1 for a root. */
  PARENT(1),
  /** An index into the string table. */
  CLASS_NAME(2),
  /** An index into the string table. */
  RESOURCE_ID(3),
  /** An index into the string table. */
  PACKAGE(4),
  /** The bits of {@link ViewFlag}. */
  FLAGS(5),
  /** Pixels of the screen, as the next three. */
  LEFT(6),
  TOP(7),
  RIGHT(8),
  BOTTOM(9);

  private final int number;

  Column(int number) {
    this.number = number;
  }

  /** The stored number. */
  public int number() {
    return number;
  }

  /** The column's place in an array of all columns. */
  int index() {
    return number - 1;
  }
}
