package dev.varve.tools.recording;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Turns the fields of one line into what it tells. */
final class LineParser {
  private static final int MAX_NAME = 256;
  private static final int MAX_VALUE = 100_000;
  private static final int MAX_TOUCHES = 10_000;
  private static final int MAX_SKILL_STEPS = 200;
  private static final List<String> KINDS =
      List.of("device", "app", "task", "recall", "step", "observe", "fact", "skill", "end");
  private static final List<String> STEP_OUTCOMES = List.of("ok", "failed", "exception", "unknown");
  private static final List<String> TASK_OUTCOMES = List.of("success", "failure", "cancelled");
  private static final List<String> SOURCES =
      List.of("user", "observation", "promotion", "seed", "import");

  private final Fields fields;
  private final String kind;

  LineParser(Fields fields) {
    this.fields = fields;
    this.kind = fields.word("kind", KINDS);
  }

  /** The task that the line belongs to, or empty. */
  String trace() {
    boolean required =
        switch (kind) {
          case "task", "recall", "step", "observe", "end" -> true;
          default -> false;
        };
    if (required) {
      return fields.name("trace", MAX_NAME);
    }
    String trace = fields.nameOrNull("trace", MAX_NAME);
    return trace == null ? "" : trace;
  }

  /** The screen that a step names, or null. */
  @Nullable String screen() {
    if (!kind.equals("step") || !fields.has("screen")) {
      return null;
    }
    return fields.text("screen");
  }

  Telling telling() {
    return switch (kind) {
      case "device" -> device();
      case "app" ->
          new Telling.AppSeen(
              fields.name("package", MAX_NAME),
              fields.integer("versionCode", 0, Long.MAX_VALUE, -1),
              fields.nameOrNull("versionName", MAX_NAME),
              fields.nameOrNull("mainActivity", MAX_NAME),
              fields.has("at") ? fields.instant("at") : -1);
      case "task" -> task();
      case "recall" -> new Telling.SkillsRecalled(fields.texts("skills"), fields.instant("at"));
      case "step" -> step();
      case "observe" ->
          new Telling.Observed(fields.text("key"), fields.text("value"), fields.instant("at"));
      case "fact" ->
          new Telling.FactTold(
              fields.text("key"),
              fields.text("value", MAX_VALUE),
              fields.word("source", SOURCES),
              fields.fraction("confidence", 1),
              fields.flag("sensitive"),
              fields.flag("confirmed"),
              fields.instant("at"));
      case "skill" -> skill();
      default ->
          new Telling.TaskOver(
              fields.word("outcome", TASK_OUTCOMES),
              fields.textOrNull("reason"),
              fields.nameOrNull("skill", MAX_NAME),
              fields.textOrNull("error"),
              fields.instant("at"));
    };
  }

  private Telling device() {
    Fields screen = fields.objectOrNull("screen");
    return new Telling.DeviceSeen(
        fields.nameOrNull("model", MAX_NAME),
        fields.integer("sdk", 1, 10_000, -1),
        screen == null ? -1 : screen.integer("width", 1, 100_000, -1),
        screen == null ? -1 : screen.integer("height", 1, 100_000, -1),
        screen == null ? -1 : screen.integer("densityDpi", 1, 10_000, -1),
        fields.instant("at"));
  }

  private Telling task() {
    Fields actor = fields.objectOrNull("actor");
    Telling.Claim claim = null;
    if (actor != null) {
      String certificate = actor.nameOrNull("cert", 64);
      if (certificate != null && !certificate.matches("[0-9a-fA-F]{64}")) {
        throw fields.refuse("\"actor.cert\" should be 64 hex digits, found something else");
      }
      claim =
          new Telling.Claim(
              actor.name("package", MAX_NAME),
              actor.integer("pid", 0, Integer.MAX_VALUE, 0),
              certificate == null ? null : certificate.toLowerCase(Locale.ROOT));
    }
    return new Telling.TaskBegun(fields.text("task"), claim, fields.instant("at"));
  }

  private Telling step() {
    Fields input = fields.objectOrNull("input");
    List<Long> touches = new ArrayList<>();
    if (input != null) {
      for (Object touch : input.array("touches", MAX_TOUCHES)) {
        touches.addAll(input.integers(touch, "touches", 3));
      }
    }
    Fields device = fields.objectOrNull("device");
    return new Telling.StepTaken(
        fields.instant("at"),
        fields.nameOrNull("package", MAX_NAME),
        fields.nameOrNull("activity", MAX_NAME),
        action(fields.object("action")),
        fields.has("outcome") ? fields.word("outcome", STEP_OUTCOMES) : "unknown",
        fields.textOrNull("error"),
        fields.integer("durationMs", 0, Long.MAX_VALUE, -1),
        fields.nameOrNull("skill", MAX_NAME),
        fields.nameOrNull("skillVersion", MAX_NAME),
        touches,
        input == null ? null : input.nameOrNull("ime", MAX_NAME),
        state(device == null ? null : device.objectOrNull("before")),
        state(device == null ? null : device.objectOrNull("after")));
  }

  private Telling skill() {
    List<Telling.SkillStep> steps = new ArrayList<>();
    for (Fields step : fields.objects("steps")) {
      steps.add(
          new Telling.SkillStep(
              action(step.object("action")), step.nameOrNull("activity", MAX_NAME)));
    }
    if (steps.isEmpty() || steps.size() > MAX_SKILL_STEPS) {
      throw fields.refuse(
          "\"steps\" should hold 1 to " + MAX_SKILL_STEPS + " steps, found " + steps.size());
    }
    String version = fields.nameOrNull("version", 64);
    if (version != null && !version.matches("[0-9]{1,9}\\.[0-9]{1,9}\\.[0-9]{1,9}")) {
      throw fields.refuse("\"version\" should be a version such as 1.0.0, found something else");
    }
    String notes = fields.textOrNull("notes");
    return new Telling.SkillGiven(
        fields.nameOrNull("id", 128),
        fields.name("package", MAX_NAME),
        fields.name("trigger", 1024),
        version == null ? "1.0.0" : version,
        fields.fraction("confidence", 0.5),
        notes == null || notes.isBlank() ? "none" : notes,
        steps,
        fields.instant("at"));
  }

  private RecordedAction action(Fields action) {
    String type = action.word("type", RecordedAction.TYPES);
    String argument =
        switch (type) {
          case "input_text" -> first(action, "input", "value", "text");
          case "key" -> first(action, "key", "name", "text");
          case "open_app" -> first(action, "package", "app");
          default -> null;
        };
    // Where the text is what was typed, it is not what the target said.
    boolean typed =
        type.equals("input_text") && first(action, "input", "value") == null && argument != null;
    return new RecordedAction(
        type,
        argument,
        action.nameOrNull("resourceId", 512),
        typed ? null : action.textOrNull("text"),
        action.textOrNull("description"),
        action.nameOrNull("class", 512),
        action.fraction("xRatio", -1),
        action.fraction("yRatio", -1),
        action.fraction("toXRatio", -1),
        action.fraction("toYRatio", -1));
  }

  private static @Nullable String first(Fields action, String... names) {
    for (String name : names) {
      String value = action.textOrNull(name);
      if (value != null) {
        return value;
      }
    }
    return null;
  }

  private static Telling.DeviceState state(@Nullable Fields device) {
    if (device == null) {
      return Telling.DeviceState.UNKNOWN;
    }
    return new Telling.DeviceState(
        device.integer("battery", 0, 100, -1),
        device.nameOrNull("power", MAX_NAME),
        device.nameOrNull("network", MAX_NAME),
        device.nameOrNull("foreground", MAX_NAME));
  }
}
