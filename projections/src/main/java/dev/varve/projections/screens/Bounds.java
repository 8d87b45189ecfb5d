package dev.varve.projections.screens;

/** A rectangle in pixels of the screen; right and bottom lie just outside. May be empty. */
public record Bounds(int left, int top, int right, int bottom) {
  static final Bounds NONE = new Bounds(0, 0, 0, 0);

  /** Width in pixels, never negative. */
  public long width() {
    return Math.max(0L, (long) right - left);
  }

  /** Height in pixels, never negative. */
  public long height() {
    return Math.max(0L, (long) bottom - top);
  }

  /** Whether the pixel lies inside. */
  public boolean contains(int x, int y) {
    return x >= left && x < right && y >= top && y < bottom;
  }

  int centreX() {
    return (int) (left + width() / 2);
  }

  int centreY() {
    return (int) (top + height() / 2);
  }
}
