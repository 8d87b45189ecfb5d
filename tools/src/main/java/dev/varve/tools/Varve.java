package dev.varve.tools;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/**
 * The {@code varve} command: parses the command line, runs the subcommand it names and turns the
 * outcome into an exit code.
 */
@Command(
    name = "varve",
    description = "An event-sourced memory: one sealed, hash-chained log, many views.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    versionProvider = ManifestVersion.class)
final class Varve implements Runnable {

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  private Varve() {}

  public static void main(String[] args) {
    System.exit(new CommandLine(new Varve()).execute(args));
  }

  /** Without a subcommand there is nothing to do: that is wrong usage. */
  @Override
  public void run() {
    throw new CommandLine.ParameterException(spec.commandLine(), "a command is missing");
  }
}
