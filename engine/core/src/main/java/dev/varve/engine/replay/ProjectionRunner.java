package dev.varve.engine.replay;

import dev.varve.engine.VarveException;
import dev.varve.engine.event.MemoryEvent;
import dev.varve.engine.log.CommittedEntry;
import dev.varve.engine.log.DamagedLogException;
import dev.varve.engine.log.EventOpener;
import dev.varve.engine.log.LogReader;
import dev.varve.engine.log.MemoryLog;
import dev.varve.engine.seal.SealBrokenException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Carries complete commands to projections, in order, each once. Events whose key is gone, or that
 * this program does not know, are passed over. Not thread-safe.
 *
 * <p>An entry that cannot be opened stops it before the command that holds it: nothing of that
 * command is applied, and every later call stops there again. A projection that throws in the
 * middle of a command is to be thrown away with its runner.
 */
public final class ProjectionRunner implements AutoCloseable {
  private final MemoryLog log;
  private final List<? extends Projection> projections;
  private final LogReader reader;
  private final EventOpener opener;
  private @Nullable List<CommittedEntry> ahead;
  private long position = -1;
  private boolean broken;

  /** Starts before genesis. */
  public ProjectionRunner(MemoryLog log, List<? extends Projection> projections) {
    this.log = log;
    this.projections = List.copyOf(projections);
    this.reader = log.reader();
    this.opener = log.opener();
  }

  /** Applies everything that is complete by now. */
  public void catchUp() {
    advanceTo(Long.MAX_VALUE);
  }

  /**
   * Applies the commands whose last entry stands at {@code sequence} or before it.
   *
   * @throws DamagedLogException when an entry is damaged, or not what its key has sealed
   * @throws VarveException when one cannot be opened for another reason, or a projection failed
   *     before
   */
  public void advanceTo(long sequence) {
    if (broken) {
      throw new VarveException("a projection failed in the middle of a command; replay anew");
    }
    while (true) {
      List<CommittedEntry> command = ahead != null ? ahead : reader.next();
      ahead = command;
      if (command == null) {
        return;
      }
      long last = command.get(command.size() - 1).sequence();
      if (last > sequence) {
        return;
      }
      List<@Nullable MemoryEvent> events = new ArrayList<>(command.size());
      for (CommittedEntry entry : command) {
        events.add(open(entry));
      }
      apply(command, events);
      ahead = null;
      position = last;
    }
  }

  private @Nullable MemoryEvent open(CommittedEntry entry) {
    try {
      return opener.open(entry).event();
    } catch (VarveException e) {
      if (e.getCause() instanceof SealBrokenException) {
        throw DamagedLogException.notAuthentic(log, entry, e);
      }
      throw e;
    }
  }

  private void apply(List<CommittedEntry> command, List<@Nullable MemoryEvent> events) {
    broken = true;
    for (int i = 0; i < command.size(); i++) {
      MemoryEvent event = events.get(i);
      if (event != null) {
        for (Projection projection : projections) {
          projection.apply(command.get(i), event);
        }
      }
    }
    broken = false;
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
