/**
 * The port to whatever keeps the records: an append-only, ordered list of opaque byte strings. A
 * store knows nothing of chains, commands or payloads, and its own checks count for nothing: what
 * it returns is judged by the entries' hashes alone.
 */
@NullMarked
package dev.varve.engine.store;

import org.jspecify.annotations.NullMarked;
