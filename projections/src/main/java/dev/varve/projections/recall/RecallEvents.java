package dev.varve.projections.recall;

import dev.varve.engine.cbor.CborMap;
import dev.varve.engine.event.EventRegistry;
import dev.varve.engine.event.EventType;
import dev.varve.engine.event.PlainCodec;
import dev.varve.projections.recall.RecallEvent.RecallAnswered;
import java.util.ArrayList;
import java.util.List;

/** Numbers and payload keys of the layer's events; part of the format. */
public final class RecallEvents {
  /**
   * 1 task, 2 package, 3 activity, 4 now (ms), 5 position, 6 skills: list of {1 id, 2 score}, 7
   * dropped: list of {1 id, 2 gate}, 8 facts: list of keys, 9 screen's answer.
   */
  public static final EventType RECALL_ANSWERED = new EventType(410, 1, "RecallAnswered");

  private RecallEvents() {}

  /** Adds the layer's events to a registry. */
  public static void register(EventRegistry.Builder registry) {
    registry.register(
        RECALL_ANSWERED,
        RecallAnswered.class,
        PlainCodec.of(RecallEvents::encode, RecallEvents::decode));
  }

  private static CborMap.Builder encode(RecallAnswered e) {
    List<CborMap> skills = new ArrayList<>();
    for (RecallEvent.Scored skill : e.skills()) {
      skills.add(CborMap.builder().put(1, skill.id()).put(2, skill.score()).build());
    }
    List<CborMap> dropped = new ArrayList<>();
    for (RecallEvent.PassedOver candidate : e.dropped()) {
      dropped.add(CborMap.builder().put(1, candidate.id()).put(2, candidate.gate()).build());
    }
    return CborMap.builder()
        .put(1, e.task())
        .put(2, e.packageName())
        .put(3, e.activity())
        .put(4, e.nowMillis())
        .put(5, e.position())
        .put(6, skills)
        .put(7, dropped)
        .put(8, e.facts())
        .put(9, e.screenAnswer());
  }

  private static RecallAnswered decode(CborMap m) {
    List<RecallEvent.Scored> skills = new ArrayList<>();
    for (CborMap skill : m.getList(6, CborMap.class)) {
      skills.add(new RecallEvent.Scored(skill.getString(1), skill.getInt(2)));
    }
    List<RecallEvent.PassedOver> dropped = new ArrayList<>();
    for (CborMap candidate : m.getList(7, CborMap.class)) {
      dropped.add(new RecallEvent.PassedOver(candidate.getString(1), candidate.getString(2)));
    }
    return new RecallAnswered(
        m.getString(1),
        m.getStringOrNull(2),
        m.getStringOrNull(3),
        m.getLong(4),
        m.getLong(5),
        skills,
        dropped,
        m.getList(8, String.class),
        m.getString(9));
  }
}
