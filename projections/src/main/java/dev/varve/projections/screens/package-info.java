/**
 * What a phone showed: captures of view trees read into one immutable form, their fingerprints, and
 * descriptions of tapped places that can be found again. Input is bytes and a name for messages, so
 * nothing here opens a file, and nothing here knows of events or of the log. A tree splits into
 * structure, which may be shared between sessions, and texts, which belong to the session that saw
 * them.
 */
@NullMarked
package dev.varve.projections.screens;

import org.jspecify.annotations.NullMarked;
