package dev.varve.projections.screens;

/** A property of a node that is either set or not. The bits are stored and never change. */
public enum ViewFlag {
  VISIBLE(0),
  CLICKABLE(1),
  LONG_CLICKABLE(2),
  SCROLLABLE(3),
  CHECKABLE(4),
  CHECKED(5),
  ENABLED(6),
  FOCUSABLE(7),
  FOCUSED(8),
  EDITABLE(9),
  PASSWORD(10),
  SELECTED(11);

  static final int ALL_BITS = (1 << 12) - 1;

  private final int bit;

  ViewFlag(int position) {
    this.bit = 1 << position;
  }

  /** The flag's bit in a column of flags. */
  public int bit() {
    return bit;
  }

  boolean in(int flags) {
    return (flags & bit) != 0;
  }
}
