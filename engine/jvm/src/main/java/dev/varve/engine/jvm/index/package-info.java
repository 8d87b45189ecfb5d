/**
 * The index of command ids on a disk: a table in the heap and sorted, immutable files behind it.
 * Everything here can be thrown away and made anew from the log, so nothing here is synced with
 * care, believed without its check value, or allowed to fail a caller. What a log or a command is
 * stays outside.
 */
@NullMarked
package dev.varve.engine.jvm.index;

import org.jspecify.annotations.NullMarked;
