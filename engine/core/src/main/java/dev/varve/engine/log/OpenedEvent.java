package dev.varve.engine.log;

import dev.varve.engine.cbor.CborMap;
import dev.varve.engine.event.MemoryEvent;
import org.jspecify.annotations.Nullable;

/**
 * What an entry's payload turned out to be.
 *
 * @param availability whether it could be opened
 * @param payload the CBOR as written, present when {@link Availability#OPEN} or {@link
 *     Availability#UNKNOWN_TYPE}
 * @param event the event, present when {@link Availability#OPEN}
 */
public record OpenedEvent(
    Availability availability, @Nullable CborMap payload, @Nullable MemoryEvent event) {
  /** Whether a payload can be read. */
  public enum Availability {
    /** Opened and understood. */
    OPEN,
    /** Opened; its number or schema version is newer than this program. */
    UNKNOWN_TYPE,
    /** The key of its subject is gone. */
    ERASED
  }

  @Override
  public String toString() {
    return "opened event, " + availability;
  }
}
