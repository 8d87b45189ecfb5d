/**
 * The log at the bottom of Varve: entries, chain, seal, store port, replay and verification, in
 * plain Java 17 that Android can load. Root of the engine's exceptions. Nothing here knows what a
 * fact, a skill or a session is; those are projections, and nothing here may import them.
 */
@NullMarked
package dev.varve.engine;

import org.jspecify.annotations.NullMarked;
