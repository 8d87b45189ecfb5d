package dev.varve.engine.log;

import dev.varve.engine.command.Command;
import dev.varve.engine.command.Context;
import dev.varve.engine.command.NewEvent;
import dev.varve.engine.entry.StreamId;
import dev.varve.engine.entry.SubjectId;
import dev.varve.engine.event.EngineEvent;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Puts the names and subjects that a command is the first to use in front of its events, so that a
 * reader knows every ref when it meets it. Belongs to the writer's lock.
 */
final class Introductions {
  private final LogState state;
  private final StreamId stream;

  /** Introductions continue {@code stream}, the log's own. */
  Introductions(LogState state, StreamId stream) {
    this.state = state;
    this.stream = stream;
  }

  /** The command's events behind what they introduce. */
  List<NewEvent> before(Command command) {
    List<NewEvent> events = of(command);
    events.addAll(command.events());
    return events;
  }

  /** The command's events ahead of what they introduce, since genesis is the first entry. */
  List<NewEvent> behind(Command genesis) {
    List<NewEvent> events = new ArrayList<>(genesis.events());
    events.addAll(of(genesis));
    return events;
  }

  private List<NewEvent> of(Command command) {
    List<NewEvent> events = new ArrayList<>(command.events().size() + 4);
    int name = state.nextNameRef();
    for (String added : newNames(command)) {
      events.add(introduce(new EngineEvent.NameIntroduced(name++, added)));
    }
    int subject = state.nextSubjectRef();
    for (SubjectId added : newSubjects(command)) {
      events.add(introduce(new EngineEvent.SubjectIntroduced(subject++, added)));
    }
    return events;
  }

  private NewEvent introduce(EngineEvent event) {
    return new NewEvent(stream, SubjectId.LOG, event);
  }

  private Set<String> newNames(Command command) {
    Context context = command.context();
    Set<String> names = new LinkedHashSet<>();
    addIfNew(context.actor().packageName(), names);
    addIfNew(context.activity(), names);
    addIfNew(context.before().foreground(), names);
    addIfNew(context.after().foreground(), names);
    for (NewEvent event : command.events()) {
      if (event.event() instanceof EngineEvent.ActorRegistered actor) {
        addIfNew(actor.packageName(), names);
      }
    }
    return names;
  }

  private void addIfNew(@Nullable String name, Set<String> names) {
    if (name != null && state.nameRef(name) < 0) {
      names.add(name);
    }
  }

  private Set<SubjectId> newSubjects(Command command) {
    Set<SubjectId> subjects = new LinkedHashSet<>();
    for (NewEvent event : command.events()) {
      if (state.subjectRef(event.subject()) < 0) {
        subjects.add(event.subject());
      }
    }
    return subjects;
  }
}
