package dev.varve.tools.command;

import dev.varve.projections.MemoryReader;
import dev.varve.projections.skills.Skill;
import dev.varve.projections.skills.SkillStep;
import dev.varve.tools.output.Console;
import dev.varve.tools.output.Json;
import dev.varve.tools.output.Printable;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Lists skills, or shows one with its steps. */
@Command(
    name = "skills",
    description = "List skills with version, confidence, hits, successes and status.",
    footer = "Ends with 1 when there is no skill of that ID.")
final class SkillsCommand extends Query {
  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "ID",
      description = "One skill, with its steps.")
  private @Nullable String id;

  @Option(names = "--values", description = "What is typed, too; otherwise it is (typed).")
  private boolean values;

  SkillsCommand(Console console) {
    super(console);
  }

  @Override
  Integer answer(MemoryReader reader) {
    List<Skill> skills;
    if (id == null) {
      skills = reader.skills();
    } else {
      Skill skill = reader.skill(id);
      if (skill == null) {
        console().note("varve: no such skill: " + Printable.of(id));
        return ExitCode.FOUND;
      }
      skills = List.of(skill);
    }
    for (Skill skill : skills) {
      if (json()) {
        console().line(Json.object(out -> write(out, skill)));
      } else {
        print(skill);
      }
    }
    return ExitCode.OK;
  }

  private void write(Json out, Skill skill) throws IOException {
    out.put("id", skill.id())
        .put("package", skill.packageName())
        .put("trigger", skill.trigger())
        .put("version", skill.learned().version())
        .put("confidence", skill.confidence() / 1000.0)
        .put("hits", skill.hits())
        .put("successes", skill.successes())
        .put("status", skill.status().name())
        .put("lastUsed", skill.lastUsedMillis() < 0 ? null : EntryView.time(skill.lastUsedMillis()))
        .put("origin", skill.origin())
        .put("sequence", skill.sequence())
        .put("stepCount", skill.steps().size());
    if (id != null) {
      out.put("notes", skill.learned().notes()).putObjects("steps", skill.steps(), this::writeStep);
    }
  }

  private void writeStep(Json out, SkillStep step) throws IOException {
    out.put("activity", step.activity())
        .put("action", json -> Actions.write(json, step.action(), values));
  }

  private void print(Skill skill) {
    console()
        .line(
            EntryView.pad(Printable.of(skill.id()), 24)
                + "  "
                + EntryView.pad(skill.status().name(), 8)
                + "  "
                + FactsCommand.percent(skill.confidence())
                + "  "
                + skill.successes()
                + "/"
                + skill.hits()
                + "  v"
                + Printable.of(skill.learned().version())
                + "  "
                + Printable.of(skill.packageName())
                + "  "
                + Printable.of(skill.trigger(), 100));
    if (id != null) {
      int number = 1;
      for (SkillStep step : skill.steps()) {
        console()
            .line(
                EntryView.pad(Integer.toString(number++), -4)
                    + "  "
                    + Actions.of(step.action(), values));
      }
    }
  }
}
