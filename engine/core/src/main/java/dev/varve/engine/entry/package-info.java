/**
 * The entry: 280 bytes of header and the stored payload behind them, byte by byte as the format
 * fixes them, with the identifiers that stand in it and the hash that chains it. Nothing here
 * reads, writes, seals or interprets a payload.
 */
@NullMarked
package dev.varve.engine.entry;

import org.jspecify.annotations.NullMarked;
