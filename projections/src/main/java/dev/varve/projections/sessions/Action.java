package dev.varve.projections.sessions;

import dev.varve.engine.VarveException;
import dev.varve.engine.cbor.CborMap;
import dev.varve.projections.screens.RelativeBounds;
import dev.varve.projections.screens.RelativePoint;
import dev.varve.projections.screens.Target;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One action and what it was aimed at. Fractions of the screen are in ten-thousandths, -1 where
 * unknown.
 *
 * @param type what was done
 * @param argument typed text, key name or app, or null
 * @param resourceId of the target, as recorded, or null
 * @param text of the target, as recorded, or null
 * @param description of the target, as recorded, or null
 * @param x where the screen was touched, or where a swipe began, as a fraction of its width
 * @param y the same as a fraction of its height
 * @param toX where a swipe ended, as a fraction of the width
 * @param toY the same as a fraction of the height
 * @param target what the view tree told about the target, or null when there was no tree or the
 *     target was not in it
 */
public record Action(
    ActionType type,
    @Nullable String argument,
    @Nullable String resourceId,
    @Nullable String text,
    @Nullable String description,
    int x,
    int y,
    int toX,
    int toY,
    @Nullable Target target) {
  /** The whole width or height. */
  public static final int FULL = RelativePoint.FULL;

  /** Checks ranges. */
  public Action {
    for (int fraction : new int[] {x, y, toX, toY}) {
      if (fraction < -1 || fraction > FULL) {
        throw new VarveException("a fraction is 0 to 10000, or -1 when unknown, found " + fraction);
      }
    }
  }

  /** An action without a target. */
  public static Action of(ActionType type, @Nullable String argument) {
    return new Action(type, argument, null, null, null, -1, -1, -1, -1, null);
  }

  /** An action on a target known by id or texts and by the point touched. */
  public static Action on(
      ActionType type,
      @Nullable String argument,
      @Nullable String resourceId,
      @Nullable String text,
      @Nullable String description,
      int x,
      int y) {
    return new Action(type, argument, resourceId, text, description, x, y, -1, -1, null);
  }

  /** The same as a swipe that ends there. */
  public Action swipedTo(int newToX, int newToY) {
    return new Action(type, argument, resourceId, text, description, x, y, newToX, newToY, target);
  }

  /** The same without what was typed, and without the text by which its target was named. */
  public Action withheld() {
    return new Action(type, null, resourceId, null, description, x, y, toX, toY, target);
  }

  /** The same with another argument, and without any text of the target. */
  public Action parameterised(String parameter) {
    Target named = target;
    Target silent =
        named == null
            ? null
            : new Target(
                named.resourceId(),
                "",
                named.contentDescription(),
                named.className(),
                named.siblingPosition(),
                named.parentResourceId(),
                named.parentClassName(),
                named.bounds(),
                named.point());
    return new Action(type, parameter, resourceId, null, description, x, y, toX, toY, silent);
  }

  /** The same with what a view tree tells about the target. */
  public Action located(Target found) {
    return new Action(type, argument, resourceId, text, description, x, y, toX, toY, found);
  }

  /**
   * Payload: 1 type, 2 argument, 3 resource id, 4 text, 5 description, 6 to 9 x, y, to x, to y, 10
   * target {1 resource id, 2 text, 3 description, 4 class, 5 sibling position, 6 parent's resource
   * id, 7 parent's class, 8 bounds in the parent (left, top, right, bottom), 9 point in the parent
   * (x, y)}; what is unknown is left out.
   */
  public CborMap encode() {
    CborMap.Builder map =
        CborMap.builder()
            .put(1, type.number())
            .put(2, argument)
            .put(3, resourceId)
            .put(4, text)
            .put(5, description)
            .put(10, target == null ? null : encode(target));
    int[] fractions = {x, y, toX, toY};
    for (int i = 0; i < fractions.length; i++) {
      if (fractions[i] >= 0) {
        map.put(6 + i, fractions[i]);
      }
    }
    return map.build();
  }

  private static CborMap encode(Target target) {
    RelativeBounds bounds = target.bounds();
    return CborMap.builder()
        .put(1, target.resourceId())
        .put(2, target.text())
        .put(3, target.contentDescription())
        .put(4, target.className())
        .put(5, target.siblingPosition())
        .put(6, target.parentResourceId())
        .put(7, target.parentClassName())
        .put(8, List.of(bounds.left(), bounds.top(), bounds.right(), bounds.bottom()))
        .put(9, List.of(target.point().x(), target.point().y()))
        .build();
  }

  /** The action of a payload. */
  public static Action decode(CborMap m) {
    CborMap target = m.getMapOrNull(10);
    return new Action(
        Numbered.of(ActionType.values(), m.getInt(1)),
        m.getStringOrNull(2),
        m.getStringOrNull(3),
        m.getStringOrNull(4),
        m.getStringOrNull(5),
        m.getInt(6, -1),
        m.getInt(7, -1),
        m.getInt(8, -1),
        m.getInt(9, -1),
        target == null ? null : decodeTarget(target));
  }

  private static Target decodeTarget(CborMap m) {
    List<Long> bounds = m.getList(8, Long.class);
    List<Long> point = m.getList(9, Long.class);
    if (bounds.size() != 4 || point.size() != 2) {
      throw new VarveException("a target's bounds are 4 numbers and its point 2");
    }
    try {
      return new Target(
          m.getString(1),
          m.getString(2),
          m.getString(3),
          m.getString(4),
          m.getInt(5),
          m.getString(6),
          m.getString(7),
          new RelativeBounds(
              Math.toIntExact(bounds.get(0)),
              Math.toIntExact(bounds.get(1)),
              Math.toIntExact(bounds.get(2)),
              Math.toIntExact(bounds.get(3))),
          new RelativePoint(Math.toIntExact(point.get(0)), Math.toIntExact(point.get(1))));
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw new VarveException("not a target: " + e.getMessage(), e);
    }
  }

  /** Type and resource id only: texts may be private. */
  @Override
  public String toString() {
    return type.label() + (resourceId == null ? "" : " " + resourceId);
  }
}
