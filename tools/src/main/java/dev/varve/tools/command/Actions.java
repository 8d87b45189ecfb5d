package dev.varve.tools.command;

import dev.varve.projections.sessions.Action;
import dev.varve.projections.sessions.ActionType;
import dev.varve.tools.output.Json;
import dev.varve.tools.output.Printable;
import java.io.IOException;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Actions in words and in the fields of a recording. */
final class Actions {
  private Actions() {}

  /** A skill's own placeholder for what was typed; it tells nothing. */
  private static final Pattern PARAMETER = Pattern.compile("\\$\\{param:[0-9]{1,9}}");

  /** Whether what a person typed would be told by it: the text, or what the field held before. */
  private static boolean tellsTyped(Action action) {
    return action.type() == ActionType.INPUT_TEXT;
  }

  private static boolean isPrivate(Action action) {
    String argument = action.argument();
    return tellsTyped(action) && argument != null && !PARAMETER.matcher(argument).matches();
  }

  /**
   * In words, such as {@code tap com.example:id/next "Next"}.
   *
   * @param values whether what was typed is told too
   */
  static String of(Action action, boolean values) {
    StringBuilder out = new StringBuilder(action.type().name().toLowerCase(Locale.ROOT));
    if (!values && isPrivate(action)) {
      out.append(" (typed)");
    } else {
      append(out, action.argument());
    }
    if (action.resourceId() != null && !action.resourceId().isEmpty()) {
      out.append(' ').append(Printable.of(action.resourceId(), 80));
    }
    String text = !values && tellsTyped(action) ? null : action.text();
    append(out, text == null ? action.description() : text);
    if (action.x() >= 0 && action.y() >= 0) {
      out.append(" at ").append(percent(action.x())).append(", ").append(percent(action.y()));
    }
    if (action.toX() >= 0 && action.toY() >= 0) {
      out.append(" to ").append(percent(action.toX())).append(", ").append(percent(action.toY()));
    }
    return out.toString();
  }

  private static void append(StringBuilder out, @Nullable String text) {
    if (text != null && !text.isEmpty()) {
      out.append(" \"").append(Printable.of(text, 60)).append('"');
    }
  }

  private static String percent(int tenThousandths) {
    return Math.round(tenThousandths / 100.0) + " %";
  }

  /** As fields; without values there is no argument and no text where something was typed. */
  static void write(Json out, Action action, boolean values) throws IOException {
    out.put("type", action.type().name().toLowerCase(Locale.ROOT));
    if (values || !isPrivate(action)) {
      put(out, "argument", action.argument());
    } else {
      out.put("typed", true);
    }
    put(out, "resourceId", action.resourceId());
    put(out, "text", !values && tellsTyped(action) ? null : action.text());
    put(out, "description", action.description());
    put(out, "xRatio", action.x());
    put(out, "yRatio", action.y());
    put(out, "toXRatio", action.toX());
    put(out, "toYRatio", action.toY());
  }

  private static void put(Json out, String name, @Nullable String value) throws IOException {
    if (value != null) {
      out.put(name, value);
    }
  }

  private static void put(Json out, String name, int fraction) throws IOException {
    if (fraction >= 0) {
      out.put(name, fraction / (double) Action.FULL);
    }
  }
}
