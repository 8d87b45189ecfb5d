/**
 * What a caller asks of the log: a command of one or more events, complete or invisible, with its
 * id, its context and what it expects to find. Commands are plain values; carrying them out is the
 * log's.
 */
@NullMarked
package dev.varve.engine.command;

import org.jspecify.annotations.NullMarked;
