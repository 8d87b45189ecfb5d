package dev.varve.engine.verify;

/**
 * One thing that is wrong.
 *
 * @param sequence where, counted as the store counts records
 * @param kind what
 * @param detail expected and found, in words, without any payload
 */
public record Finding(long sequence, FindingKind kind, String detail) {}
