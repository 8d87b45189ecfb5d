/**
 * What everything that reads bytes from outside is thrown at it: seeds, and mutations of them that
 * a number names. The targets need no fuzzer; the profile {@code fuzz} runs the same ones under
 * Jazzer, which must stay out of here.
 */
@NullMarked
package dev.varve.tools.fuzz;

import org.jspecify.annotations.NullMarked;
