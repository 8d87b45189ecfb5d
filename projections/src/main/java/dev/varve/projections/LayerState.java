package dev.varve.projections;

import dev.varve.engine.entry.ByteString;

/**
 * A layer in two numbers.
 *
 * @param name such as {@code facts}
 * @param size number of things in it
 * @param digest keyed digest of its canonical state, 32 bytes
 */
public record LayerState(String name, long size, ByteString digest) {}
