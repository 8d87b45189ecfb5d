package dev.varve.engine.replay;

import dev.varve.engine.event.MemoryEvent;
import dev.varve.engine.log.CommittedEntry;
import dev.varve.engine.log.EventOpener;
import dev.varve.engine.log.LogReader;
import dev.varve.engine.log.MemoryLog;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Carries complete commands to projections, in order, each once. Events whose key is gone, or that
 * this program does not know, are passed over. Not thread-safe.
 */
public final class ProjectionRunner implements AutoCloseable {
  private final List<? extends Projection> projections;
  private final LogReader reader;
  private final EventOpener opener;
  private @Nullable List<CommittedEntry> ahead;
  private long position = -1;

  /** Starts before genesis. */
  public ProjectionRunner(MemoryLog log, List<? extends Projection> projections) {
    this.projections = List.copyOf(projections);
    this.reader = log.reader();
    this.opener = log.opener();
  }

  /** Applies everything that is complete by now. */
  public void catchUp() {
    advanceTo(Long.MAX_VALUE);
  }

  /** Applies the commands whose last entry stands at {@code sequence} or before it. */
  public void advanceTo(long sequence) {
    while (true) {
      List<CommittedEntry> command = ahead != null ? ahead : reader.next();
      ahead = null;
      if (command == null) {
        return;
      }
      long last = command.get(command.size() - 1).sequence();
      if (last > sequence) {
        ahead = command;
        return;
      }
      for (CommittedEntry entry : command) {
        MemoryEvent event = opener.open(entry).event();
        if (event != null) {
          for (Projection projection : projections) {
            projection.apply(entry, event);
          }
        }
      }
      position = last;
    }
  }

  /** Sequence of the last entry of the last command that was applied, or -1. */
  public long position() {
    return position;
  }

  @Override
  public void close() {
    reader.close();
  }
}
