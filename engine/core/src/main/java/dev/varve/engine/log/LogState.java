package dev.varve.engine.log;

import dev.varve.engine.VarveException;
import dev.varve.engine.clock.ClockReading;
import dev.varve.engine.command.Actor;
import dev.varve.engine.entry.ByteString;
import dev.varve.engine.entry.EntryHash;
import dev.varve.engine.entry.EntryHeader;
import dev.varve.engine.entry.NameTable;
import dev.varve.engine.entry.StreamId;
import dev.varve.engine.entry.SubjectId;
import dev.varve.engine.event.EngineEvent;
import dev.varve.engine.event.MemoryEvent;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the engine itself must know of a log: names, subjects, actors, stream versions, command ids.
 * Rebuilt from complete commands only. Thread-safe; refs, once known, do not change.
 */
final class LogState {
  private final NameTable names = new NameTable();
  private final List<SubjectId> subjects = new ArrayList<>(List.of(SubjectId.LOG));
  private final Map<SubjectId, Integer> subjectRefs = new HashMap<>(Map.of(SubjectId.LOG, 0));
  private final Set<String> actors = new HashSet<>();
  private final Map<StreamId, Integer> streamVersions = new HashMap<>();
  private final Set<SubjectId> erased = new HashSet<>();
  private int hashAlgorithm = EntryHeader.HASH_SHA256;
  private int sealAlgorithm = EntryHeader.SEAL_AES_256_GCM;
  private long lastSequence = -1;
  private @Nullable ClockReading lastClock;
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
      } else if (event instanceof EngineEvent.SubjectErased gone) {
        erased.add(gone.subject());
      } else if (event instanceof EngineEvent.AlgorithmsChanged changed) {
        hashAlgorithm = changed.hash();
        sealAlgorithm = changed.seal();
      }
    }
    for (CommittedEntry entry : command) {
      streamVersions.put(entry.header().stream(), entry.header().streamVersion());
    }
    EntryHeader last = command.get(command.size() - 1).header();
    lastSequence = last.sequence();
    lastHash = ByteString.of(last.entryHash());
    lastClock = new ClockReading(last.wallMillis(), last.elapsedNanos(), last.bootCount());
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

  /** Whether a subject's keys were to be destroyed. */
  synchronized boolean isErased(SubjectId subject) {
    return erased.contains(subject);
  }

  /** Subjects whose keys were to be destroyed. */
  synchronized Set<SubjectId> erased() {
    return Set.copyOf(erased);
  }

  /** Number of the algorithm that the next entry is hashed with. */
  synchronized int hashAlgorithm() {
    return hashAlgorithm;
  }

  /** Number of the algorithm that the next entry is sealed with. */
  synchronized int sealAlgorithm() {
    return sealAlgorithm;
  }

  /** The clocks of the last entry of the last complete command, or null. */
  synchronized @Nullable ClockReading lastClock() {
    return lastClock;
  }

  /** Hash of the last entry of the last complete command; zeros when there is none. */
  synchronized ByteString lastHash() {
    return lastHash;
  }

  /** Sequence of the last entry of the last complete command, or -1. */
  synchronized long lastSequence() {
    return lastSequence;
  }

  /** Writes everything; {@link #restore} reads it. */
  synchronized void save(DataOutput out) throws IOException {
    out.writeInt(names.nextRef());
    for (int ref = 1; ref < names.nextRef(); ref++) {
      out.writeUTF(String.valueOf(names.nameOf(ref)));
    }
    out.writeInt(subjects.size());
    for (SubjectId subject : subjects.subList(1, subjects.size())) {
      out.write(subject.toBytes());
    }
    out.writeInt(actors.size());
    for (String actor : actors) {
      out.writeUTF(actor);
    }
    out.writeInt(streamVersions.size());
    for (Map.Entry<StreamId, Integer> stream : streamVersions.entrySet()) {
      out.writeLong(stream.getKey().high());
      out.writeLong(stream.getKey().low());
      out.writeInt(stream.getValue());
    }
    out.writeInt(erased.size());
    for (SubjectId subject : erased) {
      out.write(subject.toBytes());
    }
    out.writeByte(hashAlgorithm);
    out.writeByte(sealAlgorithm);
    ClockReading clock = lastClock != null ? lastClock : new ClockReading(0, 0, 0);
    out.writeLong(clock.wallMillis());
    out.writeLong(clock.elapsedNanos());
    out.writeInt(clock.bootCount());
    out.writeLong(lastSequence);
    out.write(lastHash.toBytes());
  }

  /**
   * Fills an empty state with what {@link #save} wrote.
   *
   * @throws IOException when it is cut short; this state is of no use then
   */
  synchronized void restore(DataInput in) throws IOException {
    int nextName = in.readInt();
    for (int ref = 1; ref < nextName; ref++) {
      names.add(ref, in.readUTF());
    }
    int subjectCount = in.readInt();
    for (int ref = 1; ref < subjectCount; ref++) {
      byte[] subject = new byte[16];
      in.readFully(subject);
      subjects.add(SubjectId.of(subject));
      subjectRefs.put(SubjectId.of(subject), ref);
    }
    for (int left = in.readInt(); left > 0; left--) {
      actors.add(in.readUTF());
    }
    for (int left = in.readInt(); left > 0; left--) {
      streamVersions.put(new StreamId(in.readLong(), in.readLong()), in.readInt());
    }
    for (int left = in.readInt(); left > 0; left--) {
      byte[] subject = new byte[16];
      in.readFully(subject);
      erased.add(SubjectId.of(subject));
    }
    hashAlgorithm = in.readByte();
    sealAlgorithm = in.readByte();
    lastClock = new ClockReading(in.readLong(), in.readLong(), in.readInt());
    lastSequence = in.readLong();
    byte[] hash = new byte[EntryHash.SIZE];
    in.readFully(hash);
    lastHash = ByteString.of(hash);
  }
}
