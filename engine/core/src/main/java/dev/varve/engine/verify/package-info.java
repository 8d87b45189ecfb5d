/**
 * Judging a log by its own hashes, without any secret and without changing a byte. What is found is
 * reported by sequence and kind; nothing here repairs, and nothing here opens a payload.
 */
@NullMarked
package dev.varve.engine.verify;

import org.jspecify.annotations.NullMarked;
