package dev.varve.tools.command;

import dev.varve.tools.output.Console;
import picocli.CommandLine;

/** The subcommands, in the order in which help shows them. */
public final class Commands {
  private Commands() {}

  /** Whether the subcommand was asked for stack traces. */
  public static boolean isDebug(CommandLine line) {
    return line.getCommand() instanceof Subcommand command && command.debug();
  }

  /** Adds all of them to the command. */
  public static void addTo(CommandLine line, Console console) {
    line.addSubcommand(new DemoCommand(console))
        .addSubcommand(new InitCommand(console))
        .addSubcommand(new IngestCommand(console))
        .addSubcommand(new VerifyCommand(console))
        .addSubcommand(new LogCommand(console))
        .addSubcommand(new ShowCommand(console))
        .addSubcommand(new FactsCommand(console))
        .addSubcommand(new SkillsCommand(console))
        .addSubcommand(new SessionsCommand(console))
        .addSubcommand(new RecallCommand(console))
        .addSubcommand(new StateCommand(console))
        .addSubcommand(new CheckpointCommand(console))
        .addSubcommand(new KeyCommand(console))
        .addSubcommand(new ProveCommand(console))
        .addSubcommand(new CheckCommand(console))
        .addSubcommand(new EraseCommand(console))
        .addSubcommand(new ExportCommand(console))
        .addSubcommand(new ImportCommand(console));
  }
}
