package dev.varve.engine.event;

/**
 * The identity of a kind of event.
 *
 * @param number stable for ever: 1 to 99 the engine, 100 to 199 facts, 200 to 299 skills, 300 to
 *     399 sessions, 400 to 499 screens and recall; 0xffff at most
 * @param schemaVersion of the payload that is written now, from 1
 * @param name as printed, such as {@code FactRemembered}
 */
public record EventType(int number, int schemaVersion, String name) {
  /** Checks ranges. */
  public EventType {
    if (number < 1 || number > 0xffff || schemaVersion < 1 || schemaVersion > 0xffff) {
      throw new IllegalArgumentException(
          name + ": number " + number + " and schema version " + schemaVersion + " are 1 to 65535");
    }
  }
}
