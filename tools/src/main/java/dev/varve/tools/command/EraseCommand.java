package dev.varve.tools.command;

import dev.varve.engine.log.CommandReceipt;
import dev.varve.projections.AgentMemory;
import dev.varve.projections.Erasable;
import dev.varve.projections.MemoryReader;
import dev.varve.projections.MemoryWriter;
import dev.varve.projections.facts.Fact;
import dev.varve.tools.output.Console;
import dev.varve.tools.output.Json;
import dev.varve.tools.output.Printable;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Destroys the keys of a fact, a skill or a session. */
@Command(
    name = "erase",
    description = "Destroy the keys of a fact, a skill or a session: nobody reads it again.",
    footer = {
      "Ends with 1 when there is no such thing, or when something that was made from it or quotes it",
      "is still there. Times, sizes, packages and activities in headers remain."
    })
final class EraseCommand extends Subcommand {
  @Parameters(index = "0", paramLabel = "LOG", description = "The log's folder or .db file.")
  private String log;

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "SUBJECT",
      description =
          "A fact's key, a skill's id or a session's trace; or fact:KEY, skill:ID, session:TRACE, "
              + "recall:SEQ.")
  private @Nullable String subject;

  @Option(names = "--derived", description = "Also what was made from it, or is known to quote it.")
  private boolean derived;

  @Option(
      names = "--expired",
      description = "Instead: the values of facts that were superseded long enough ago.")
  private boolean expired;

  @Option(
      names = "--older-than",
      paramLabel = "DAYS",
      description = "With --expired: only what is older than that; no less than the retention.")
  private @Nullable Integer olderThan;

  @Option(
      names = "--retention",
      paramLabel = "DAYS",
      description = "With --expired: keep such values that long from now on (180 without).")
  private @Nullable Integer retention;

  EraseCommand(Console console) {
    super(console);
  }

  @Override
  public Integer call() {
    String name = subject;
    if (expired == (name != null) || (expired && derived)) {
      throw new CannotWorkException("erase takes either a SUBJECT or --expired");
    }
    if (!expired && (olderThan != null || retention != null)) {
      throw new CannotWorkException("--older-than and --retention go with --expired");
    }
    try (LogAccess.Writing opened = access().write(log)) {
      return name == null ? eraseExpired(opened.memory()) : erase(opened, name);
    }
  }

  private Integer eraseExpired(AgentMemory memory) {
    MemoryWriter writer = memory.writer();
    if (retention != null) {
      CommandReceipt unused = writer.setRetention(retention);
    }
    int kept = memory.reader().retentionDays();
    List<Fact> gone =
        writer.purgeDeprecated(System.currentTimeMillis(), olderThan == null ? kept : olderThan);
    if (json()) {
      List<String> names =
          gone.stream().map(fact -> fact.key().text() + " " + fact.version()).toList();
      console().line(Json.object(out -> out.put("retentionDays", kept).putTexts("expired", names)));
    } else {
      for (Fact fact : gone) {
        console()
            .line(
                "expired "
                    + Printable.of(fact.key().text())
                    + ", version "
                    + fact.version()
                    + ", superseded "
                    + EntryView.time(fact.supersededMillis()));
      }
      console().note("varve: " + gone.size() + " values erased; such are kept " + kept + " days");
    }
    return ExitCode.OK;
  }

  private Integer erase(LogAccess.Writing opened, String name) {
    MemoryReader reader = opened.memory().reader();
    List<Erasable> found = found(reader, name);
    if (found.isEmpty()) {
      console().note("varve: nothing in this log is called " + Printable.of(name));
      return ExitCode.FOUND;
    }
    if (found.size() > 1) {
      throw new CannotWorkException(name + " is the name of several things; say which: " + found);
    }
    List<Erasable> related = related(reader, found.get(0));
    List<Erasable> erased = new ArrayList<>(found);
    List<Erasable> left = derived ? List.of() : related;
    if (derived) {
      erased.addAll(related);
    }
    opened.memory().erase(erased);
    report(erased, left);
    return left.isEmpty() ? ExitCode.OK : ExitCode.FOUND;
  }

  private static List<Erasable> found(MemoryReader reader, String name) {
    for (Erasable.Kind kind : Erasable.Kind.values()) {
      String prefix = kind.label() + ":";
      if (name.startsWith(prefix)) {
        String rest = name.substring(prefix.length());
        Erasable exact = new Erasable(kind, rest);
        if (kind == Erasable.Kind.RECALL) {
          return reader.isThere(exact) ? List.of(exact) : List.of();
        }
        return reader.erasable(rest).stream().filter(each -> each.kind() == kind).toList();
      }
    }
    return reader.erasable(name);
  }

  /** What is derived from it, what is derived from that, and so on. */
  private static List<Erasable> related(MemoryReader reader, Erasable from) {
    Set<Erasable> related = new LinkedHashSet<>();
    Queue<Erasable> next = new ArrayDeque<>(List.of(from));
    while (!next.isEmpty()) {
      for (Erasable each : reader.derivedFrom(next.remove())) {
        if (!each.equals(from) && related.add(each)) {
          next.add(each);
        }
      }
    }
    return List.copyOf(related);
  }

  private void report(List<Erasable> erased, List<Erasable> left) {
    if (json()) {
      console()
          .line(
              Json.object(
                  out ->
                      out.putTexts("erased", erased.stream().map(Erasable::toString).toList())
                          .putTexts("derived", left.stream().map(Erasable::toString).toList())));
      return;
    }
    erased.forEach(each -> console().line("erased  " + Printable.of(each.toString())));
    left.forEach(each -> console().line("derived " + Printable.of(each.toString())));
    if (!left.isEmpty()) {
      console().note("varve: what is derived from it is still there; erase that with --derived");
    }
  }
}
