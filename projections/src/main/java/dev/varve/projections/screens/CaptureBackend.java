package dev.varve.projections.screens;

/**
 * What made a capture. Two back-ends list different nodes for one screen, so a fingerprint is only
 * comparable within one of them. The numbers are stored and never change.
 */
public enum CaptureBackend {
  UIAUTOMATOR(1),
  APPIUM(2),
  DROIDBOT(3),
  ACCESSIBILITY(4);

  private final int number;

  CaptureBackend(int number) {
    this.number = number;
  }

  /** The stored number. */
  public int number() {
    return number;
  }

  /**
   * The back-end with that stored number.
   *
   * @throws IllegalArgumentException when there is none
   */
  public static CaptureBackend ofNumber(int number) {
    for (CaptureBackend backend : values()) {
      if (backend.number == number) {
        return backend;
      }
    }
    throw new IllegalArgumentException("no capture back-end has the number " + number);
  }
}
