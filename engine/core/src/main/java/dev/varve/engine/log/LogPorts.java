package dev.varve.engine.log;

import dev.varve.engine.clock.EngineClock;
import dev.varve.engine.seal.Crypto;
import dev.varve.engine.seal.KeyWrapper;
import dev.varve.engine.seal.SubjectKeyStore;
import dev.varve.engine.store.EntryStore;

/**
 * What a log needs from the outside. Whoever opens a log with these hands over store and key store:
 * they are closed with it.
 *
 * @param store where records are kept
 * @param keys where wrapped keys are kept
 * @param wrapper what wraps the log's key-encryption key
 * @param crypto where algorithms come from
 * @param clock where the writer takes time from
 */
public record LogPorts(
    EntryStore store, SubjectKeyStore keys, KeyWrapper wrapper, Crypto crypto, EngineClock clock) {}
