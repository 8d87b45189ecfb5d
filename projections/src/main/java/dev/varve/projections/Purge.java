package dev.varve.projections;

import dev.varve.engine.entry.SubjectId;
import dev.varve.engine.event.EngineEvent;
import dev.varve.engine.seal.KeyRing.Generation;
import dev.varve.projections.facts.Fact;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The destruction of the values of some versions of facts.
 *
 * @param commands the events that say so, for one command each
 * @param generations the keys
 */
record Purge(List<List<EngineEvent>> commands, List<Generation> generations) {
  /** Most generations that an event names, and most events of a command. */
  private static final int MOST = 1000;

  static Purge of(List<Fact> versions) {
    Map<SubjectId, List<Integer>> numbers = new LinkedHashMap<>();
    List<Generation> generations = new ArrayList<>(versions.size());
    for (Fact fact : versions) {
      SubjectId subject = fact.sealed().subject();
      int generation = fact.sealed().generation();
      numbers.computeIfAbsent(subject, unused -> new ArrayList<>()).add(generation);
      generations.add(new Generation(subject, generation));
    }
    List<EngineEvent> events = new ArrayList<>();
    numbers.forEach(
        (subject, all) ->
            chunks(all)
                .forEach(some -> events.add(new EngineEvent.GenerationsPurged(subject, some))));
    return new Purge(chunks(events), generations);
  }

  private static <T> List<List<T>> chunks(List<T> all) {
    List<List<T>> chunks = new ArrayList<>();
    for (int from = 0; from < all.size(); from += MOST) {
      chunks.add(List.copyOf(all.subList(from, Math.min(all.size(), from + MOST))));
    }
    return chunks;
  }
}
