package dev.varve.tools;

import dev.varve.engine.VarveException;
import dev.varve.tools.command.Commands;
import dev.varve.tools.command.ExitCode;
import dev.varve.tools.files.Reasons;
import dev.varve.tools.output.Console;
import dev.varve.tools.output.OutputFailedException;
import dev.varve.tools.output.Printable;
import dev.varve.tools.output.Terminal;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.ParameterException;

/**
 * The {@code varve} command: parses the command line, runs the subcommand it names and turns the
 * outcome into an exit code.
 */
@Command(
    name = "varve",
    description = "An event-sourced memory: one sealed, hash-chained log, many views.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    versionProvider = ManifestVersion.class,
    footer = {
      "",
      "Ends with 0 when it worked, 1 when it found something wrong, 2 when it could not work.",
      "New here? Run: varve demo"
    })
public final class Varve implements Runnable {

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  private Varve() {}

  /** Runs the command and ends the process. */
  public static void main(String[] args) {
    StandardOutput out = new StandardOutput(new FileOutputStream(FileDescriptor.out));
    PrintStream data = new PrintStream(out, false, StandardCharsets.UTF_8);
    FileOutputStream errors = new FileOutputStream(FileDescriptor.err);
    PrintStream err = new PrintStream(errors, true, StandardCharsets.UTF_8);
    Console console =
        new Console(
            data, err, System.getenv(), System.in, Terminal.isStandardError(), Terminal::secret);
    int code = run(args, console);
    IOException failure = out.failure();
    if (failure != null && !StandardOutput.isBrokenPipe(failure)) {
      err.println("varve: cannot write to standard output: " + Reasons.of(failure));
      code = ExitCode.FAILED;
    }
    System.exit(code);
  }

  /** Runs the command within a process and returns its exit code. */
  public static int run(
      String[] args, PrintStream out, PrintStream err, Map<String, String> env, InputStream in) {
    return run(args, new Console(out, err, env, in, false));
  }

  private static int run(String[] args, Console console) {
    CommandLine line = new CommandLine(new Varve());
    Commands.addTo(line, console);
    line.setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.OFF));
    line.setOut(new java.io.PrintWriter(console.data()));
    line.setUsageHelpWidth(100);
    line.setParameterExceptionHandler((e, unused) -> refused(e, console));
    line.setExecutionExceptionHandler(
        (e, command, result) -> failed(e, console, Commands.isDebug(command)));
    try {
      int code = line.execute(args);
      console.flush();
      return code == ExitCode.OK && console.hasFound() ? ExitCode.FOUND : code;
    } catch (OutputFailedException e) {
      // Whoever read the output has gone; the caller knows whether that was so.
      return ExitCode.OK;
    } catch (OutOfMemoryError | StackOverflowError e) {
      return failed(
          new VarveException("not enough memory; give more with VARVE_JAVA_OPTS=-Xmx2g", e),
          console,
          false);
    }
  }

  private static int refused(ParameterException e, Console console) {
    String command = e.getCommandLine().getCommandSpec().qualifiedName();
    console.note(
        Printable.of(
            command
                + ": "
                + String.valueOf(e.getMessage()).strip()
                + "; see: "
                + command
                + " --help"));
    return ExitCode.FAILED;
  }

  private static int failed(Throwable e, Console console, boolean debug) {
    if (e instanceof OutputFailedException) {
      // Whoever started the streams knows why, and whether that is an error.
      return ExitCode.OK;
    }
    String message;
    if (e instanceof VarveException) {
      message = String.valueOf(e.getMessage());
    } else if (e instanceof UncheckedIOException io && io.getCause() != null) {
      message = io.getCause() + ": " + Reasons.of(io.getCause());
    } else if (e instanceof IOException io) {
      message = io + ": " + Reasons.of(io);
    } else {
      message = "unexpected " + e + "; run it again with --debug and report what it prints";
    }
    try {
      console.flush();
    } catch (OutputFailedException lost) {
      message = message + "; nor could what was printed before be written";
    }
    console.note("varve: " + Printable.of(message));
    if (debug) {
      e.printStackTrace(console.err());
    }
    return ExitCode.FAILED;
  }

  /** Without a subcommand there is nothing to do: that is wrong usage. */
  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "a command is missing");
  }
}
