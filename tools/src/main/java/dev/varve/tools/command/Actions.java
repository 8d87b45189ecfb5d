package dev.varve.tools.command;

import dev.varve.projections.sessions.Action;
import dev.varve.tools.output.Json;
import dev.varve.tools.output.Printable;
import java.io.IOException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Actions in words and in the fields of a recording. */
final class Actions {
  private Actions() {}

  /** In words, such as {@code tap com.example:id/next "Next"}. */
  static String of(Action action) {
    StringBuilder out = new StringBuilder(action.type().name().toLowerCase(Locale.ROOT));
    append(out, action.argument());
    if (action.resourceId() != null && !action.resourceId().isEmpty()) {
      out.append(' ').append(Printable.of(action.resourceId(), 80));
    }
    append(out, action.text() == null ? action.description() : action.text());
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

  static void write(Json out, Action action) throws IOException {
    out.put("type", action.type().name().toLowerCase(Locale.ROOT));
    put(out, "argument", action.argument());
    put(out, "resourceId", action.resourceId());
    put(out, "text", action.text());
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
