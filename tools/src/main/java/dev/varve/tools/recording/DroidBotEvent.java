package dev.varve.tools.recording;

import dev.varve.tools.recording.DroidBotState.Bounds;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Turns the {@code event} object of a DroidBot event file into an action. */
final class DroidBotEvent {
  private static final Pattern START =
      Pattern.compile("am start (?:-[a-zA-Z]+ )*([A-Za-z0-9_.]+)/\\S+");
  private static final List<String> TYPES =
      List.of("key", "intent", "touch", "long_touch", "swipe", "scroll", "set_text");
  private static final double SCROLL_NEAR = 0.25;
  private static final double SCROLL_FAR = 0.75;

  private DroidBotEvent() {}

  /** The package that an event starts, or null. */
  static @Nullable String startedPackage(Fields event) {
    String intent = event.textOrNull("intent");
    Matcher matcher = intent == null ? null : START.matcher(intent);
    return matcher != null && matcher.lookingAt() ? matcher.group(1) : null;
  }

  /** The package of the view that an event is aimed at, or null. */
  static @Nullable String viewPackage(Fields event) {
    Fields view = event.objectOrNull("view");
    return view == null ? null : view.nameOrNull("package", 256);
  }

  /**
   * The action.
   *
   * @param width of the screen, in pixels
   * @param height of the screen, in pixels
   */
  static RecordedAction action(Fields event, long width, long height) {
    return switch (event.word("event_type", TYPES)) {
      case "key" -> key(event.name("name", 100));
      case "intent" -> intent(event);
      case "touch" -> targeted("tap", null, event, width, height);
      case "long_touch" -> targeted("long_press", null, event, width, height);
      case "set_text" -> targeted("input_text", event.textOrNull("text"), event, width, height);
      case "scroll" -> scroll(event, width, height);
      default -> swipe(event, width, height);
    };
  }

  private static RecordedAction intent(Fields event) {
    String started = startedPackage(event);
    if (started == null) {
      throw event.refuse("\"event.intent\" should be \"am start PACKAGE/ACTIVITY\"");
    }
    return RecordedAction.untargeted("open_app", started);
  }

  private static RecordedAction key(String name) {
    return switch (name) {
      case "HOME" -> RecordedAction.untargeted("home", null);
      case "BACK" -> RecordedAction.untargeted("back", null);
      default -> RecordedAction.untargeted("key", name);
    };
  }

  private static RecordedAction targeted(
      String type, @Nullable String argument, Fields event, long width, long height) {
    double x = place(event, "x", "view", true, width);
    double y = place(event, "y", "view", false, height);
    return on(type, argument, event.objectOrNull("view"), x, y, -1, -1);
  }

  private static RecordedAction on(
      String type,
      @Nullable String argument,
      @Nullable Fields view,
      double x,
      double y,
      double toX,
      double toY) {
    if (view == null) {
      return new RecordedAction(type, argument, null, null, null, null, x, y, toX, toY);
    }
    return new RecordedAction(
        type,
        argument,
        view.nameOrNull("resource_id", 512),
        view.textOrNull("text"),
        view.textOrNull("content_description"),
        view.nameOrNull("class", 512),
        x,
        y,
        toX,
        toY);
  }

  /** A coordinate as a fraction: the event's own one, else the middle of its view, else unknown. */
  private static double place(
      Fields event, String name, String viewName, boolean horizontal, long size) {
    if (event.has(name)) {
      long pixels = event.integer(name, Integer.MIN_VALUE, Integer.MAX_VALUE, 0);
      return clamp((double) pixels / size);
    }
    Fields view = event.objectOrNull(viewName);
    Bounds bounds = view == null ? null : Bounds.of(view);
    if (bounds == null) {
      return -1;
    }
    long twice = horizontal ? bounds.left() + bounds.right() : bounds.top() + bounds.bottom();
    return clamp(twice / 2.0 / size);
  }

  private static double clamp(double fraction) {
    return Math.max(0, Math.min(1, fraction));
  }

  private static RecordedAction swipe(Fields event, long width, long height) {
    return on(
        "swipe",
        null,
        event.objectOrNull("start_view"),
        place(event, "start_x", "start_view", true, width),
        place(event, "start_y", "start_view", false, height),
        place(event, "end_x", "end_view", true, width),
        place(event, "end_y", "end_view", false, height));
  }

  /** A scroll moves what is shown, so the finger goes the other way, across half of the view. */
  private static RecordedAction scroll(Fields event, long width, long height) {
    Fields view = event.objectOrNull("view");
    Bounds found = view == null ? null : Bounds.of(view);
    Bounds area = found == null ? new Bounds(0, 0, width, height) : found;
    String direction =
        event.has("direction")
            ? event.word("direction", List.of("UP", "DOWN", "LEFT", "RIGHT"))
            : "DOWN";
    boolean vertical = direction.equals("UP") || direction.equals("DOWN");
    boolean forward = direction.equals("DOWN") || direction.equals("RIGHT");
    double from = forward ? SCROLL_FAR : SCROLL_NEAR;
    double to = 1 - from;
    return on(
        "swipe",
        null,
        view,
        across(area.left(), area.right(), vertical ? 0.5 : from, width),
        across(area.top(), area.bottom(), vertical ? from : 0.5, height),
        across(area.left(), area.right(), vertical ? 0.5 : to, width),
        across(area.top(), area.bottom(), vertical ? to : 0.5, height));
  }

  private static double across(long near, long far, double part, long size) {
    return clamp((near + (far - near) * part) / size);
  }
}
