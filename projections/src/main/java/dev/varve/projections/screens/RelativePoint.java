package dev.varve.projections.screens;

/**
 * A point inside a rectangle in parts of ten thousand: 0 is the left or top edge, 10000 the right
 * or bottom one. Integers, so that every machine computes the same; exact to the pixel for
 * rectangles of up to 5,000 pixels a side.
 *
 * @param x from 0 to {@value #FULL}
 * @param y from 0 to {@value #FULL}
 */
public record RelativePoint(int x, int y) {
  /** The whole width or height. */
  public static final int FULL = 10_000;

  /** Refuses coordinates outside 0 to {@value #FULL}. */
  public RelativePoint {
    if (x < 0 || x > FULL || y < 0 || y > FULL) {
      throw new IllegalArgumentException("(" + x + ", " + y + ") is not within 0 to " + FULL);
    }
  }

  /** A point of the screen within a rectangle; moved to the nearest edge when it lies outside. */
  public static RelativePoint within(Bounds bounds, int x, int y) {
    return new RelativePoint(
        part((long) x - bounds.left(), bounds.width()),
        part((long) y - bounds.top(), bounds.height()));
  }

  /** The pixel's horizontal place when the rectangle is {@code bounds}, always inside it. */
  public int xIn(Bounds bounds) {
    return pixel(x, bounds.left(), bounds.width());
  }

  /** The pixel's vertical place when the rectangle is {@code bounds}, always inside it. */
  public int yIn(Bounds bounds) {
    return pixel(y, bounds.top(), bounds.height());
  }

  static int part(long distance, long size) {
    if (size == 0) {
      return 0;
    }
    long clamped = Math.max(0, Math.min(size, distance));
    return (int) ((clamped * FULL + size / 2) / size);
  }

  private static int pixel(int part, int start, long size) {
    long distance = (part * size + FULL / 2) / FULL;
    return (int) (start + Math.max(0, Math.min(size - 1, distance)));
  }
}
