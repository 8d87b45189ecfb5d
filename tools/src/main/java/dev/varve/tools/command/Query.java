package dev.varve.tools.command;

import dev.varve.engine.log.MemoryLog;
import dev.varve.engine.replay.TimeTravel;
import dev.varve.engine.replay.When;
import dev.varve.projections.MemoryReader;
import dev.varve.tools.output.Console;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A question to the memory in a log, as it is or as it was. Appends nothing. */
abstract class Query extends Subcommand {
  @Parameters(index = "0", paramLabel = "LOG", description = "The log's folder or .db file.")
  private String log;

  @Option(
      names = "--at",
      paramLabel = "WHEN",
      description = "As it was: a sequence, -N entries before the last, or an ISO-8601 instant.")
  private @Nullable String at;

  Query(Console console) {
    super(console);
  }

  /** The log's argument. */
  final String log() {
    return log;
  }

  /** The moment that was asked for, or null. */
  final @Nullable String at() {
    return at;
  }

  @Override
  public final Integer call() {
    return answer();
  }

  /** Opens the memory and answers. */
  Integer answer() {
    When when = when(at);
    try (MemoryLog opened = access().read(log)) {
      return answer(MemoryReader.at(opened, position(opened, when, at)));
    }
  }

  static When when(@Nullable String at) {
    try {
      return at == null ? When.NOW : When.parse(at);
    } catch (IllegalArgumentException e) {
      throw new CannotWorkException("--at " + e.getMessage(), e);
    }
  }

  /**
   * The sequence up to which the memory is asked.
   *
   * @param at the moment as it was named, or null
   * @throws CannotWorkException when it lies before genesis, where there is no memory to show
   */
  static long position(MemoryLog opened, When when, @Nullable String at) {
    long position = TimeTravel.resolve(opened, when);
    if (position < 0) {
      throw new CannotWorkException(
          "--at " + at + " lies before the log begins; its last entry is " + opened.lastSequence());
    }
    return position;
  }

  /** Answers from the memory. */
  abstract Integer answer(MemoryReader reader);
}
