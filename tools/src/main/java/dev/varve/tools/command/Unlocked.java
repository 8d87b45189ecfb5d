package dev.varve.tools.command;

import dev.varve.engine.log.DamagedLogException;
import dev.varve.engine.log.MemoryLog;
import dev.varve.engine.seal.KeyStoreException;
import dev.varve.tools.output.Console;
import dev.varve.tools.output.Printable;
import org.jspecify.annotations.Nullable;

/**
 * A log for commands that can do without its keys.
 *
 * @param log the log with its keys, or null when they are not there or not even its first entry is
 *     what was written
 * @param damaged whether an entry is damaged
 */
record Unlocked(@Nullable MemoryLog log, boolean damaged) implements AutoCloseable {
  /** Opens what can be opened, and says what cannot. */
  static Unlocked of(LogAccess access, String argument, Console console) {
    try {
      MemoryLog opened = access.readQuietly(argument);
      return new Unlocked(opened, opened.damage() != null);
    } catch (CannotWorkException e) {
      boolean damaged = e.getCause() instanceof DamagedLogException;
      if (e.getCause() instanceof KeyStoreException keys) {
        console.note(Printable.of("varve: shown without what the keys open: " + keys.getMessage()));
      } else if (!damaged) {
        throw e;
      }
      // Of damage the command itself speaks, when it comes to it.
      return new Unlocked(null, damaged);
    }
  }

  @Override
  public void close() {
    if (log != null) {
      log.close();
    }
  }
}
