package dev.varve.projections;

import dev.varve.engine.VarveException;
import dev.varve.engine.cbor.CborMap;
import dev.varve.engine.command.Actor;
import dev.varve.engine.command.Command;
import dev.varve.engine.command.Context;
import dev.varve.engine.command.NewEvent;
import dev.varve.engine.entry.ByteString;
import dev.varve.engine.entry.StreamId;
import dev.varve.engine.entry.SubjectId;
import dev.varve.engine.event.EngineEvent;
import dev.varve.engine.event.MemoryEvent;
import dev.varve.engine.log.CommandReceipt;
import dev.varve.engine.log.CommittedEntry;
import dev.varve.engine.log.EventOpener;
import dev.varve.engine.log.MemoryLog;
import dev.varve.engine.seal.PayloadSealer;
import dev.varve.projections.facts.Fact;
import dev.varve.projections.facts.FactDecider;
import dev.varve.projections.facts.FactKey;
import dev.varve.projections.facts.FactStanding;
import dev.varve.projections.facts.InvalidFactException;
import dev.varve.projections.facts.RememberFact;
import dev.varve.projections.recall.RecallAnswer;
import dev.varve.projections.recall.RecallEvent.RecallAnswered;
import dev.varve.projections.screens.ScreenHashes;
import dev.varve.projections.screens.ViewTree;
import dev.varve.projections.sessions.Session;
import dev.varve.projections.sessions.SessionEvent.ObservationMade;
import dev.varve.projections.sessions.SessionEvent.SessionEnded;
import dev.varve.projections.sessions.SessionEvent.SessionStarted;
import dev.varve.projections.sessions.SessionEvent.SkillsConsulted;
import dev.varve.projections.sessions.SessionEvent.StepRecorded;
import dev.varve.projections.sessions.Step;
import dev.varve.projections.sessions.TaskOutcome;
import dev.varve.projections.skills.Skill;
import dev.varve.projections.skills.SkillEvent.SkillLearned;
import dev.varve.projections.skills.SkillEvent.SkillUsed;
import dev.varve.projections.skills.TaskReview;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Writes to a memory. Each method is one command: it is in the log, whole and as durable as the log
 * was opened for, and in the layers, when the method returns. When it throws, nothing was written,
 * but for two cases after which the memory takes no more writes until it is opened again: the
 * medium failed, or the layers could not follow what is in the log.
 *
 * <p>A method with an {@link Origin} whose id is in the log already writes nothing and answers as
 * it did then. Thread-safe: writes are carried out one at a time.
 *
 * <p>Errors: {@link dev.varve.engine.log.AppendRefusedException} and its kind, {@link
 * TaskStateException}, {@link dev.varve.engine.log.WriterFailedException}.
 */
public final class MemoryWriter {
  private final MemoryLog log;
  private final Layers layers;
  private final Actor actor;
  private final EventOpener opener;
  private final PayloadSealer sealer;
  private final ScreenInterning screens;

  /** Why the layers lack what is in the log; nothing is decided on them any more. */
  private @Nullable Throwable behind;

  MemoryWriter(MemoryLog log, Layers layers, Actor actor) {
    this.log = log;
    this.layers = layers;
    this.actor = actor;
    this.opener = log.opener();
    this.sealer = log.sealer();
    this.screens = new ScreenInterning(log, layers.screens);
  }

  /** An origin with a fresh random id. */
  public Origin newOrigin() {
    return Origin.of(log.newCommandId());
  }

  /** Whether an origin's command is in the log already. */
  public boolean isKnown(Origin origin) {
    return log.writer().find(origin.id()) != null;
  }

  /** Whether another command stands in an origin's slot. */
  public boolean conflicts(Origin origin) {
    return origin.slotted()
        && log.writer().find(origin.id()) == null
        && log.writer().occupantOf(origin.id()) != null;
  }

  /** Lets another actor write from here on. */
  public synchronized CommandReceipt registerActor(Origin origin, Actor added) {
    StreamId stream = new StreamId(log.id().high(), log.id().low());
    EngineEvent event = new EngineEvent.ActorRegistered(added.packageName(), added.certificate());
    return append(
        origin, context(origin, null), List.of(new NewEvent(stream, SubjectId.LOG, event)));
  }

  /** Remembers one fact. */
  public CommandReceipt remember(RememberFact wish) {
    return remember(newOrigin(), List.of(wish));
  }

  /**
   * Remembers facts, all of them or none.
   *
   * @throws InvalidFactException when a key stands twice among them
   */
  public synchronized CommandReceipt remember(Origin origin, List<RememberFact> wishes) {
    CommandReceipt known = log.writer().find(origin.id());
    if (known != null) {
      return known;
    }
    List<NewEvent> events = new ArrayList<>(wishes.size());
    Set<FactKey> keys = new HashSet<>();
    String trace = null;
    for (RememberFact wish : wishes) {
      if (!keys.add(wish.key())) {
        throw new InvalidFactException(wish.key() + ": a key stands twice in one command");
      }
      trace = wish.trace() != null ? wish.trace() : trace;
      FactStanding standing = layers.facts.standing(wish.key());
      MemoryEvent event = FactDecider.decide(wish, standing, sameValue(wish, standing));
      SubjectId subject =
          standing.lastVersion() == 0 ? log.newSubject() : subject(standing.subjectRef());
      events.add(new NewEvent(log.streamOf("fact", wish.key().text()), subject, event));
    }
    return append(origin, context(origin, trace), events);
  }

  /** The current version when its value is the wished one, else the newest such pending one. */
  private @Nullable Fact sameValue(RememberFact wish, FactStanding standing) {
    Fact current = standing.current();
    if (current != null && hasValue(current, wish.value())) {
      return current;
    }
    for (int i = standing.pending().size() - 1; i >= 0; i--) {
      if (hasValue(standing.pending().get(i), wish.value())) {
        return standing.pending().get(i);
      }
    }
    return null;
  }

  private boolean hasValue(Fact fact, String value) {
    CborMap content = fact.sealed().open(sealer);
    return content != null && content.getString(0).equals(value);
  }

  /**
   * Begins a task.
   *
   * @throws TaskStateException when a task of this name was begun before, or the name is empty,
   *     which in headers means no task
   */
  public synchronized CommandReceipt startTask(Origin origin, SessionStarted start) {
    CommandReceipt known = log.writer().find(origin.id());
    if (known != null) {
      return known;
    }
    if (start.trace().isEmpty()) {
      throw new TaskStateException("a task without a name cannot be started");
    }
    if (layers.sessions.get(log.traceId(start.trace())) != null) {
      throw new TaskStateException("task '" + start.trace() + "' was started before");
    }
    return append(
        origin,
        context(origin, start.trace()),
        List.of(new NewEvent(log.streamOf("session", start.trace()), log.newSubject(), start)));
  }

  /**
   * Records a step of a running task. What {@code screen} tells about the target is added to the
   * action; its structure is interned, its texts go with the step.
   *
   * @param step without a screen of its own
   * @param screen the screen before the action, or null
   */
  public synchronized CommandReceipt recordStep(
      Origin origin, String trace, Step step, @Nullable ViewTree screen) {
    CommandReceipt known = log.writer().find(origin.id());
    if (known != null) {
      return known;
    }
    Session session = running(trace);
    List<NewEvent> events = new ArrayList<>(2);
    Step full = step;
    ByteString digest = null;
    if (screen != null) {
      ScreenInterning.Taken taken = screens.take(screen);
      if (taken.interned() != null) {
        events.add(taken.interned());
      }
      full = taken.complete(step);
      digest = taken.headerDigest();
    }
    events.add(inSession(session, new StepRecorded(session.stepCount() + 1, full)));
    Context context = context(origin, trace).withScreen(step.activity(), digest);
    return append(origin, context, events);
  }

  /** Records something noticed in a running task. */
  public synchronized CommandReceipt observe(
      Origin origin, String trace, ObservationMade observation) {
    return inRunning(origin, trace, observation);
  }

  /** Records which skills an agent says it was given in a running task. */
  public synchronized CommandReceipt consulted(
      Origin origin, String trace, SkillsConsulted consulted) {
    return inRunning(origin, trace, consulted);
  }

  private CommandReceipt inRunning(Origin origin, String trace, MemoryEvent event) {
    CommandReceipt known = log.writer().find(origin.id());
    return known != null
        ? known
        : append(origin, context(origin, trace), List.of(inSession(running(trace), event)));
  }

  /**
   * Ends a task. In the same command a skill is learned from a success, and the outcome of a skill
   * that was followed is counted.
   */
  public synchronized CommandReceipt endTask(Origin origin, String trace, SessionEnded end) {
    CommandReceipt known = log.writer().find(origin.id());
    if (known != null) {
      return known;
    }
    Session session = running(trace);
    List<NewEvent> events = new ArrayList<>(2);
    events.add(inSession(session, end));
    MemoryEvent lesson = lesson(session, end);
    if (lesson instanceof SkillLearned learned) {
      events.add(new NewEvent(log.streamOf("skill", learned.id()), log.newSubject(), learned));
    } else if (lesson instanceof SkillUsed used) {
      Skill skill = layers.skills.get(used.id());
      if (skill != null) {
        events.add(
            new NewEvent(log.streamOf("skill", used.id()), subject(skill.subjectRef()), used));
      }
    }
    return append(origin, context(origin, trace), events);
  }

  private @Nullable MemoryEvent lesson(Session session, SessionEnded end) {
    boolean success = end.outcome() == TaskOutcome.SUCCESS;
    String followed = end.skill();
    if (followed != null && layers.skills.get(followed) != null) {
      return success || end.outcome() == TaskOutcome.FAILURE
          ? new SkillUsed(followed, success, session.trace(), end.atMillis())
          : null;
    }
    if (!success) {
      return null;
    }
    List<Step> steps = new ArrayList<>(session.stepCount());
    for (long sequence : session.stepSequences()) {
      if (opener.open(log.entry(sequence)).event() instanceof StepRecorded recorded) {
        steps.add(recorded.step());
      }
    }
    SkillLearned learned =
        TaskReview.distil(session.task(), session.trace(), steps, end.atMillis(), this::skillId);
    return learned != null && layers.skills.get(learned.id()) != null
        ? new SkillUsed(learned.id(), true, session.trace(), end.atMillis())
        : learned;
  }

  /** The id of the skill for a package and trigger: a keyed digest, so that it tells nothing. */
  public String skillId(String packageName, String trigger) {
    byte[] hash =
        log.keyedHash(dev.varve.engine.seal.KeyPurpose.NAMES)
            .updatePart("skill id".getBytes(StandardCharsets.UTF_8))
            .updatePart(packageName.getBytes(StandardCharsets.UTF_8))
            .updatePart(trigger.getBytes(StandardCharsets.UTF_8))
            .finish();
    return "skill-" + ByteString.of(Arrays.copyOf(hash, 8)).hex();
  }

  /** Puts in a skill by hand, or a new version of one. */
  public synchronized CommandReceipt addSkill(Origin origin, SkillLearned skill) {
    CommandReceipt known = log.writer().find(origin.id());
    if (known != null) {
      return known;
    }
    if (skill.steps().isEmpty()) {
      throw new VarveException("a skill has at least one step");
    }
    if (skill.id().isEmpty() || skill.packageName().isEmpty() || skill.trigger().isEmpty()) {
      throw new VarveException("a skill has an id, a package and a trigger");
    }
    if (skill.confidence() < 0 || skill.confidence() > 1000) {
      throw new VarveException("confidence " + skill.confidence() + " is not 0 to 1000");
    }
    Skill present = layers.skills.get(skill.id());
    SubjectId subject = present == null ? log.newSubject() : subject(present.subjectRef());
    return append(
        origin,
        context(origin, null),
        List.of(new NewEvent(log.streamOf("skill", skill.id()), subject, skill)));
  }

  /** Records what an agent was answered. */
  synchronized CommandReceipt recordRecall(
      Origin origin, @Nullable String trace, RecallAnswer answer) {
    Session session = trace == null ? null : layers.sessions.get(log.traceId(trace));
    SubjectId subject = session == null ? log.newSubject() : subject(session.subjectRef());
    ViewTree screen = answer.query().screen();
    Context context =
        context(origin, trace)
            .withScreen(
                answer.query().activity(),
                screen == null ? null : screens.headerDigest(ScreenHashes.of(screen)));
    return append(
        origin,
        context,
        List.of(new NewEvent(log.streamOf("recall", ""), subject, RecallAnswered.of(answer))));
  }

  private Session running(String trace) {
    Session session = layers.sessions.get(log.traceId(trace));
    if (session == null) {
      throw new TaskStateException("task '" + trace + "' was never started");
    }
    if (!session.isRunning()) {
      throw new TaskStateException("task '" + trace + "' has ended");
    }
    return session;
  }

  private NewEvent inSession(Session session, MemoryEvent event) {
    return new NewEvent(
        log.streamOf("session", session.trace()), subject(session.subjectRef()), event);
  }

  private SubjectId subject(int ref) {
    SubjectId subject = log.subjectOf(ref);
    if (subject == null) {
      throw new VarveException("subject ref " + ref + " was never introduced");
    }
    return subject;
  }

  private Context context(Origin origin, @Nullable String trace) {
    Context context = Context.of(actor).withDevice(origin.before(), origin.after());
    return trace == null || trace.isEmpty() ? context : context.withTrace(log.traceId(trace));
  }

  /**
   * Erases subjects: see {@link AgentMemory#erase}.
   *
   * @throws VarveException also when the log says so already, but their keys could not be destroyed
   *     yet: then the memory has to be opened again, which does it
   */
  synchronized CommandReceipt erase(List<SubjectId> subjects) {
    if (behind != null) {
      throw new VarveException(
          log.describe() + ": the layers are behind the log; open the memory again", behind);
    }
    try {
      CommandReceipt receipt = log.erase(actor, subjects);
      fold(receipt);
      return receipt;
    } catch (RuntimeException | Error e) {
      behind = e;
      throw e;
    }
  }

  /** Appends what was decided on the state as it is, and folds it into the layers. */
  private CommandReceipt append(Origin origin, Context context, List<NewEvent> events) {
    if (behind != null) {
      throw new VarveException(
          log.describe() + ": the layers are behind the log; open the memory again", behind);
    }
    Command command = Command.of(origin.id(), context, events).following(layers.head());
    CommandReceipt receipt = log.writer().append(origin.slotted() ? command.inSlot() : command);
    if (!receipt.repeated()) {
      try {
        fold(receipt);
      } catch (RuntimeException | Error e) {
        behind = e;
        throw e;
      }
    }
    return receipt;
  }

  private void fold(CommandReceipt receipt) {
    List<CommittedEntry> entries = receipt.entries();
    List<@Nullable MemoryEvent> events = new ArrayList<>(entries.size());
    for (CommittedEntry entry : entries) {
      events.add(opener.open(entry).event());
    }
    layers.lock.writeLock().lock();
    try {
      for (int i = 0; i < entries.size(); i++) {
        MemoryEvent event = events.get(i);
        if (event != null) {
          layers.apply(entries.get(i), event);
        }
      }
      layers.reached(entries.get(entries.size() - 1));
    } finally {
      layers.lock.writeLock().unlock();
    }
  }
}
