package dev.varve.engine.log;

import dev.varve.engine.checkpoint.CheckpointPolicy;
import dev.varve.engine.clock.EngineClock;
import dev.varve.engine.seal.Crypto;
import dev.varve.engine.seal.KeyWrapper;
import dev.varve.engine.seal.SubjectKeyStore;
import dev.varve.engine.store.EntryStore;
import org.jspecify.annotations.Nullable;

/**
 * What a log needs from the outside. Whoever opens a log with these hands over store and key store:
 * they are closed with it.
 *
 * @param store where records are kept
 * @param keys where wrapped keys are kept
 * @param wrapper what wraps the log's key-encryption key
 * @param crypto where algorithms come from
 * @param clock where the writer takes time from
 * @param checkpoints when the log signs what it is, and how; or null for never
 */
public record LogPorts(
    EntryStore store,
    SubjectKeyStore keys,
    KeyWrapper wrapper,
    Crypto crypto,
    EngineClock clock,
    @Nullable CheckpointPolicy checkpoints) {
  /** Ports of a log that signs nothing of itself. */
  public LogPorts(
      EntryStore store,
      SubjectKeyStore keys,
      KeyWrapper wrapper,
      Crypto crypto,
      EngineClock clock) {
    this(store, keys, wrapper, crypto, clock, null);
  }

  /** The same with checkpoints. */
  public LogPorts signing(@Nullable CheckpointPolicy policy) {
    return new LogPorts(store, keys, wrapper, crypto, clock, policy);
  }
}
