/**
 * The layers built on the log, a package each, and the class that an agent runtime opens. A layer
 * is a pure fold over events: it reads no clock, no random source and no file. Android loads all of
 * it, so nothing here needs more than the engine's core.
 */
@NullMarked
package dev.varve.projections;

import org.jspecify.annotations.NullMarked;
