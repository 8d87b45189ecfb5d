package dev.varve.projections.skills;

import dev.varve.engine.cbor.CborMap;
import dev.varve.engine.event.EngineEvent;
import dev.varve.engine.event.MemoryEvent;
import dev.varve.engine.log.CommittedEntry;
import dev.varve.engine.replay.Projection;
import dev.varve.engine.replay.StateDigest;
import dev.varve.projections.skills.SkillEvent.SkillLearned;
import dev.varve.projections.skills.SkillEvent.SkillUsed;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * All skills by id. A skill that comes again under a known id (a later version) keeps its record of
 * use. Not thread-safe: whoever holds it brings the lock.
 */
public final class SkillProjection implements Projection {
  private final TreeMap<String, Skill> skills = new TreeMap<>();

  @Override
  public String name() {
    return "skills";
  }

  @Override
  public void apply(CommittedEntry entry, MemoryEvent event) {
    if (event instanceof SkillLearned learned) {
      Skill known = skills.get(learned.id());
      skills.put(
          learned.id(),
          known == null
              ? new Skill(learned, entry.sequence(), entry.header().subjectRef(), 0, 0, -1)
              : new Skill(
                  learned,
                  entry.sequence(),
                  entry.header().subjectRef(),
                  known.hits(),
                  known.successes(),
                  known.lastUsedMillis()));
    } else if (event instanceof SkillUsed used) {
      skills.computeIfPresent(
          used.id(), (id, skill) -> skill.used(used.success(), used.atMillis()));
    } else if (event instanceof EngineEvent.SubjectErased erased) {
      skills.values().removeIf(skill -> skill.subjectRef() == erased.ref());
    }
  }

  /** The skill of exactly this id, or null. */
  public @Nullable Skill get(String id) {
    return skills.get(id);
  }

  /** All skills, by id. */
  public List<Skill> list() {
    return new ArrayList<>(skills.values());
  }

  @Override
  public long size() {
    return skills.size();
  }

  @Override
  public void describe(StateDigest digest) {
    for (Skill skill : skills.values()) {
      digest.item(
          CborMap.builder()
              .put(1, digest.name(skill.id()))
              .put(2, digest.of(SkillEvents.encodeLearned(skill.learned()).build()))
              .put(3, skill.sequence())
              .put(4, skill.hits())
              .put(5, skill.successes())
              .put(6, skill.lastUsedMillis())
              .build());
    }
  }
}
