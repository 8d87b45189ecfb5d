package dev.varve.tools.recording;

import dev.varve.engine.VarveException;
import dev.varve.tools.output.Printable;
import org.jspecify.annotations.Nullable;

/**
 * A recording is not what it should be. The message begins with file and line and says what was
 * expected and what was found; values of facts and texts from screens do not stand in it.
 */
public final class RecordingException extends VarveException {
  private static final long serialVersionUID = 1L;

  /** At a line of a file. */
  public RecordingException(Origin origin, String what) {
    this(origin, what, null);
  }

  /** At a line of a file, with the failure below. */
  public RecordingException(Origin origin, String what, @Nullable Throwable cause) {
    super(Printable.of(origin + ": " + what), cause);
  }
}
