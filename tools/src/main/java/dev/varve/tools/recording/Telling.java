package dev.varve.tools.recording;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a line tells, by its kind. Times are ms since 1970; {@code -1} stands for what is absent.
 */
public sealed interface Telling {
  /** When, in event time, ms; {@code -1} where the line does not say. */
  long atMillis();

  /** The device: what is stable about it. */
  record DeviceSeen(
      @Nullable String model, long sdk, long width, long height, long densityDpi, long atMillis)
      implements Telling {}

  /** An app: which version, and where it begins. */
  record AppSeen(
      String packageName,
      long versionCode,
      @Nullable String versionName,
      @Nullable String mainActivity,
      long atMillis)
      implements Telling {}

  /** A task began; the actor is a claim. */
  record TaskBegun(String task, @Nullable Claim actor, long atMillis) implements Telling {
    @Override
    public String toString() {
      return "task";
    }
  }

  /** Who a recording says it was. */
  record Claim(String packageName, long pid, @Nullable String certificate) {}

  /** Skills were recalled. */
  record SkillsRecalled(List<String> skills, long atMillis) implements Telling {}

  /** A step was taken. */
  record StepTaken(
      long atMillis,
      @Nullable String packageName,
      @Nullable String activity,
      RecordedAction action,
      String outcome,
      @Nullable String error,
      long durationMillis,
      @Nullable String skill,
      @Nullable String skillVersion,
      List<Long> touches,
      @Nullable String inputMethod,
      DeviceState before,
      DeviceState after)
      implements Telling {
    @Override
    public String toString() {
      return "step";
    }
  }

  /** What the device was like. */
  record DeviceState(
      long battery, @Nullable String power, @Nullable String network, @Nullable String foreground) {
    /** Nothing is known. */
    public static final DeviceState UNKNOWN = new DeviceState(-1, null, null, null);
  }

  /** Something was noticed. */
  record Observed(String key, String value, long atMillis) implements Telling {
    @Override
    public String toString() {
      return "observation";
    }
  }

  /** A fact was told. */
  record FactTold(
      String key,
      String value,
      String source,
      double confidence,
      boolean sensitive,
      boolean confirmed,
      long atMillis)
      implements Telling {
    @Override
    public String toString() {
      return "fact";
    }
  }

  /** One step of a skill that was put in by hand. */
  record SkillStep(RecordedAction action, @Nullable String activity) {}

  /** A skill was put in by hand; without an id it is named after its app and trigger. */
  record SkillGiven(
      @Nullable String id,
      String packageName,
      String trigger,
      String version,
      double confidence,
      String notes,
      List<SkillStep> steps,
      long atMillis)
      implements Telling {
    @Override
    public String toString() {
      return "skill";
    }
  }

  /** A task ended; the outcome is unknown where nobody said. */
  record TaskOver(
      String outcome,
      @Nullable String reason,
      @Nullable String skill,
      @Nullable String error,
      long atMillis)
      implements Telling {
    @Override
    public String toString() {
      return "end";
    }
  }
}
