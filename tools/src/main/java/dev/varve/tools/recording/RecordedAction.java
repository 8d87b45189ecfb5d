package dev.varve.tools.recording;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What was done to which target. Fractions are of the screen's width and height, 0 to 1, and -1
 * where unknown.
 *
 * @param type one of {@link #TYPES}
 * @param argument the text typed, the key's name or the app opened, or null
 * @param resourceId of the target, or null
 * @param text of the target, or null
 * @param description of the target, or null
 * @param className of the target, or null
 * @param x where, a swipe's start
 * @param y where, a swipe's start
 * @param toX a swipe's end
 * @param toY a swipe's end
 */
public record RecordedAction(
    String type,
    @Nullable String argument,
    @Nullable String resourceId,
    @Nullable String text,
    @Nullable String description,
    @Nullable String className,
    double x,
    double y,
    double toX,
    double toY) {
  /** Every type of action that there is. */
  public static final List<String> TYPES =
      List.of(
          "tap", "long_press", "swipe", "input_text", "key", "wait", "open_app", "back", "home");

  /** An action without a target. */
  static RecordedAction untargeted(String type, @Nullable String argument) {
    return new RecordedAction(type, argument, null, null, null, null, -1, -1, -1, -1);
  }

  @Override
  public String toString() {
    return type;
  }
}
