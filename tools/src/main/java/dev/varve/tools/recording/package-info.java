/**
 * Reading what an agent runtime or DroidBot wrote down: strict, bounded, complete before anything
 * is appended. What comes out are plain lines; what they mean to a layer is not decided here.
 */
@NullMarked
package dev.varve.tools.recording;

import org.jspecify.annotations.NullMarked;
