/**
 * The fact layer: exact keys, sealed values, versions that supersede one another and stay. A fact's
 * value is never opened here. No pattern or similarity ever reaches a key, and nothing reads a
 * clock.
 */
@NullMarked
package dev.varve.projections.facts;

import org.jspecify.annotations.NullMarked;
