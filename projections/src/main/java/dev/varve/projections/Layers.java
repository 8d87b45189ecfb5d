package dev.varve.projections;

import dev.varve.engine.entry.ByteString;
import dev.varve.engine.entry.EntryHash;
import dev.varve.engine.event.EventRegistry;
import dev.varve.engine.event.MemoryEvent;
import dev.varve.engine.log.CommittedEntry;
import dev.varve.engine.replay.Projection;
import dev.varve.projections.facts.FactEvents;
import dev.varve.projections.facts.FactProjection;
import dev.varve.projections.recall.Recall;
import dev.varve.projections.recall.RecallEvents;
import dev.varve.projections.screens.ScreenEvents;
import dev.varve.projections.screens.ScreenProjection;
import dev.varve.projections.sessions.SessionEvents;
import dev.varve.projections.sessions.SessionProjection;
import dev.varve.projections.skills.SkillEvents;
import dev.varve.projections.skills.SkillProjection;
import java.util.List;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** The layers of one memory, at one position, and the lock that guards them. */
final class Layers {
  /** Every event that a memory's log can hold. */
  static final EventRegistry REGISTRY = registry();

  final ReadWriteLock lock = new ReentrantReadWriteLock();
  final FactProjection facts = new FactProjection();
  final SkillProjection skills = new SkillProjection();
  final SessionProjection sessions;
  final ScreenProjection screens = new ScreenProjection();
  final Recall recall = new Recall(facts, skills, screens);
  private final List<Projection> all;
  private long position = -1;
  private ByteString head = ByteString.of(new byte[EntryHash.SIZE]);

  Layers(int ringSize) {
    this.sessions = new SessionProjection(ringSize);
    this.all = List.of(facts, skills, sessions, screens);
  }

  private static EventRegistry registry() {
    EventRegistry.Builder registry = EventRegistry.builder();
    FactEvents.register(registry);
    SkillEvents.register(registry);
    SessionEvents.register(registry);
    ScreenEvents.register(registry);
    RecallEvents.register(registry);
    return registry.build();
  }

  /** In the order in which they are shown. */
  List<Projection> all() {
    return all;
  }

  /** Folds one event in; the caller holds the write lock. */
  void apply(CommittedEntry entry, MemoryEvent event) {
    for (Projection projection : all) {
      projection.apply(entry, event);
    }
  }

  long position() {
    return position;
  }

  /** Everything up to this entry, the last of its command, is in the layers. */
  void reached(CommittedEntry last) {
    position = last.sequence();
    head = ByteString.of(last.header().entryHash());
  }

  /** For layers without a writer, who do not need the head. */
  void reached(long sequence) {
    position = sequence;
  }

  /** Hash of the entry at the position: what is decided on these layers must follow it. */
  ByteString head() {
    return head;
  }
}
