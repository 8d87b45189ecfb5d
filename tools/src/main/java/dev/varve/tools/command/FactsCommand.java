package dev.varve.tools.command;

import dev.varve.projections.FactValue;
import dev.varve.projections.MemoryReader;
import dev.varve.projections.facts.Fact;
import dev.varve.projections.facts.FactState;
import dev.varve.tools.output.Console;
import dev.varve.tools.output.Json;
import dev.varve.tools.output.Printable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Lists facts; values only for a named key or on demand. */
@Command(
    name = "facts",
    description = "List facts. Values are shown for a named KEY, or with --values.",
    footer = "Ends with 1 when there is no fact of that KEY.")
final class FactsCommand extends Query {
  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "KEY",
      description = "The exact key of one fact.")
  private @Nullable String key;

  @Option(names = "--all", description = "Deprecated versions too.")
  private boolean all;

  @Option(names = "--values", description = "Values too.")
  private boolean values;

  FactsCommand(Console console) {
    super(console);
  }

  @Override
  Integer answer(MemoryReader reader) {
    List<Fact> facts = key == null ? reader.facts(all) : ofKey(reader, key);
    for (Fact fact : facts) {
      String value = values || key != null ? value(reader, fact) : null;
      Long until = isPast(fact) ? fact.supersededMillis() : null;
      if (json()) {
        console().line(Json.object(out -> write(out, fact, value, until)));
      } else {
        console().line(line(fact, value));
      }
    }
    if (key != null && facts.isEmpty()) {
      console().note("varve: no such fact: " + Printable.of(key));
      return ExitCode.FOUND;
    }
    return ExitCode.OK;
  }

  private List<Fact> ofKey(MemoryReader reader, String exact) {
    List<Fact> found = new ArrayList<>();
    for (Fact fact : reader.factHistory(exact)) {
      if (all || !isPast(fact)) {
        found.add(fact);
      }
    }
    return found;
  }

  /** The value, or null when the key that it was sealed with is gone. */
  private static @Nullable String value(MemoryReader reader, Fact fact) {
    try (FactValue value = reader.openIfThere(fact)) {
      return value == null ? null : value.asString();
    }
  }

  private static boolean isPast(Fact fact) {
    return fact.state() == FactState.DEPRECATED || fact.state() == FactState.EXPIRED;
  }

  private void write(Json out, Fact fact, @Nullable String value, @Nullable Long until)
      throws IOException {
    out.put("key", fact.key().text());
    if (value != null) {
      out.put("value", value);
    }
    out.put("state", fact.state().name())
        .put("confidence", fact.confidence() / 1000.0)
        .put("source", fact.source().name().toLowerCase(Locale.ROOT))
        .put("sequence", fact.sequence())
        .put("since", EntryView.time(fact.sinceMillis()))
        .put("validFrom", EntryView.time(fact.sinceMillis()))
        .put("validTo", until == null ? null : EntryView.time(until))
        .put("hits", (Long) null)
        .put("lastAccess", (String) null)
        .put("version", fact.version())
        .put("sensitive", fact.sensitive())
        .put("trace", fact.trace());
  }

  private static String line(Fact fact, @Nullable String value) {
    return EntryView.pad(fact.state().name(), 10)
        + "  "
        + EntryView.pad(Printable.of(fact.key().text()), 32)
        + "  "
        + percent(fact.confidence())
        + "  "
        + EntryView.pad(fact.source().name().toLowerCase(Locale.ROOT), 11)
        + "  entry "
        + EntryView.pad(Long.toString(fact.sequence()), 6)
        + "  "
        + EntryView.time(fact.sinceMillis())
        + (fact.sensitive() ? "  sensitive" : "")
        + (value == null ? "" : "  = " + Printable.of(value));
  }

  /** Thousandths as per cent, aligned. */
  static String percent(int thousandths) {
    return EntryView.pad(Math.round(thousandths / 10.0) + " %", -5);
  }
}
