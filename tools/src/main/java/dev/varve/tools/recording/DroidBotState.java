package dev.varve.tools.recording;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a step needs to know of a DroidBot state file, beside its view tree.
 *
 * @param name DroidBot's own name of the state
 * @param packageName app in front, or null
 * @param activity activity in front, or null
 * @param width right edge of what was on the screen, in pixels
 * @param height its lower edge
 */
record DroidBotState(
    String name, @Nullable String packageName, @Nullable String activity, long width, long height) {

  /** Reads the fields of a state file. */
  static DroidBotState of(Fields fields) {
    String foreground = fields.nameOrNull("foreground_activity", 512);
    String packageName = foreground;
    String activity = null;
    int slash = foreground == null ? -1 : foreground.indexOf('/');
    if (foreground != null && slash >= 0) {
      packageName = foreground.substring(0, slash);
      activity = foreground.substring(slash + 1);
    }
    long width = 0;
    long height = 0;
    for (Fields view : fields.objects("views")) {
      Bounds bounds = Bounds.of(view);
      if (bounds != null) {
        width = Math.max(width, bounds.right());
        height = Math.max(height, bounds.bottom());
      }
    }
    return new DroidBotState(
        fields.name("state_str", 512),
        packageName == null || packageName.isEmpty() ? null : packageName,
        activity == null || activity.isEmpty() ? null : activity,
        width,
        height);
  }

  /** The rectangle of a view, in pixels. */
  record Bounds(long left, long top, long right, long bottom) {
    /** The bounds of a view: [[left, top], [right, bottom]], or null when it has none. */
    static @Nullable Bounds of(Fields view) {
      List<?> corners = view.array("bounds");
      if (corners.isEmpty()) {
        return null;
      }
      if (corners.size() == 2
          && corners.get(0) instanceof List<?> from
          && corners.get(1) instanceof List<?> to
          && from.size() == 2
          && to.size() == 2
          && from.get(0) instanceof Long left
          && from.get(1) instanceof Long top
          && to.get(0) instanceof Long right
          && to.get(1) instanceof Long bottom) {
        return new Bounds(left, top, right, bottom);
      }
      throw view.refuse("\"bounds\" should be [[left, top], [right, bottom]] in pixels");
    }
  }
}
