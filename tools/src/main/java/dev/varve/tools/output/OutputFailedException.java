package dev.varve.tools.output;

/** Standard output takes no more: its reader has gone, or the disk behind it is full. */
public final class OutputFailedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  OutputFailedException() {
    super("standard output takes no more");
  }
}
