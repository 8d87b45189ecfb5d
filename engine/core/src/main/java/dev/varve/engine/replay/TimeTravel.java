package dev.varve.engine.replay;

import dev.varve.engine.VarveException;
import dev.varve.engine.log.CommittedEntry;
import dev.varve.engine.log.LogReader;
import dev.varve.engine.log.MemoryLog;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Goes to any point of a log by replaying it up to there. */
public final class TimeTravel {
  private TimeTravel() {}

  /**
   * The sequence up to which a {@link When} reaches; -1 when it lies before genesis.
   *
   * <p>An instant means the last complete command before the first entry whose wall clock lies
   * after it; wall clocks may jump, so later entries can have earlier ones.
   *
   * @throws VarveException when it is a sequence that the log does not have yet
   */
  public static long resolve(MemoryLog log, When when) {
    long last = log.lastSequence();
    if (when instanceof When.At at) {
      long sequence = at.sequence();
      if (sequence > last) {
        throw new VarveException("there is no entry " + sequence + ", the last one is " + last);
      }
      return sequence;
    }
    if (when instanceof When.Before before) {
      return Math.max(-1, last - before.entries());
    }
    return lastBefore(log, ((When.Instantly) when).wallMillis());
  }

  private static long lastBefore(MemoryLog log, long wallMillis) {
    long sequence = -1;
    try (LogReader reader = log.reader()) {
      @Nullable List<CommittedEntry> command;
      while ((command = reader.next()) != null) {
        for (CommittedEntry entry : command) {
          if (entry.header().wallMillis() > wallMillis) {
            return sequence;
          }
        }
        sequence = command.get(command.size() - 1).sequence();
      }
    }
    return sequence;
  }

  /**
   * Brings fresh projections to a point.
   *
   * @return the sequence of the last command that is in them, or -1
   */
  public static long replay(MemoryLog log, long sequence, List<? extends Projection> projections) {
    try (ProjectionRunner runner = new ProjectionRunner(log, projections)) {
      runner.advanceTo(sequence);
      return runner.position();
    }
  }
}
