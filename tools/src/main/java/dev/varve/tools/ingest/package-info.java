/**
 * Carrying recorded lines into a memory: each line one command, once, all of them checked before
 * the first is appended. What a line may say is the recording's business, what becomes of it the
 * memory's.
 */
@NullMarked
package dev.varve.tools.ingest;

import org.jspecify.annotations.NullMarked;
