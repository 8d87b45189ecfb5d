/**
 * Time as the engine takes it: a reading of three clocks at once, given from outside. Only the
 * writer reads a clock; replay and projections take time from events.
 */
@NullMarked
package dev.varve.engine.clock;

import org.jspecify.annotations.NullMarked;
