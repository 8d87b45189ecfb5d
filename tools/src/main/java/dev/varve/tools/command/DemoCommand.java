package dev.varve.tools.command;

import dev.varve.tools.output.Console;
import dev.varve.tools.output.Json;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The main job on a real recording, told in words. */
@Command(
    name = "demo",
    description = "The main job, end to end, on the real recording in examples/.")
final class DemoCommand extends Subcommand {
  @Parameters(
      arity = "0..1",
      paramLabel = "DIR",
      description = "A new or empty folder, or that of an earlier demo.")
  private @Nullable String directory;

  DemoCommand(Console console) {
    super(console);
  }

  @Override
  public Integer call() {
    Examples examples = Examples.find();
    DemoFolder folder = DemoFolder.at(directory == null ? examples.demo() : path(directory));
    Path keys = keys() == null ? folder.keys() : keys();
    Demo demo = new Demo(console(), examples, folder, keys, json());
    boolean asExpected = demo.run();
    if (json()) {
      console()
          .line(
              Json.object(
                  out ->
                      out.put("log", folder.log().toString())
                          .put("keys", String.valueOf(keys))
                          .put("entries", demo.entries())
                          .put("verdict", demo.verdict())
                          .put("tamperedVerdict", demo.tamperedVerdict())
                          .put("tamperedSequence", demo.tamperedSequence())));
    }
    return asExpected ? ExitCode.OK : ExitCode.FOUND;
  }
}
