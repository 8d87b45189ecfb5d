package dev.varve.engine.entry;

import java.nio.ByteBuffer;

/**
 * Makes a command idempotent: the same id is appended once, however often it is sent.
 *
 * <p>An id is either sixteen random bytes, or a <em>slotted</em> one: a keyed hash of a place (say,
 * the tenth line of a recording) in the first half and a keyed hash of what stands there in the
 * second. A second id of the same slot with another content is then recognised as a conflict from
 * headers alone, also after the payload was erased.
 */
public record CommandId(long high, long low) implements Id128, Comparable<CommandId> {
  /** The id that {@code bytes} (at least 16) begin with. */
  public static CommandId of(byte[] bytes) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    return new CommandId(buffer.getLong(), buffer.getLong());
  }

  /** The slotted id of the first 8 bytes of two keyed hashes. */
  public static CommandId ofSlot(byte[] slot, byte[] content) {
    return new CommandId(ByteBuffer.wrap(slot).getLong(), ByteBuffer.wrap(content).getLong());
  }

  /** Bytewise, so that ids of one slot are neighbours. */
  @Override
  public int compareTo(CommandId other) {
    int slots = Long.compareUnsigned(high, other.high);
    return slots != 0 ? slots : Long.compareUnsigned(low, other.low);
  }

  @Override
  public String toString() {
    return hex();
  }
}
