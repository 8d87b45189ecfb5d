package dev.varve.engine.log;

import dev.varve.engine.VarveException;
import dev.varve.engine.verify.Finding;

/** Reading met an entry that is not what was written; nothing after it was read. */
public final class DamagedLogException extends VarveException {
  private static final long serialVersionUID = 1L;

  private final transient Finding finding;

  DamagedLogException(String store, Finding finding) {
    super(
        store
            + ": entry "
            + finding.sequence()
            + " is damaged ("
            + finding.kind()
            + "): "
            + finding.detail());
    this.finding = finding;
  }

  /** The lowest damaged sequence and why. */
  public Finding finding() {
    return finding;
  }
}
