package dev.varve.projections.screens;

/**
 * A rectangle within another one, in parts of ten thousand as {@link RelativePoint}; what lies
 * outside is cut off.
 */
public record RelativeBounds(int left, int top, int right, int bottom) {
  /** Refuses edges outside 0 to 10000 or in the wrong order. */
  public RelativeBounds {
    if (left < 0
        || top < 0
        || left > right
        || top > bottom
        || right > RelativePoint.FULL
        || bottom > RelativePoint.FULL) {
      throw new IllegalArgumentException(
          "[" + left + "," + top + "][" + right + "," + bottom + "] are no parts of ten thousand");
    }
  }

  /** The place of a rectangle within an outer one. */
  public static RelativeBounds within(Bounds outer, Bounds inner) {
    int left = RelativePoint.part((long) inner.left() - outer.left(), outer.width());
    int top = RelativePoint.part((long) inner.top() - outer.top(), outer.height());
    int right = RelativePoint.part((long) inner.right() - outer.left(), outer.width());
    int bottom = RelativePoint.part((long) inner.bottom() - outer.top(), outer.height());
    return new RelativeBounds(left, top, Math.max(left, right), Math.max(top, bottom));
  }
}
