/**
 * The skill layer: procedures learned from sessions that are known to have succeeded, or put in by
 * hand; how often they were used and how that went. Which skill fits a task is the recall's
 * business.
 */
@NullMarked
package dev.varve.projections.skills;

import org.jspecify.annotations.NullMarked;
