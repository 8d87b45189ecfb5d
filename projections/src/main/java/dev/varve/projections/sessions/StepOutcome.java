package dev.varve.projections.sessions;

/** How a step went. */
public enum StepOutcome implements Numbered {
  /** As intended. */
  OK(1),
  /** Not as intended. */
  FAILED(2),
  /** It broke. */
  EXCEPTION(3),
  /** Nobody knows. */
  UNKNOWN(4);

  private final int number;

  StepOutcome(int number) {
    this.number = number;
  }

  @Override
  public int number() {
    return number;
  }
}
