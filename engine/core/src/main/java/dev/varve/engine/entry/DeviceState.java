package dev.varve.engine.entry;

/**
 * What the device was like at an instant, in eight bytes of the header: battery (1), power (1),
 * network (1), reserved (1), foreground app (4).
 *
 * @param battery per cent, or {@link #BATTERY_UNKNOWN}
 * @param power 0 unknown, 1 on battery, 2 charging, 3 full
 * @param network 0 unknown, 1 none, 2 wifi, 3 cellular, 4 ethernet, 5 other
 * @param foregroundRef the foreground app's package in the name table, 0 for none
 */
public record DeviceState(int battery, int power, int network, int foregroundRef) {
  /** Battery level when nobody knows it. */
  public static final int BATTERY_UNKNOWN = 255;

  /** Nothing is known. */
  public static final DeviceState UNKNOWN = new DeviceState(BATTERY_UNKNOWN, 0, 0, 0);

  /** Checks ranges. */
  public DeviceState {
    if (battery < 0 || (battery > 100 && battery != BATTERY_UNKNOWN)) {
      throw new IllegalArgumentException("battery " + battery + " is not 0 to 100 or 255");
    }
    if (power < 0 || power > 255 || network < 0 || network > 255 || foregroundRef < 0) {
      throw new IllegalArgumentException("power, network and foreground are never negative");
    }
  }
}
