package dev.varve.tools.command;

import dev.varve.engine.jvm.FolderRecovery;
import dev.varve.tools.command.HealthCheck.Level;
import dev.varve.tools.output.Console;
import dev.varve.tools.output.Json;
import dev.varve.tools.output.Printable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The health report: everything that can be wrong with a log or around it. Changes nothing. */
@Command(
    name = "doctor",
    description = "Look at a log and at what it needs around it, and say what to do.",
    footer = "Ends with 0 when nothing is wrong, else with 1.")
final class DoctorCommand extends Subcommand {
  @Parameters(paramLabel = "LOG", description = "The log's folder or .db file.")
  private String log;

  DoctorCommand(Console console) {
    super(console);
  }

  @Override
  public Integer call() {
    List<HealthCheck> checks = checks();
    Level worst = Level.OK;
    for (HealthCheck check : checks) {
      worst = check.level().compareTo(worst) > 0 ? check.level() : worst;
    }
    String verdict = worst.label().toUpperCase(Locale.ROOT);
    if (json()) {
      console()
          .line(
              Json.object(
                  out ->
                      out.put("verdict", verdict)
                          .putObjects(
                              "checks",
                              checks,
                              (item, check) ->
                                  item.put("name", check.name())
                                      .put("level", check.level().label())
                                      .put("detail", check.detail())
                                      .put(
                                          "remedy",
                                          check.remedy().isEmpty() ? null : check.remedy()))));
    } else {
      print(verdict, checks);
    }
    return worst == Level.OK ? ExitCode.OK : ExitCode.FOUND;
  }

  private List<HealthCheck> checks() {
    Path place = LogAccess.place(log);
    List<HealthCheck> checks = new ArrayList<>();
    if (FolderRecovery.isReady(place)) {
      // What stands in the log's place is not to be looked at before that is at its end.
      checks.addAll(SurroundingChecks.leftovers(place, log));
      checks.add(SurroundingChecks.platform());
      return checks;
    }
    place = LogAccess.existing(log);
    checks.addAll(new LogChecks(access().folder(place), log).all());
    checks.addAll(SurroundingChecks.leftovers(place, log));
    if (Files.exists(place)) {
      checks.add(SurroundingChecks.disk(place));
    }
    checks.add(SurroundingChecks.flags(place));
    checks.add(SurroundingChecks.platform());
    return checks;
  }

  private void print(String verdict, List<HealthCheck> checks) {
    console().line(verdict);
    for (HealthCheck check : checks) {
      console()
          .line(
              EntryView.pad(check.level().label(), 9)
                  + EntryView.pad(check.name(), 15)
                  + Printable.of(check.detail()));
      if (!check.remedy().isEmpty()) {
        console().line(EntryView.pad("", 24) + "-> " + Printable.of(check.remedy()));
      }
    }
  }
}
