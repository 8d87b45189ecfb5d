/**
 * Views over the log: projections fold complete commands in order and can be thrown away and
 * rebuilt at any time, up to any point. What is equal for equal logs is their digest. Nothing here
 * appends.
 */
@NullMarked
package dev.varve.engine.replay;

import org.jspecify.annotations.NullMarked;
