package dev.varve.tools.command;

import dev.varve.projections.LayerState;
import dev.varve.projections.MemoryReader;
import dev.varve.tools.output.Console;
import dev.varve.tools.output.Json;
import java.util.List;
import picocli.CommandLine.Command;

/** Each layer in two numbers, so that states can be compared. */
@Command(
    name = "state",
    description = "Print each layer's size and digest: equal states have equal digests.")
final class StateCommand extends Query {
  StateCommand(Console console) {
    super(console);
  }

  @Override
  Integer answer(MemoryReader reader) {
    List<LayerState> layers = reader.state();
    if (json()) {
      console()
          .line(
              Json.object(
                  out ->
                      out.put("position", reader.position())
                          .put(
                              "layers",
                              inner -> {
                                for (LayerState layer : layers) {
                                  inner.put(
                                      layer.name(),
                                      fields ->
                                          fields
                                              .put("size", layer.size())
                                              .put("digest", layer.digest().hex()));
                                }
                              })));
      return ExitCode.OK;
    }
    console().line("position  " + reader.position());
    for (LayerState layer : layers) {
      console()
          .line(
              EntryView.pad(layer.name(), 10)
                  + EntryView.pad(Long.toString(layer.size()), -6)
                  + "  "
                  + layer.digest().hex());
    }
    return ExitCode.OK;
  }
}
