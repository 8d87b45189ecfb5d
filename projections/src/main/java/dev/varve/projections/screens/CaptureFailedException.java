package dev.varve.projections.screens;

/**
 * Bytes that are no capture of a screen. Nothing was learned from them, and nothing may be written
 * because of them. The message names the capture and the place; it never quotes the capture, which
 * may hold what a person typed.
 */
public final class CaptureFailedException extends Exception {
  private static final long serialVersionUID = 1L;

  /** Why there is no tree. */
  public enum Reason {
    /** The tool wrote that the screen never came to rest; trying again may help. */
    IDLE,
    /** No bytes, only white space, or the tool's own message that there was nothing to see. */
    EMPTY,
    /** Broken XML or JSON. */
    MALFORMED,
    /** A document type declaration, which no capture has. */
    DOCTYPE_FORBIDDEN,
    /** More than {@link ScreenLimits#MAX_INPUT_BYTES}. */
    TOO_LARGE,
    /** Readable, but nothing that is known to come from a capture of an Android screen. */
    UNSUPPORTED
  }

  private final Reason reason;
  private final String captureName;
  private final int line;
  private final int column;

  CaptureFailedException(Reason reason, String captureName, String problem) {
    this(reason, captureName, 0, 0, problem);
  }

  CaptureFailedException(Reason reason, String captureName, int line, int column, String problem) {
    super(
        captureName
            + (line > 0 ? ":" + line + ":" + column : "")
            + ": capture failed ("
            + reason
            + "): "
            + problem);
    this.reason = reason;
    this.captureName = captureName;
    this.line = line;
    this.column = column;
  }

  public Reason reason() {
    return reason;
  }

  /** The name that the caller gave the bytes. */
  public String captureName() {
    return captureName;
  }

  /** The line, from 1; 0 when the failure has no place. */
  public int line() {
    return line;
  }

  /**
   * The column in characters, from 1; 0 when the failure has no place. Behind a reference or a
   * repaired character of the same line it is approximate.
   */
  public int column() {
    return column;
  }
}
