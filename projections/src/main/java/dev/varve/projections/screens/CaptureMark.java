package dev.varve.projections.screens;

/** What is to be known about a tree besides its nodes. The numbers are stored and never change. */
public enum CaptureMark {
  /** A limit of {@link ScreenLimits} cut something off: nodes, levels or characters. */
  TRUNCATED(1),
  /** The capture was not quite well-formed; what could not be kept was dropped or replaced. */
  REPAIRED(2),
  /** The app hides its tree: one node or none. Such a tree is never the same screen as another. */
  UNREADABLE(3);

  private final int number;

  CaptureMark(int number) {
    this.number = number;
  }

  /** The stored number. */
  public int number() {
    return number;
  }

  /**
   * The mark with that stored number.
   *
   * @throws IllegalArgumentException when there is none
   */
  public static CaptureMark ofNumber(int number) {
    for (CaptureMark mark : values()) {
      if (mark.number == number) {
        return mark;
      }
    }
    throw new IllegalArgumentException("no capture mark has the number " + number);
  }
}
