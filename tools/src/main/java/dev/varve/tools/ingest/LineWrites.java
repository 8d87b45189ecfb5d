package dev.varve.tools.ingest;

import dev.varve.engine.VarveException;
import dev.varve.engine.command.Context.Device;
import dev.varve.engine.log.CommandReceipt;
import dev.varve.projections.MemoryWriter;
import dev.varve.projections.Origin;
import dev.varve.projections.facts.FactKey;
import dev.varve.projections.facts.FactSource;
import dev.varve.projections.facts.RememberFact;
import dev.varve.projections.screens.ViewTree;
import dev.varve.projections.sessions.Action;
import dev.varve.projections.sessions.ActionType;
import dev.varve.projections.sessions.SessionEvent;
import dev.varve.projections.sessions.Step;
import dev.varve.projections.sessions.StepOutcome;
import dev.varve.projections.sessions.TaskOutcome;
import dev.varve.projections.skills.SkillEvent.SkillLearned;
import dev.varve.projections.skills.SkillStep;
import dev.varve.tools.recording.RecordedAction;
import dev.varve.tools.recording.RecordedLine;
import dev.varve.tools.recording.Telling;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Turns what a line tells into the write that carries it out. Checks everything but the log. */
final class LineWrites {
  /** A write that waits for its turn. */
  @FunctionalInterface
  interface Write {
    /** Carries it out; {@code screen} is the line's own, or null. */
    CommandReceipt to(MemoryWriter writer, Origin origin, @Nullable ViewTree screen);
  }

  private final boolean acceptConfirmations;

  LineWrites(boolean acceptConfirmations) {
    this.acceptConfirmations = acceptConfirmations;
  }

  /**
   * The write of a line.
   *
   * @param atMillis event time, for lines that do not say it
   * @throws dev.varve.engine.VarveException when the memory could not take it
   */
  Write of(RecordedLine line, long atMillis) {
    Telling what = line.what();
    String trace = line.trace();
    if (what instanceof Telling.DeviceSeen device) {
      return remember(some(deviceFacts(device)));
    }
    if (what instanceof Telling.AppSeen app) {
      return remember(some(appFacts(app, atMillis)));
    }
    if (what instanceof Telling.FactTold fact) {
      return remember(List.of(fact(fact, trace)));
    }
    if (what instanceof Telling.SkillGiven skill) {
      return (writer, origin, screen) -> writer.addSkill(origin, skill(writer, skill));
    }
    if (what instanceof Telling.TaskBegun begun) {
      Telling.Claim claim = begun.actor();
      SessionEvent.SessionStarted started =
          new SessionEvent.SessionStarted(
              trace,
              begun.task(),
              claim == null ? null : claim.packageName(),
              claim == null ? null : claim.certificate(),
              claim == null ? 0 : (int) claim.pid(),
              atMillis);
      return (writer, origin, screen) -> writer.startTask(origin, started);
    }
    if (what instanceof Telling.StepTaken taken) {
      Step step = step(taken);
      return (writer, origin, screen) ->
          writer.recordStep(
              origin.withDevice(device(taken.before()), device(taken.after())),
              trace,
              step,
              screen);
    }
    return inTask(what, trace);
  }

  private static Write inTask(Telling what, String trace) {
    if (what instanceof Telling.SkillsRecalled recalled) {
      SessionEvent.SkillsConsulted consulted =
          new SessionEvent.SkillsConsulted(recalled.skills(), recalled.atMillis());
      return (writer, origin, screen) -> writer.consulted(origin, trace, consulted);
    }
    if (what instanceof Telling.Observed observed) {
      SessionEvent.ObservationMade made =
          new SessionEvent.ObservationMade(
              FactKey.of(observed.key()).text(), observed.value(), observed.atMillis());
      return (writer, origin, screen) -> writer.observe(origin, trace, made);
    }
    Telling.TaskOver over = (Telling.TaskOver) what;
    SessionEvent.SessionEnded ended =
        new SessionEvent.SessionEnded(
            TaskOutcome.valueOf(over.outcome().toUpperCase(Locale.ROOT)),
            over.reason(),
            over.skill(),
            over.error(),
            over.atMillis());
    return (writer, origin, screen) -> writer.endTask(origin, trace, ended);
  }

  private static Write remember(List<RememberFact> wishes) {
    return (writer, origin, screen) -> writer.remember(origin, wishes);
  }

  private RememberFact fact(Telling.FactTold fact, String trace) {
    return new RememberFact(
        FactKey.of(fact.key()),
        fact.value(),
        FactSource.valueOf(fact.source().toUpperCase(Locale.ROOT)),
        thousandths(fact.confidence()),
        fact.sensitive(),
        fact.confirmed() && acceptConfirmations,
        trace.isEmpty() ? null : trace,
        fact.atMillis());
  }

  private static List<RememberFact> deviceFacts(Telling.DeviceSeen device) {
    List<RememberFact> facts = new ArrayList<>();
    long at = device.atMillis();
    add(facts, "device/model", device.model(), at);
    add(facts, "device/sdk", number(device.sdk()), at);
    add(facts, "device/screen_width", number(device.width()), at);
    add(facts, "device/screen_height", number(device.height()), at);
    add(facts, "device/density_dpi", number(device.densityDpi()), at);
    return facts;
  }

  private static List<RememberFact> appFacts(Telling.AppSeen app, long at) {
    List<RememberFact> facts = new ArrayList<>();
    String prefix = "app/" + app.packageName() + "/";
    add(facts, prefix + "version_code", number(app.versionCode()), at);
    add(facts, prefix + "version_name", app.versionName(), at);
    add(facts, prefix + "main_activity", app.mainActivity(), at);
    return facts;
  }

  private static List<RememberFact> some(List<RememberFact> facts) {
    if (facts.isEmpty()) {
      throw new VarveException("the line should tell something, found only its kind");
    }
    return facts;
  }

  private static @Nullable String number(long number) {
    return number < 0 ? null : Long.toString(number);
  }

  private static void add(List<RememberFact> facts, String key, @Nullable String value, long at) {
    if (value != null && !value.isBlank()) {
      facts.add(
          new RememberFact(
              FactKey.of(key), value, FactSource.OBSERVATION, 1000, false, false, null, at));
    }
  }

  private static SkillLearned skill(MemoryWriter writer, Telling.SkillGiven skill) {
    List<SkillStep> steps = new ArrayList<>(skill.steps().size());
    for (Telling.SkillStep step : skill.steps()) {
      steps.add(new SkillStep(action(step.action()), step.activity(), null));
    }
    String id = skill.id();
    return new SkillLearned(
        id == null ? writer.skillId(skill.packageName(), skill.trigger()) : id,
        skill.packageName(),
        skill.trigger(),
        skill.version(),
        thousandths(skill.confidence()),
        skill.notes(),
        steps,
        null,
        skill.atMillis());
  }

  private static Step step(Telling.StepTaken taken) {
    return new Step(
        taken.atMillis(),
        taken.packageName(),
        taken.activity(),
        null,
        action(taken.action()),
        StepOutcome.valueOf(taken.outcome().toUpperCase(Locale.ROOT)),
        taken.error(),
        taken.durationMillis(),
        taken.skill(),
        taken.skillVersion(),
        taken.touches(),
        taken.inputMethod());
  }

  private static Action action(RecordedAction action) {
    ActionType type = ActionType.valueOf(action.type().toUpperCase(Locale.ROOT));
    return new Action(
        type,
        action.argument(),
        action.resourceId(),
        action.text(),
        action.description(),
        tenThousandths(action.x()),
        tenThousandths(action.y()),
        tenThousandths(action.toX()),
        tenThousandths(action.toY()),
        null);
  }

  private static int tenThousandths(double fraction) {
    return fraction < 0 ? -1 : (int) Math.round(fraction * Action.FULL);
  }

  private static int thousandths(double fraction) {
    return (int) Math.round(fraction * 1000);
  }

  private static Device device(Telling.DeviceState state) {
    int battery = state.battery() < 0 ? 255 : (int) state.battery();
    return new Device(battery, power(state.power()), network(state.network()), state.foreground());
  }

  /** The numbers are those of {@link dev.varve.engine.entry.DeviceState}. */
  private static int power(@Nullable String power) {
    if (power == null) {
      return 0;
    }
    return switch (power) {
      case "battery" -> 1;
      case "charging" -> 2;
      case "full" -> 3;
      default -> 0;
    };
  }

  private static int network(@Nullable String network) {
    if (network == null) {
      return 0;
    }
    return switch (network) {
      case "unknown" -> 0;
      case "none" -> 1;
      case "wifi" -> 2;
      case "cellular", "mobile" -> 3;
      case "ethernet" -> 4;
      default -> 5;
    };
  }
}
