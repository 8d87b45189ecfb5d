/**
 * Evidence that can leave the device: checkpoints (size and root of a log, signed), proofs that
 * rest on them, and the history of the keys that sign. Formats are those of C2SP, so that other
 * tools read them. No store and no secret key: signing is a port.
 */
@NullMarked
package dev.varve.engine.checkpoint;

import org.jspecify.annotations.NullMarked;
