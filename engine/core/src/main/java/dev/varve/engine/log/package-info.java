/**
 * The log itself: {@link dev.varve.engine.log.MemoryLog} opens one, its writer appends commands,
 * its readers yield complete commands only. Here bytes, keys, events and commands meet; no layer is
 * known.
 */
@NullMarked
package dev.varve.engine.log;

import org.jspecify.annotations.NullMarked;
