package dev.varve.engine.command;

import dev.varve.engine.entry.StreamId;
import dev.varve.engine.entry.SubjectId;
import dev.varve.engine.event.MemoryEvent;

/**
 * An event to be appended.
 *
 * @param stream which it continues
 * @param subject whose key seals it; {@link SubjectId#LOG} for the log's own
 * @param event what happened
 */
public record NewEvent(StreamId stream, SubjectId subject, MemoryEvent event) {}
