package dev.varve.engine.event;

import dev.varve.engine.entry.ByteString;
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

  /**
   * The wall clock moved otherwise than the time since boot did, between the entry before and this
   * command. Order is not concerned.
   *
   * @param wallBefore of the entry before, ms
   * @param wallNow ms
   * @param elapsedMillis that passed meanwhile by the clock that counts since boot; 0 after a boot
   */
  record ClockAdjusted(long wallBefore, long wallNow, long elapsedMillis) implements EngineEvent {}

  /**
   * The keys of a subject were destroyed on request: nobody opens again what was sealed with them.
   *
   * @param ref the subject's
   * @param subject its id
   */
  record SubjectErased(int ref, SubjectId subject) implements EngineEvent {}

  /**
   * The key that signs checkpoints was replaced, and the old one destroyed.
   *
   * @param oldKey verifier key, text form
   * @param newKey verifier key, text form
   * @param note the note by which the old key announced the new one
   */
  record CheckpointKeyRotated(String oldKey, String newKey, String note) implements EngineEvent {}

  /**
   * Entries after this one are hashed and sealed otherwise; those before stay as they are.
   *
   * @param hash number as in the header
   * @param seal number as in the header
   */
  record AlgorithmsChanged(int hash, int seal) implements EngineEvent {}

  /**
   * Bytes behind the last entry that never formed one were set aside.
   *
   * @param bytes how many, 0 when the store cannot tell
   * @param setAside name of where they are kept
   */
  record TailTruncated(long bytes, String setAside) implements EngineEvent {}

  /**
   * A recovery left damaged entries behind; sequences go on from the last whole one.
   *
   * @param epoch the new one
   * @param anchorSize size of the last checkpoint that the whole entries bear out, 0 for none
   * @param anchorRoot its root, 32 bytes, or none
   * @param damagedFrom first sequence of the old epoch that is not carried on
   * @param setAside name of where the old epoch's bytes are kept
   */
  record EpochBegan(
      int epoch, long anchorSize, ByteString anchorRoot, long damagedFrom, String setAside)
      implements EngineEvent {}

  /**
   * What follows in this command is a command of an older epoch, found whole behind damage.
   *
   * @param epoch it was in
   * @param firstSequence it had there
   * @param lastSequence it had there
   * @param lastHash entry hash of its last entry, 32 bytes
   */
  record CommandSalvaged(int epoch, long firstSequence, long lastSequence, ByteString lastHash)
      implements EngineEvent {}
}
