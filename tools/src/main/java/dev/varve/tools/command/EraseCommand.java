package dev.varve.tools.command;

import dev.varve.projections.Erasable;
import dev.varve.projections.MemoryReader;
import dev.varve.tools.output.Console;
import dev.varve.tools.output.Json;
import dev.varve.tools.output.Printable;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
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
      paramLabel = "SUBJECT",
      description = "A fact's key, a skill's id or a session's trace; or fact:KEY and so on.")
  private String subject;

  @Option(names = "--derived", description = "Also what was made from it, or is known to quote it.")
  private boolean derived;

  EraseCommand(Console console) {
    super(console);
  }

  @Override
  public Integer call() {
    try (LogAccess.Writing opened = access().write(log)) {
      MemoryReader reader = opened.memory().reader();
      List<Erasable> found = found(reader);
      if (found.isEmpty()) {
        console().note("varve: nothing in this log is called " + Printable.of(subject));
        return ExitCode.FOUND;
      }
      if (found.size() > 1) {
        throw new CannotWorkException(
            subject + " is the name of several things; say which: " + found);
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
  }

  private List<Erasable> found(MemoryReader reader) {
    for (Erasable.Kind kind : Erasable.Kind.values()) {
      String prefix = kind.label() + ":";
      if (subject.startsWith(prefix)) {
        return reader.erasable(subject.substring(prefix.length())).stream()
            .filter(each -> each.kind() == kind)
            .toList();
      }
    }
    return reader.erasable(subject);
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
