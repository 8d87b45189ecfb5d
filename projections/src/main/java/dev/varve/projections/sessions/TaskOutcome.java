package dev.varve.projections.sessions;

/** How a task went. */
public enum TaskOutcome implements Numbered {
  /** The task is done. */
  SUCCESS(1),
  /** The task could not be done. */
  FAILURE(2),
  /** Somebody stopped it. */
  CANCELLED(3),
  /** Nobody knows; nothing is learned from it. */
  UNKNOWN(4);

  private final int number;

  TaskOutcome(int number) {
    this.number = number;
  }

  @Override
  public int number() {
    return number;
  }
}
