package dev.varve.engine.log;

import dev.varve.engine.command.Actor;
import dev.varve.engine.command.Context;
import dev.varve.engine.entry.ByteString;
import dev.varve.engine.entry.DeviceState;
import dev.varve.engine.entry.EntryHeader;
import dev.varve.engine.entry.Hex;
import dev.varve.engine.entry.SubjectId;
import dev.varve.engine.event.EngineEvent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the refs of lost entries mean: what the kept entries say, and beyond that what is found of
 * the entries that introduced them. A name that nobody knows any more is null.
 */
final class SalvagedNames {
  private final MemoryLog old;
  private final Map<Integer, String> names = new HashMap<>();
  private final Map<Integer, SubjectId> subjects = new HashMap<>();

  SalvagedNames(MemoryLog old) {
    this.old = old;
  }

  /** Takes note of what an entry introduced. */
  void learn(EngineEvent event) {
    if (event instanceof EngineEvent.NameIntroduced name) {
      names.putIfAbsent(name.ref(), name.name());
    } else if (event instanceof EngineEvent.SubjectIntroduced subject) {
      subjects.putIfAbsent(subject.ref(), subject.subject());
    }
  }

  /** Takes note of a subject whose key was found to open an entry. */
  void learn(int ref, SubjectId subject) {
    subjects.putIfAbsent(ref, subject);
  }

  @Nullable String name(int ref) {
    String known = old.name(ref);
    return known != null ? known : names.get(ref);
  }

  @Nullable SubjectId subject(int ref) {
    SubjectId known = old.subjectOf(ref);
    return known != null ? known : subjects.get(ref);
  }

  /** Subjects of {@code all} that have no ref yet, so that an unknown one may be theirs. */
  List<SubjectId> withoutRef(Iterable<SubjectId> all) {
    Set<SubjectId> taken = new HashSet<>(subjects.values());
    List<SubjectId> free = new ArrayList<>();
    for (SubjectId subject : all) {
      if (!taken.contains(subject) && old.subjectRef(subject) < 0) {
        free.add(subject);
      }
    }
    return free;
  }

  /** The circumstances of a lost command, by another actor where its own is not known. */
  Context context(EntryHeader first, MemoryLog in, Actor otherwise) {
    String actorName = name(first.actorRef());
    Actor actor =
        actorName == null
            ? otherwise
            : new Actor(actorName, Hex.of(first.actorCertificate()), first.actorPid());
    byte[] screen = first.screenDigest();
    return new Context(
        in.isRegistered(actor) ? actor : otherwise,
        first.trace(),
        name(first.activityRef()),
        Arrays.equals(screen, new byte[screen.length]) ? null : ByteString.of(screen),
        device(first.deviceBefore()),
        device(first.deviceAfter()));
  }

  private Context.Device device(DeviceState state) {
    return new Context.Device(
        state.battery(), state.power(), state.network(), name(state.foregroundRef()));
  }
}
