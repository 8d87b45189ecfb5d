/**
 * The file in which a log, or a prefix of one, moves between devices and stores: its bytes, its
 * writer and its reader. Keys never stand in it, and nothing here opens a payload.
 */
@NullMarked
package dev.varve.tools.exchange;

import org.jspecify.annotations.NullMarked;
