package dev.varve.tools.command;

import dev.varve.engine.VarveException;
import dev.varve.engine.checkpoint.Checkpoint;
import dev.varve.engine.checkpoint.SignedNote;
import dev.varve.engine.entry.EntryHeader;
import dev.varve.engine.entry.LogId;
import dev.varve.engine.jvm.LogFolder;
import dev.varve.engine.log.LogPorts;
import dev.varve.engine.log.LogRecovery;
import dev.varve.engine.log.LogTree;
import dev.varve.engine.log.MemoryLog;
import dev.varve.engine.log.RecoveryPlan;
import dev.varve.engine.log.RecoveryPlan.Diagnosis;
import dev.varve.engine.store.Durability;
import dev.varve.engine.store.EntryCursor;
import dev.varve.engine.store.EntryStore;
import dev.varve.engine.store.NoSuchLogException;
import dev.varve.engine.store.sql.DamagedDatabaseException;
import dev.varve.engine.verify.Evidence;
import dev.varve.engine.verify.Finding;
import dev.varve.engine.verify.LogVerifier;
import dev.varve.engine.verify.Verdict;
import dev.varve.engine.verify.VerificationReport;
import dev.varve.projections.MemoryReader;
import java.util.ArrayList;
import java.util.List;

/** Checks of a log itself: its store, its chain, its notes, what its keys open. Changes nothing. */
final class LogChecks {
  private final LogFolder folder;
  private final String argument;
  private final List<HealthCheck> checks = new ArrayList<>();

  LogChecks(LogFolder folder, String argument) {
    this.folder = folder;
    this.argument = argument;
  }

  List<HealthCheck> all() {
    try (EntryStore store = folder.openStoreReadOnly()) {
      checks.add(HealthCheck.ok("store", store.describe() + ", " + store.size() + " records"));
      LogId id = MemoryLog.idOf(store);
      VerificationReport report =
          LogVerifier.verify(store, new Evidence(folder.verifierKeys(id), null));
      checks.add(chain(report));
      checks.add(tail(report));
      checks.add(checkpoint(store, id, report));
      checks.addAll(SurroundingChecks.keys(folder.keyFolder(id)));
    } catch (DamagedDatabaseException | NoSuchLogException e) {
      checks.add(HealthCheck.error("store", SurroundingChecks.reason(e), "import a copy"));
      return checks;
    } catch (VarveException e) {
      checks.add(
          HealthCheck.error("store", SurroundingChecks.reason(e), "varve recover " + argument));
      return checks;
    }
    checks.add(SurroundingChecks.index(folder.folder()));
    opened();
    return checks;
  }

  private HealthCheck chain(VerificationReport report) {
    if (report.verdict() == Verdict.OK || report.verdict() == Verdict.TORN_TAIL) {
      return HealthCheck.ok(
          "chain", report.entries() + " entries, each whole and linked, epoch " + report.epoch());
    }
    Finding first = report.findings().isEmpty() ? null : report.findings().get(0);
    String detail =
        first == null
            ? ""
            : ": entry " + first.sequence() + ", " + first.kind() + ", " + first.detail();
    return HealthCheck.error(
        "chain",
        report.verdict() + detail,
        "varve verify " + argument + "; varve recover " + argument);
  }

  private static HealthCheck tail(VerificationReport report) {
    return report.verdict() == Verdict.TORN_TAIL
        ? HealthCheck.warning(
            "tail",
            "the last command was never completed, nor acknowledged",
            "nothing: the next write abandons it")
        : HealthCheck.ok("tail", "ends with a complete command, as far as it can be read");
  }

  private HealthCheck checkpoint(EntryStore store, LogId id, VerificationReport report) {
    SignedNote note = LogTree.newestNote(store, id, -1);
    String remedy = "varve checkpoint " + argument;
    if (note == null) {
      return HealthCheck.warning("checkpoint", "no entry is signed", remedy);
    }
    long size = Checkpoint.parse(note.text()).size();
    String detail = "the newest note covers " + size + " of " + report.entries() + " entries";
    if (report.signedSize() < size) {
      return HealthCheck.error(
          "checkpoint",
          detail + ", and they do not bear it out or no trusted key signed it",
          "varve verify " + argument);
    }
    return HealthCheck.ok(
        "checkpoint", detail + ", the last of them of " + timeOf(store, size - 1));
  }

  private static String timeOf(EntryStore store, long sequence) {
    if (sequence < 0) {
      return "never";
    }
    try (EntryCursor cursor = store.cursor(sequence)) {
      byte[] record = cursor.next();
      return record == null ? "never" : EntryView.time(EntryHeader.of(record).wallMillis());
    }
  }

  /** What the keys open, and what a recovery would find. */
  private void opened() {
    try (MemoryLog log =
        MemoryLog.open(folder.openReadOnly(), MemoryReader.registry(), Durability.PROCESS)) {
      checks.add(snapshot(log));
    } catch (VarveException e) {
      checks.add(HealthCheck.error("opening", SurroundingChecks.reason(e), ""));
      return;
    }
    LogPorts ports = folder.examine();
    List<dev.varve.engine.checkpoint.VerifierKey> trusted =
        LogAccess.opened(ports, () -> folder.verifierKeys(MemoryLog.idOf(ports.store())));
    try (LogRecovery recovery = LogRecovery.of(ports, MemoryReader.registry(), trusted)) {
      checks.add(diagnoses(recovery.plan()));
    } catch (VarveException e) {
      checks.add(HealthCheck.error("payloads", SurroundingChecks.reason(e), ""));
    }
  }

  private static HealthCheck snapshot(MemoryLog log) {
    return switch (log.snapshotUse()) {
      case NONE -> HealthCheck.ok("snapshot", "none; openings read the log from genesis");
      case USED -> HealthCheck.ok("snapshot", "authentic, and fits the log");
      case DISCARDED ->
          HealthCheck.warning(
              "snapshot", "does not fit the log; openings read it from genesis", "the next one");
    };
  }

  private HealthCheck diagnoses(RecoveryPlan plan) {
    for (Diagnosis diagnosis : plan.diagnoses()) {
      if (diagnosis.decision().needsRecovery()) {
        return HealthCheck.error(
            "payloads",
            "entry "
                + diagnosis.sequence()
                + ", "
                + diagnosis.decision()
                + ": "
                + diagnosis.detail(),
            "varve recover " + argument);
      }
    }
    return HealthCheck.ok("payloads", "each opens under its key, or its key is gone");
  }
}
