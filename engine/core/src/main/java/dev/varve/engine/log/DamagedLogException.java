package dev.varve.engine.log;

import dev.varve.engine.VarveException;
import dev.varve.engine.verify.DiagnosticReport;
import dev.varve.engine.verify.Finding;
import dev.varve.engine.verify.FindingKind;
import org.jspecify.annotations.Nullable;

/** Reading met an entry that is not what was written; nothing after it was read. */
public final class DamagedLogException extends VarveException {
  private static final long serialVersionUID = 1L;

  private final transient Finding finding;
  private final transient DiagnosticReport report;

  DamagedLogException(String store, Finding finding) {
    this(store, finding, null, null);
  }

  /** Damage of an entry as it was read, behind an entry with a hash. */
  DamagedLogException(
      String store, Finding finding, byte @Nullable [] record, byte @Nullable [] previous) {
    super(
        store
            + ": entry "
            + finding.sequence()
            + " is damaged ("
            + finding.kind()
            + "): "
            + finding.detail());
    this.finding = finding;
    this.report = DiagnosticReport.of(store, finding, record, previous);
  }

  /**
   * Damage that somebody met who opened an entry that is whole by its hashes.
   *
   * @param cause says what is wrong with it
   */
  public static DamagedLogException notAuthentic(
      MemoryLog log, CommittedEntry entry, VarveException cause) {
    Finding finding =
        new Finding(
            entry.sequence(), FindingKind.NOT_AUTHENTIC, String.valueOf(cause.getMessage()));
    DamagedLogException damage =
        new DamagedLogException(log.describe(), finding, entry.record(), null);
    damage.initCause(cause);
    return damage;
  }

  /** Everything that can be said of it. */
  public DiagnosticReport report() {
    return report;
  }

  /** The lowest damaged sequence and why. */
  public Finding finding() {
    return finding;
  }
}
