package dev.varve.projections.skills;

import dev.varve.engine.cbor.CborMap;
import dev.varve.engine.event.EventRegistry;
import dev.varve.engine.event.EventType;
import dev.varve.engine.event.PlainCodec;
import dev.varve.projections.skills.SkillEvent.SkillLearned;
import dev.varve.projections.skills.SkillEvent.SkillUsed;
import java.util.ArrayList;
import java.util.List;

/** Numbers and payload keys of the layer's events; part of the format. */
public final class SkillEvents {
  /**
   * 1 id, 2 package, 3 trigger, 4 version, 5 confidence, 6 notes, 7 steps, 8 origin, 9 at (ms). A
   * step: 1 action, 2 activity, 3 screen.
   */
  public static final EventType SKILL_LEARNED = new EventType(200, 1, "SkillLearned");

  /** 1 id, 2 success, 3 origin, 4 at (ms). */
  public static final EventType SKILL_USED = new EventType(201, 1, "SkillUsed");

  private SkillEvents() {}

  /** Adds the layer's events to a registry. */
  public static void register(EventRegistry.Builder registry) {
    registry.register(
        SKILL_LEARNED,
        SkillLearned.class,
        PlainCodec.of(SkillEvents::encodeLearned, SkillEvents::decodeLearned));
    registry.register(
        SKILL_USED,
        SkillUsed.class,
        PlainCodec.of(
            e ->
                CborMap.builder()
                    .put(1, e.id())
                    .put(2, e.success())
                    .put(3, e.origin())
                    .put(4, e.atMillis()),
            m -> new SkillUsed(m.getString(1), m.getBoolean(2), m.getString(3), m.getLong(4))));
  }

  static CborMap.Builder encodeLearned(SkillLearned e) {
    List<CborMap> steps = new ArrayList<>(e.steps().size());
    for (SkillStep step : e.steps()) {
      steps.add(step.encode());
    }
    return CborMap.builder()
        .put(1, e.id())
        .put(2, e.packageName())
        .put(3, e.trigger())
        .put(4, e.version())
        .put(5, e.confidence())
        .put(6, e.notes())
        .put(7, steps)
        .put(8, e.origin())
        .put(9, e.atMillis());
  }

  private static SkillLearned decodeLearned(CborMap m) {
    List<SkillStep> steps = new ArrayList<>();
    for (CborMap step : m.getList(7, CborMap.class)) {
      steps.add(SkillStep.decode(step));
    }
    return new SkillLearned(
        m.getString(1),
        m.getString(2),
        m.getString(3),
        m.getString(4),
        m.getInt(5),
        m.getString(6),
        steps,
        m.getStringOrNull(8),
        m.getLong(9));
  }
}
