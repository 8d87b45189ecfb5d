package dev.varve.engine.entry;

/**
 * Where an entry stands. A sequence is unique within its epoch; a new epoch begins only when a
 * damaged tail was set aside, so in nearly every log the epoch is 0.
 *
 * @param epoch from 0
 * @param sequence from 0, without gaps
 */
public record LogPosition(int epoch, long sequence) {}
