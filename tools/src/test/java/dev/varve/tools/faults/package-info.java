/**
 * Faults of whole processes and whole files: processes that are killed, read beside a writer or
 * find a file changed. Each case follows from a seed; what is judged is judged by a process of its
 * own.
 */
@NullMarked
package dev.varve.tools.faults;

import org.jspecify.annotations.NullMarked;
