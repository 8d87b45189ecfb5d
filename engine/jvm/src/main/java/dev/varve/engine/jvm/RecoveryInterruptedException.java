package dev.varve.engine.jvm;

import dev.varve.engine.store.StoreException;
import java.nio.file.Path;

/** A recovery of this log was cut short and is to be brought to its end; nothing was touched. */
public final class RecoveryInterruptedException extends StoreException {
  private static final long serialVersionUID = 1L;

  RecoveryInterruptedException(Path log) {
    super(
        "a recovery of "
            + log
            + " was interrupted; bring it to its end with: varve recover "
            + log);
  }
}
