package dev.varve.projections.facts;

import dev.varve.engine.cbor.CborMap;
import dev.varve.engine.event.EngineEvent;
import dev.varve.engine.event.MemoryEvent;
import dev.varve.engine.log.CommittedEntry;
import dev.varve.engine.replay.Projection;
import dev.varve.engine.replay.StateDigest;
import dev.varve.projections.facts.FactEvent.FactReaffirmed;
import dev.varve.projections.facts.FactEvent.FactRemembered;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Every version of every fact, values sealed. Versions of a key are in the order of their entries;
 * at most one is CURRENT, and what was PENDING is settled when a version becomes current. Not
 * thread-safe: whoever holds it brings the lock.
 */
public final class FactProjection implements Projection {
  private final TreeMap<String, FactVersions> versions = new TreeMap<>();

  @Override
  public String name() {
    return "facts";
  }

  @Override
  public void apply(CommittedEntry entry, MemoryEvent event) {
    if (event instanceof FactRemembered remembered) {
      remember(entry, remembered);
    } else if (event instanceof FactReaffirmed reaffirmed) {
      reaffirm(reaffirmed);
    } else if (event instanceof EngineEvent.SubjectErased erased) {
      versions.values().removeIf(history -> history.isOf(erased.ref()));
    }
  }

  private void remember(CommittedEntry entry, FactRemembered event) {
    versions
        .computeIfAbsent(event.key().text(), k -> new FactVersions())
        .add(
            new Fact(
                event.key(),
                event.version(),
                event.pending() ? FactState.PENDING : FactState.CURRENT,
                event.source(),
                event.confidence(),
                event.sensitive(),
                event.trace(),
                entry.sequence(),
                entry.header().subjectRef(),
                event.atMillis(),
                event.atMillis(),
                event.value()));
  }

  private void reaffirm(FactReaffirmed event) {
    FactVersions history = versions.get(event.key().text());
    if (history != null) {
      history.reaffirm(event.version(), event.atMillis());
    }
  }

  /** The current version of exactly this key, or null. */
  public @Nullable Fact current(FactKey key) {
    FactVersions history = versions.get(key.text());
    return history == null ? null : history.current();
  }

  /** How exactly this key stands. */
  public FactStanding standing(FactKey key) {
    FactVersions history = versions.get(key.text());
    return history == null ? FactStanding.UNKNOWN : history.summary();
  }

  /** All versions of exactly this key, oldest first. */
  public List<Fact> history(FactKey key) {
    FactVersions history = versions.get(key.text());
    return history == null ? List.of() : history.all();
  }

  /** Versions of all keys, by key and age; those that are DEPRECATED only when asked for. */
  public List<Fact> list(boolean deprecatedToo) {
    List<Fact> facts = new ArrayList<>();
    for (FactVersions history : versions.values()) {
      facts.addAll(deprecatedToo ? history.all() : history.standing());
    }
    return facts;
  }

  /** Number of keys. */
  @Override
  public long size() {
    return versions.size();
  }

  @Override
  public void describe(StateDigest digest) {
    for (Map.Entry<String, FactVersions> entry : versions.entrySet()) {
      byte[] name = digest.name(entry.getKey());
      for (Fact fact : entry.getValue().all()) {
        digest.item(
            CborMap.builder()
                .put(1, name)
                .put(2, fact.version())
                .put(3, fact.state().number())
                .put(4, fact.source().number())
                .put(5, fact.confidence())
                .put(6, fact.sensitive())
                .put(7, fact.trace() == null ? null : digest.name(fact.trace()))
                .put(8, fact.sequence())
                .put(9, fact.sinceMillis())
                .put(10, fact.reaffirmedMillis())
                .put(11, fact.sealed().commitment())
                .build());
      }
    }
  }
}
