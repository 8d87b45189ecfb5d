package dev.varve.engine.event;

/**
 * Something that happened to the memory, named in the past tense. Each layer has a sealed interface
 * of its own that extends this, with a record an event.
 */
public interface MemoryEvent {}
