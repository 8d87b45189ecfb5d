package dev.varve.tools.output;

import java.io.PrintStream;
import org.jspecify.annotations.Nullable;

/** One line on a terminal that is rewritten as work goes on, and wiped when it is done. */
public final class Progress implements AutoCloseable {
  private static final int BAR = 30;

  private final @Nullable PrintStream terminal;
  private final String what;
  private final long total;
  private int shown = -1;

  Progress(@Nullable PrintStream terminal, String what, long total) {
    this.terminal = terminal;
    this.what = what;
    this.total = Math.max(1, total);
  }

  /** So much of the work is done. */
  public void at(long done) {
    int percent = (int) (Math.min(done, total) * 100 / total);
    if (terminal == null || percent == shown) {
      return;
    }
    shown = percent;
    int full = percent * BAR / 100;
    terminal.print(
        "\r" + what + " [" + "#".repeat(full) + " ".repeat(BAR - full) + "] " + percent + " %");
    terminal.flush();
  }

  @Override
  public void close() {
    if (terminal != null && shown >= 0) {
      terminal.print("\r" + " ".repeat(what.length() + BAR + 10) + "\r");
      terminal.flush();
    }
  }
}
