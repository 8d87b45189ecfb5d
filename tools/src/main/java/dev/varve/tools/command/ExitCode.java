package dev.varve.tools.command;

/** How the command ends. */
public final class ExitCode {
  /** It worked, and nothing was found wrong. */
  public static final int OK = 0;

  /** It worked, and found something. */
  public static final int FOUND = 1;

  /** It could not work. */
  public static final int FAILED = 2;

  private ExitCode() {}
}
