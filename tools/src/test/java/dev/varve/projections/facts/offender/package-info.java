/** Code that breaks the architecture on purpose, so that its rules are seen to fail. */
@NullMarked
package dev.varve.projections.facts.offender;

import org.jspecify.annotations.NullMarked;
