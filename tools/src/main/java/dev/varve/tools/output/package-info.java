/**
 * How the command speaks: plain text and JSON on standard output, notes and progress on standard
 * error, with whatever a log holds made harmless for terminals. Nothing here knows a log.
 */
@NullMarked
package dev.varve.tools.output;

import org.jspecify.annotations.NullMarked;
