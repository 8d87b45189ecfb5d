package dev.varve.projections.sessions;

/** What can be done to a screen. */
public enum ActionType implements Numbered {
  /** A short touch. */
  TAP(1),
  /** A long touch. */
  LONG_PRESS(2),
  /** A drag from one point to another. */
  SWIPE(3),
  /** Typing. */
  INPUT_TEXT(4),
  /** A key by its name. */
  KEY(5),
  /** Waiting. */
  WAIT(6),
  /** Starting an app. */
  OPEN_APP(7),
  /** The back key. */
  BACK(8),
  /** The home key. */
  HOME(9);

  private final int number;

  ActionType(int number) {
    this.number = number;
  }

  @Override
  public int number() {
    return number;
  }
}
