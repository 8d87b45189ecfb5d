package dev.varve.tools.command;

import dev.varve.engine.entry.LogId;
import dev.varve.engine.jvm.FolderRecovery;
import dev.varve.engine.jvm.LogFolder;
import dev.varve.engine.log.ActorNotRegisteredException;
import dev.varve.engine.log.DamagedLogException;
import dev.varve.engine.log.LogPorts;
import dev.varve.engine.log.LogRecovery;
import dev.varve.engine.log.MemoryLog;
import dev.varve.engine.log.RecoveryOutcome;
import dev.varve.engine.log.RecoveryOutcome.Lost;
import dev.varve.engine.log.RecoveryPlan;
import dev.varve.engine.log.RecoveryPlan.Diagnosis;
import dev.varve.projections.MemoryReader;
import dev.varve.tools.output.Console;
import dev.varve.tools.output.Json;
import dev.varve.tools.output.Printable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Repairs a log: the only command that does. */
@Command(
    name = "recover",
    description = "Repair a damaged log; the files it replaces are kept beside it.",
    footer = {
      "Entries before the damage stay as they are; whole commands behind it are appended again, as",
      "new entries that name their origin. Nothing is deleted: see LOG.quarantine.",
      "Ends with 0 when nothing was wrong, with 1 when something was and is repaired."
    })
final class RecoverCommand extends Subcommand {
  @Parameters(paramLabel = "LOG", description = "The log's folder or .db file.")
  private String log;

  @Option(names = "--plan", description = "Only say what is wrong and what would be done.")
  private boolean planOnly;

  RecoverCommand(Console console) {
    super(console);
  }

  @Override
  public Integer call() {
    FolderRecovery site = FolderRecovery.of(LogAccess.place(log));
    boolean resumed = !planOnly && site.resume();
    if (resumed) {
      console()
          .note(Printable.of("varve: the recovery that was interrupted is at its end: " + log));
    }
    Path place = LogAccess.existing(log);
    return LogAccess.withHints(log, () -> recover(access().folder(place), site, resumed));
  }

  private Integer recover(LogFolder folder, FolderRecovery site, boolean resumed) {
    LogPorts ports = planOnly ? folder.examine() : folder.open();
    LogId id = LogAccess.opened(ports, () -> MemoryLog.idOf(ports.store()));
    try (LogRecovery recovery =
        LogRecovery.of(ports, MemoryReader.registry(), folder.verifierKeys(id))) {
      RecoveryPlan plan = recovery.plan();
      RecoveryOutcome outcome =
          planOnly || !plan.isNeeded() ? null : recovery.carryOut(site, LogAccess.actor());
      if (json()) {
        console().line(Json.object(out -> write(out, plan, outcome, resumed)));
      } else {
        print(plan, outcome);
      }
      return plan.isNeeded() || resumed ? ExitCode.FOUND : ExitCode.OK;
    } catch (DamagedLogException e) {
      throw new CannotWorkException(
          e.getMessage() + "; nothing of this log can be proven: import a copy", e);
    } catch (ActorNotRegisteredException e) {
      throw new CannotWorkException(
          e.getMessage() + "; only who may write this log can recover it", e);
    }
  }

  private static void write(
      Json out, RecoveryPlan plan, @Nullable RecoveryOutcome outcome, boolean resumed)
      throws IOException {
    out.put("needed", plan.isNeeded())
        .put("recovered", outcome != null)
        .put("resumed", resumed)
        .put("logId", plan.log().hex())
        .put("kept", plan.kept())
        .put("anchor", plan.anchorSize())
        .put("epoch", outcome == null ? plan.epoch() : outcome.epoch())
        .putObjects("diagnoses", plan.diagnoses(), RecoverCommand::write);
    if (outcome != null) {
      out.put("entries", outcome.entries())
          .put("salvagedCommands", outcome.salvagedCommands())
          .put("salvagedEntries", outcome.salvagedEntries())
          .putObjects("lost", outcome.lost(), RecoverCommand::write)
          .put("setAside", outcome.setAside());
    }
  }

  private static void write(Json out, Diagnosis diagnosis) throws IOException {
    out.put("decision", diagnosis.decision().name())
        .put("sequence", diagnosis.sequence())
        .put("detail", diagnosis.detail());
  }

  private static void write(Json out, Lost lost) throws IOException {
    out.put("epoch", lost.epoch())
        .put("first", lost.first())
        .put("last", lost.last())
        .put("reason", lost.reason().name());
  }

  private void print(RecoveryPlan plan, @Nullable RecoveryOutcome outcome) {
    for (Diagnosis diagnosis : plan.diagnoses()) {
      console()
          .line(
              "entry "
                  + diagnosis.sequence()
                  + "  "
                  + diagnosis.decision()
                  + "  "
                  + Printable.of(diagnosis.detail()));
      console().line("         " + diagnosis.decision().onRecover());
    }
    if (!plan.isNeeded()) {
      console().line("nothing to recover: " + plan.entries() + " entries stand");
      return;
    }
    if (outcome == null) {
      console()
          .line(
              "kept would be the first "
                  + plan.kept()
                  + " entries, of which "
                  + plan.anchorSize()
                  + " are signed; nothing was changed");
      return;
    }
    console()
        .line(
            "kept      the first "
                + plan.kept()
                + " entries as they are, of which "
                + plan.anchorSize()
                + " are signed");
    console()
        .line(
            "salvaged  "
                + outcome.salvagedCommands()
                + " commands, "
                + outcome.salvagedEntries()
                + " entries, as new ones in epoch "
                + outcome.epoch());
    printLost(outcome.lost());
    console().line("set aside " + Printable.of(outcome.setAside()) + ", beside the log");
    console().note("varve: the log goes on; sign what it is now with: varve checkpoint LOG");
  }

  private void printLost(List<Lost> losses) {
    for (Lost lost : losses) {
      String sequences =
          lost.first() == lost.last() ? "" + lost.first() : lost.first() + " to " + lost.last();
      console()
          .line(
              "lost      "
                  + sequences
                  + " of epoch "
                  + lost.epoch()
                  + ": "
                  + lost.reason().name().toLowerCase(Locale.ROOT).replace('_', ' '));
    }
  }
}
