package dev.varve.projections;

import dev.varve.engine.entry.TraceId;
import dev.varve.engine.event.MemoryEvent;
import dev.varve.engine.log.CommittedEntry;
import dev.varve.engine.log.EventOpener;
import dev.varve.engine.log.LogReader;
import dev.varve.engine.log.MemoryLog;
import dev.varve.projections.Erasable.Kind;
import dev.varve.projections.recall.RecallEvent.RecallAnswered;
import dev.varve.projections.recall.RecallEvent.Scored;
import dev.varve.projections.recall.RecallEvents;
import dev.varve.projections.sessions.SessionEvent.ObservationMade;
import dev.varve.projections.sessions.SessionEvents;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds in the log what quotes a fact or a skill: sessions in which a fact's key was observed, with
 * a value, and answers that were given outside of any session and name it. Reads the whole log, up
 * to a position; not thread-safe.
 */
final class Derivation {
  private final MemoryLog log;
  private final Map<TraceId, String> sessions;
  private final Set<Integer> sessionSubjects;
  private final EventOpener opener;

  /**
   * Over sessions that are there.
   *
   * @param sessions names by trace id
   * @param sessionSubjects refs of their subjects
   */
  Derivation(MemoryLog log, Map<TraceId, String> sessions, Set<Integer> sessionSubjects) {
    this.log = log;
    this.sessions = sessions;
    this.sessionSubjects = sessionSubjects;
    this.opener = log.opener();
  }

  /** What quotes the fact or skill, among the entries up to {@code position}. */
  List<Erasable> quoting(Erasable source, long position) {
    Set<Erasable> found = new LinkedHashSet<>();
    try (LogReader reader = log.reader()) {
      @Nullable List<CommittedEntry> command;
      while ((command = reader.next()) != null && command.get(0).sequence() <= position) {
        for (CommittedEntry entry : command) {
          Erasable quoting = quoting(source, entry);
          if (quoting != null) {
            found.add(quoting);
          }
        }
      }
    }
    return List.copyOf(found);
  }

  private @Nullable Erasable quoting(Erasable source, CommittedEntry entry) {
    int type = entry.header().eventType();
    if (type == SessionEvents.OBSERVATION_MADE.number() && source.kind() == Kind.FACT) {
      String trace = sessions.get(entry.header().trace());
      return trace != null
              && opener.open(entry).event() instanceof ObservationMade seen
              && seen.key().equals(source.name())
          ? new Erasable(Kind.SESSION, trace)
          : null;
    }
    return type == RecallEvents.RECALL_ANSWERED.number()
            && isAlone(entry)
            && opener.open(entry).event() instanceof RecallAnswered answer
            && names(answer, source)
        ? new Erasable(Kind.RECALL, Long.toString(entry.sequence()))
        : null;
  }

  /** Whether an answer has a subject of its own, and not that of a session. */
  private boolean isAlone(CommittedEntry entry) {
    int ref = entry.header().subjectRef();
    return ref > 0 && !sessionSubjects.contains(ref);
  }

  private static boolean names(RecallAnswered answer, Erasable source) {
    if (source.kind() == Kind.FACT) {
      return answer.facts().contains(source.name());
    }
    for (Scored skill : answer.skills()) {
      if (skill.id().equals(source.name())) {
        return true;
      }
    }
    return false;
  }

  /** The ref of the subject of an answer that can be erased alone, or -1. */
  int subjectOfAnswer(String sequence) {
    if (!sequence.matches("[0-9]{1,18}") || Long.parseLong(sequence) > log.lastSequence()) {
      return -1;
    }
    CommittedEntry entry = log.entry(Long.parseLong(sequence));
    if (entry.header().eventType() != RecallEvents.RECALL_ANSWERED.number() || !isAlone(entry)) {
      return -1;
    }
    MemoryEvent answer = opener.open(entry).event();
    return answer instanceof RecallAnswered ? entry.header().subjectRef() : -1;
  }
}
