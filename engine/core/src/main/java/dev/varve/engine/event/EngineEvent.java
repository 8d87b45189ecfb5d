package dev.varve.engine.event;

import dev.varve.engine.entry.CommandId;
import dev.varve.engine.entry.SubjectId;

/** What the engine itself records. All of it is sealed under the log's key. */
public sealed interface EngineEvent extends MemoryEvent {
  /**
   * The log began: the payload of sequence 0.
   *
   * @param software that made it, for people who look at old logs
   * @param createdAtMillis wall clock, ms
   */
  record LogCreated(String software, long createdAtMillis) implements EngineEvent {}

  /**
   * An actor may write from here on.
   *
   * @param packageName such as {@code com.example.agent}
   * @param certificate SHA-256 of its signing certificate, lower-case hex; 64 zeros for none
   */
  record ActorRegistered(String packageName, String certificate) implements EngineEvent {}

  /**
   * A package or activity name got its ref.
   *
   * @param ref the next free one
   */
  record NameIntroduced(int ref, String name) implements EngineEvent {}

  /**
   * A subject got its ref.
   *
   * @param ref the next free one, from 1
   */
  record SubjectIntroduced(int ref, SubjectId subject) implements EngineEvent {}

  /**
   * Entries of a command that was never completed, and so never acknowledged, are void.
   *
   * @param firstSequence the first of them
   * @param lastSequence the last of them
   * @param command whose they were
   */
  record CommandAbandoned(long firstSequence, long lastSequence, CommandId command)
      implements EngineEvent {}
}
