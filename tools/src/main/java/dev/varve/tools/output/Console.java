package dev.varve.tools.output;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The surroundings of one run of the command: where data and notes go, and the environment. Data is
 * UTF-8 whatever the locale says. Not thread-safe.
 */
public final class Console {
  private boolean found;
  private final PrintStream out;
  private final Writer data;
  private final PrintStream err;
  private final Map<String, String> environment;
  private final InputStream in;
  private final boolean showsProgress;
  private final Function<String, char @Nullable []> terminal;

  /**
   * A console over these streams.
   *
   * @param showsProgress whether {@code err} is a terminal on which a line can be rewritten
   */
  public Console(
      PrintStream out,
      PrintStream err,
      Map<String, String> environment,
      InputStream in,
      boolean showsProgress) {
    this(out, err, environment, in, showsProgress, prompt -> null);
  }

  /**
   * The same, where somebody can type what is not shown.
   *
   * @param terminal asks and returns what was typed, or null when there is nobody
   */
  public Console(
      PrintStream out,
      PrintStream err,
      Map<String, String> environment,
      InputStream in,
      boolean showsProgress,
      Function<String, char @Nullable []> terminal) {
    this.terminal = terminal;
    this.out = out;
    this.data = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8), 1 << 13);
    this.err = err;
    this.environment = Map.copyOf(environment);
    this.in = in;
    this.showsProgress = showsProgress;
  }

  /** The environment variables. */
  public Map<String, String> environment() {
    return environment;
  }

  /**
   * What somebody types at the terminal, unseen; null when there is no terminal.
   *
   * @return an array of its own, which the caller wipes
   */
  public char @Nullable [] secret(String prompt) {
    return terminal.apply(prompt);
  }

  /** Standard input. */
  public InputStream in() {
    return in;
  }

  /**
   * Where data is written.
   *
   * @see #flush
   */
  public Writer data() {
    return data;
  }

  /**
   * Writes one line of data. The caller has made it {@link Printable}.
   *
   * @throws OutputFailedException when it can no longer be written
   */
  public void line(String text) {
    try {
      data.write(text);
      data.write('\n');
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    check();
  }

  /** Prints a text that ends its last line itself, such as a file's content. */
  public void text(String text) {
    for (String line : text.substring(0, text.length() - 1).split("\n", -1)) {
      line(line);
    }
  }

  /**
   * Throws when earlier data could not be written, so that long listings end with their reader.
   *
   * @throws OutputFailedException when data can no longer be written
   */
  public void check() {
    // checkError flushes the stream below, not the buffer above it: cheap enough for each line.
    if (out.checkError()) {
      throw new OutputFailedException();
    }
  }

  /**
   * Sends what was written on its way.
   *
   * @throws OutputFailedException when it cannot be written
   */
  public void flush() {
    try {
      data.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    check();
  }

  /** Says something to the person at the keyboard: one line on standard error. */
  public void note(String text) {
    err.println(text);
    err.flush();
  }

  /** Says that something is wrong with what is looked at, though the command can go on. */
  public void found(String text) {
    found = true;
    note(Printable.of("varve: " + text));
  }

  /** Whether anything was {@link #found}. */
  public boolean hasFound() {
    return found;
  }

  /** Standard error itself, for stack traces. */
  public PrintStream err() {
    return err;
  }

  /** A progress line for {@code total} steps of work; silent where nobody could see it. */
  public Progress progress(String what, long total) {
    return new Progress(showsProgress ? err : null, what, total);
  }
}
