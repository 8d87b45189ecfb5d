/**
 * The session layer: the running task and its last steps, closed when the task ends. What was done
 * is described here in the words that skills use too. No screen is parsed and no step is judged
 * here.
 */
@NullMarked
package dev.varve.projections.sessions;

import org.jspecify.annotations.NullMarked;
