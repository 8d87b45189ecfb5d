/**
 * Recall: which skills and facts fit a task, a screen and a moment, with the reason for each
 * candidate, kept or dropped. A pure function of the layers' state and the question; "now" is part
 * of the question.
 */
@NullMarked
package dev.varve.projections.recall;

import org.jspecify.annotations.NullMarked;
