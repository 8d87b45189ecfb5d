package dev.varve.projections;

import dev.varve.engine.VarveException;
import dev.varve.engine.command.Actor;
import dev.varve.engine.entry.LogId;
import dev.varve.engine.entry.SubjectId;
import dev.varve.engine.log.CommandReceipt;
import dev.varve.engine.log.DamagedLogException;
import dev.varve.engine.log.LogPorts;
import dev.varve.engine.log.MemoryLog;
import dev.varve.engine.replay.ProjectionRunner;
import dev.varve.engine.replay.TimeTravel;
import dev.varve.engine.store.Durability;
import dev.varve.projections.recall.RecallAnswer;
import dev.varve.projections.recall.RecallQuery;
import dev.varve.projections.sessions.SessionProjection;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The memory of an agent: the one class that a runtime opens.
 *
 * <p>It opens the log for writing, rebuilds the layers from it, and gives out a reader and a
 * writer. One process at a time has a log open this way; others read it through {@link
 * MemoryReader#at}. Thread-safe.
 */
public final class AgentMemory implements AutoCloseable {
  private final MemoryLog log;
  private final MemoryReader reader;
  private final MemoryWriter writer;

  private AgentMemory(MemoryLog log, Actor actor) {
    this.log = log;
    Layers layers = new Layers(SessionProjection.DEFAULT_RING_SIZE);
    try (ProjectionRunner runner = new ProjectionRunner(log, layers.all())) {
      runner.catchUp();
      layers.reached(log.entry(runner.position()));
    } catch (DamagedLogException e) {
      // Behind a snapshot nothing was checked when the log was opened.
      log.damaged(e);
      layers = new Layers(SessionProjection.DEFAULT_RING_SIZE);
      layers.reached(TimeTravel.replay(log, Long.MAX_VALUE, layers.all()));
    }
    this.reader = new MemoryReader(log, layers);
    this.writer = new MemoryWriter(log, layers, actor);
  }

  /**
   * Makes a new memory in an empty store.
   *
   * @param id see {@link MemoryLog#newId}
   * @param actor registered as the first that may write
   * @param software named in the genesis entry
   */
  public static AgentMemory create(
      LogPorts ports, LogId id, Actor actor, String software, Durability durability) {
    return over(
        MemoryLog.create(ports, id, MemoryReader.registry(), actor, software, durability), actor);
  }

  /**
   * Opens a memory.
   *
   * <p>One whose log is damaged is opened as well: {@link #reader} answers from what stands before
   * the damage, {@link MemoryLog#damage} of {@link #log} says where that is, and every write is
   * refused with a {@link dev.varve.engine.log.RecoveryNeededException}.
   *
   * @param actor who writes; what it writes is refused unless it is registered
   * @param durability of each write
   * @throws DamagedLogException when not even the first entry is what was written
   */
  public static AgentMemory open(LogPorts ports, Actor actor, Durability durability) {
    return over(MemoryLog.open(ports, MemoryReader.registry(), durability), actor);
  }

  private static AgentMemory over(MemoryLog log, Actor actor) {
    try {
      return new AgentMemory(log, actor);
    } catch (RuntimeException e) {
      log.close();
      throw e;
    }
  }

  /** Reads, and follows what is written. */
  public MemoryReader reader() {
    return reader;
  }

  /** Writes. */
  public MemoryWriter writer() {
    return writer;
  }

  /** The log below. What is written to it directly is not in the layers before the next opening. */
  public MemoryLog log() {
    return log;
  }

  /**
   * Recalls what fits, and records that it did.
   *
   * @param trace the task that asks, or null; its answer is sealed with that task
   */
  public RecallAnswer recall(RecallQuery query, @Nullable String trace) {
    RecallAnswer answer = reader.recall(query);
    CommandReceipt receipt = writer.recordRecall(writer.newOrigin(), trace, answer);
    assert !receipt.repeated() : "a fresh id cannot be known";
    return answer;
  }

  /**
   * Erases facts, skills and sessions for good. Their keys are destroyed and what survives is
   * wrapped anew, so that nobody opens again what was sealed with them: no payload of theirs, at no
   * point of the past. That they were erased is an entry; chain, tree and proofs stay what they
   * are.
   *
   * <p>What others hold of their content is theirs: see {@link MemoryReader#derivedFrom}. Times,
   * sizes, packages and activities in headers remain.
   *
   * @return the receipt of the entries that say so
   * @throws VarveException when one is not there; then nothing was erased
   */
  public CommandReceipt erase(List<Erasable> unwanted) {
    List<SubjectId> subjects = new ArrayList<>();
    for (Erasable each : new LinkedHashSet<>(unwanted)) {
      SubjectId subject = reader.subjectOf(each);
      if (subject == null) {
        throw new VarveException("there is no " + each);
      }
      subjects.add(subject);
    }
    if (subjects.isEmpty()) {
      throw new VarveException("nothing was named that is to be erased");
    }
    return writer.erase(subjects);
  }

  /** Closes the log. What was written is as durable as was asked for. */
  @Override
  public void close() {
    log.close();
  }
}
