package dev.varve.projections.sessions;

import dev.varve.engine.VarveException;
import dev.varve.engine.cbor.CborMap;
import org.jspecify.annotations.Nullable;

/**
 * One action and what it was aimed at. Fractions are in ten-thousandths, -1 where unknown.
 *
 * @param type what was done
 * @param argument typed text, key name or app, or null
 * @param resourceId of the target, or null
 * @param text of the target, or null
 * @param description of the target, or null
 * @param className of the target, or null
 * @param sibling index of the target among its parent's children, -1 unknown
 * @param xInParent where it was touched, as a fraction of the parent's width
 * @param yInParent where it was touched, as a fraction of the parent's height
 * @param xOnScreen the same as a fraction of the screen's width; a swipe's start
 * @param yOnScreen the same as a fraction of the screen's height
 * @param toX a swipe's end, as a fraction of the screen's width
 * @param toY a swipe's end, as a fraction of the screen's height
 */
public record Action(
    ActionType type,
    @Nullable String argument,
    @Nullable String resourceId,
    @Nullable String text,
    @Nullable String description,
    @Nullable String className,
    int sibling,
    int xInParent,
    int yInParent,
    int xOnScreen,
    int yOnScreen,
    int toX,
    int toY) {
  /** Checks ranges. */
  public Action {
    for (int fraction : new int[] {xInParent, yInParent, xOnScreen, yOnScreen, toX, toY}) {
      if (fraction < -1 || fraction > 10_000) {
        throw new VarveException("a fraction is 0 to 10000, or -1 when unknown, found " + fraction);
      }
    }
    if (sibling < -1) {
      throw new VarveException("a sibling index is 0 or more, or -1 when unknown, found " + sibling);
    }
  }

  /** An action without a target. */
  public static Action of(ActionType type, @Nullable String argument) {
    return new Action(type, argument, null, null, null, null, -1, -1, -1, -1, -1, -1, -1);
  }

  /** An action on a target known by id or texts and by the point touched on the screen. */
  public static Action on(
      ActionType type,
      @Nullable String argument,
      @Nullable String resourceId,
      @Nullable String text,
      @Nullable String description,
      int xOnScreen,
      int yOnScreen) {
    return new Action(
        type, argument, resourceId, text, description, null, -1, -1, -1, xOnScreen, yOnScreen, -1,
        -1);
  }

  /** The same as a swipe that ends there. */
  public Action swipedTo(int newToX, int newToY) {
    return new Action(
        type, argument, resourceId, text, description, className, sibling, xInParent, yInParent,
        xOnScreen, yOnScreen, newToX, newToY);
  }

  /** The same with what a view tree tells about the target. */
  public Action located(
      @Nullable String newResourceId,
      @Nullable String newText,
      @Nullable String newDescription,
      @Nullable String newClassName,
      int newSibling,
      int newXInParent,
      int newYInParent) {
    return new Action(
        type, argument, newResourceId, newText, newDescription, newClassName, newSibling,
        newXInParent, newYInParent, xOnScreen, yOnScreen, toX, toY);
  }

  /**
   * Payload: 1 type, 2 argument, 3 resource id, 4 text, 5 description, 6 class, 7 sibling, 8 and 9 in
   * parent, 10 and 11 on screen, 12 and 13 swipe's end; what is unknown is left out.
   */
  public CborMap encode() {
    CborMap.Builder map =
        CborMap.builder()
            .put(1, type.number())
            .put(2, argument)
            .put(3, resourceId)
            .put(4, text)
            .put(5, description)
            .put(6, className);
    int[] numbers = {sibling, xInParent, yInParent, xOnScreen, yOnScreen, toX, toY};
    for (int i = 0; i < numbers.length; i++) {
      if (numbers[i] >= 0) {
        map.put(7 + i, numbers[i]);
      }
    }
    return map.build();
  }

  /** The action of a payload. */
  public static Action decode(CborMap m) {
    return new Action(
        Numbered.of(ActionType.values(), m.getInt(1)),
        m.getStringOrNull(2),
        m.getStringOrNull(3),
        m.getStringOrNull(4),
        m.getStringOrNull(5),
        m.getStringOrNull(6),
        m.getInt(7, -1),
        m.getInt(8, -1),
        m.getInt(9, -1),
        m.getInt(10, -1),
        m.getInt(11, -1),
        m.getInt(12, -1),
        m.getInt(13, -1));
  }

  /** Type and resource id only: texts may be private. */
  @Override
  public String toString() {
    return type.label() + (resourceId == null ? "" : " " + resourceId);
  }
}
