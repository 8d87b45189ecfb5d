package dev.varve.engine.log;

import dev.varve.engine.VarveException;
import dev.varve.engine.command.Actor;
import dev.varve.engine.entry.ByteString;
import dev.varve.engine.entry.CommandId;
import dev.varve.engine.entry.EntryHash;
import dev.varve.engine.entry.EntryHeader;
import dev.varve.engine.entry.NameTable;
import dev.varve.engine.entry.StreamId;
import dev.varve.engine.entry.SubjectId;
import dev.varve.engine.event.EngineEvent;
import dev.varve.engine.event.MemoryEvent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What the engine itself must know of a log: names, subjects, actors, stream versions, command ids.
 * Rebuilt from complete commands only. Thread-safe; refs, once known, do not change.
 */
final class LogState {
  /** First and last sequence of a complete command. */
  record Span(long first, long last) {}

  private final NameTable names = new NameTable();
  private final List<SubjectId> subjects = new ArrayList<>(List.of(SubjectId.LOG));
  private final Map<SubjectId, Integer> subjectRefs = new HashMap<>(Map.of(SubjectId.LOG, 0));
  private final Set<String> actors = new HashSet<>();
  private final Map<StreamId, Integer> streamVersions = new HashMap<>();
  private final TreeMap<CommandId, Span> commands = new TreeMap<>();
  private long lastSequence = -1;
  private ByteString lastHash = ByteString.of(new byte[EntryHash.SIZE]);

  /** Folds one complete command in; {@code events} are its engine events, in order. */
  synchronized void absorb(List<CommittedEntry> command, List<MemoryEvent> events) {
    for (MemoryEvent event : events) {
      if (event instanceof EngineEvent.NameIntroduced name) {
        if (name.ref() != names.nextRef() || names.refOf(name.name()) >= 0) {
          throw new VarveException("name ref " + name.ref() + " is not the next one or repeats");
        }
        names.add(name.ref(), name.name());
      } else if (event instanceof EngineEvent.SubjectIntroduced introduced) {
        if (introduced.ref() != subjects.size() || subjectRefs.containsKey(introduced.subject())) {
          throw new VarveException(
              "subject ref " + introduced.ref() + " is not the next one or repeats");
        }
        subjects.add(introduced.subject());
        subjectRefs.put(introduced.subject(), introduced.ref());
      } else if (event instanceof EngineEvent.ActorRegistered actor) {
        actors.add(actor.packageName() + " " + actor.certificate());
      }
    }
    for (CommittedEntry entry : command) {
      streamVersions.put(entry.header().stream(), entry.header().streamVersion());
    }
    long first = command.get(0).sequence();
    EntryHeader last = command.get(command.size() - 1).header();
    lastSequence = last.sequence();
    lastHash = ByteString.of(last.entryHash());
    commands.put(command.get(0).header().command(), new Span(first, lastSequence));
  }

  synchronized int nameRef(@Nullable String name) {
    return names.refOf(name);
  }

  synchronized @Nullable String name(int ref) {
    return names.nameOf(ref);
  }

  synchronized int nextNameRef() {
    return names.nextRef();
  }

  synchronized @Nullable SubjectId subjectOf(int ref) {
    return ref < 0 || ref >= subjects.size() ? null : subjects.get(ref);
  }

  /** The ref of a subject, or -1. */
  synchronized int subjectRef(SubjectId subject) {
    return subjectRefs.getOrDefault(subject, -1);
  }

  synchronized int nextSubjectRef() {
    return subjects.size();
  }

  synchronized boolean isRegistered(Actor actor) {
    return actors.contains(actor.packageName() + " " + actor.certificate());
  }

  /** Version of a stream's last entry, or -1. */
  synchronized int streamVersion(StreamId stream) {
    return streamVersions.getOrDefault(stream, -1);
  }

  synchronized @Nullable Span spanOf(CommandId id) {
    return commands.get(id);
  }

  /** The command that stands in the id's slot, or null. */
  synchronized @Nullable CommandId occupantOf(CommandId id) {
    CommandId occupant = commands.ceilingKey(new CommandId(id.high(), 0));
    return occupant != null && occupant.high() == id.high() ? occupant : null;
  }

  /** Hash of the last entry of the last complete command; zeros when there is none. */
  synchronized ByteString lastHash() {
    return lastHash;
  }

  /** Sequence of the last entry of the last complete command, or -1. */
  synchronized long lastSequence() {
    return lastSequence;
  }
}
