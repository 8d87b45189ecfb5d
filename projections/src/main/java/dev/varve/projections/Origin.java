package dev.varve.projections;

import dev.varve.engine.command.Context.Device;
import dev.varve.engine.entry.CommandId;

/**
 * Where a write comes from: what makes it idempotent, and what the device was like.
 *
 * @param id the same id is written once, however often it is sent
 * @param slotted whether another id of the same slot is a conflict; see {@link CommandId}
 * @param before the device before
 * @param after the device after
 */
public record Origin(CommandId id, boolean slotted, Device before, Device after) {
  /** An id, and a device of which nothing is known. */
  public static Origin of(CommandId id) {
    return new Origin(id, false, Device.UNKNOWN, Device.UNKNOWN);
  }

  /** A slotted id, and a device of which nothing is known. */
  public static Origin inSlot(CommandId id) {
    return new Origin(id, true, Device.UNKNOWN, Device.UNKNOWN);
  }

  /** The same with the device's state. */
  public Origin withDevice(Device newBefore, Device newAfter) {
    return new Origin(id, slotted, newBefore, newAfter);
  }
}
