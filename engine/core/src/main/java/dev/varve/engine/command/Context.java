package dev.varve.engine.command;

import dev.varve.engine.entry.ByteString;
import dev.varve.engine.entry.DeviceState;
import dev.varve.engine.entry.TraceId;
import org.jspecify.annotations.Nullable;

/**
 * The circumstances of a command, which stand in the headers of its entries.
 *
 * @param actor who writes; must be registered
 * @param trace the task, or {@link TraceId#NONE}
 * @param activity name of the activity in front, or null
 * @param screenDigest the keyed digest of the screen, 16 bytes, or null
 * @param before the device before the event
 * @param after the device after the event
 */
public record Context(
    Actor actor,
    TraceId trace,
    @Nullable String activity,
    @Nullable ByteString screenDigest,
    Device before,
    Device after) {
  /** Bytes of a screen digest. */
  private static final int SCREEN_DIGEST = 16;

  /** Checks the form. */
  public Context {
    if (screenDigest != null && screenDigest.length() != SCREEN_DIGEST) {
      throw new IllegalArgumentException(
          "a screen digest has 16 bytes, found " + screenDigest.length());
    }
  }

  /** A context that knows only who writes. */
  public static Context of(Actor actor) {
    return new Context(actor, TraceId.NONE, null, null, Device.UNKNOWN, Device.UNKNOWN);
  }

  /** The same with a task. */
  public Context withTrace(TraceId task) {
    return new Context(actor, task, activity, screenDigest, before, after);
  }

  /** The same with an activity and a screen. */
  public Context withScreen(@Nullable String newActivity, @Nullable ByteString newScreenDigest) {
    return new Context(actor, trace, newActivity, newScreenDigest, before, after);
  }

  /** The same with the device's state before and after. */
  public Context withDevice(Device newBefore, Device newAfter) {
    return new Context(actor, trace, activity, screenDigest, newBefore, newAfter);
  }

  /**
   * What the device was like, with the foreground app by name.
   *
   * @param battery 0 to 100, or 255 when unknown
   * @param power as in {@link dev.varve.engine.entry.DeviceState}
   * @param network as in {@link dev.varve.engine.entry.DeviceState}
   * @param foreground package name, or null
   */
  public record Device(int battery, int power, int network, @Nullable String foreground) {
    /** Nothing is known. */
    public static final Device UNKNOWN = new Device(DeviceState.BATTERY_UNKNOWN, 0, 0, null);

    /** Checks ranges. */
    public Device {
      // The header's own rule; a context that breaks it must not get as far as the log.
      DeviceState unused = new DeviceState(battery, power, network, 0);
    }
  }
}
