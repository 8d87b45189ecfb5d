/**
 * Faults that are injected into what a log stands on: the Nth operation of its store or its key
 * store fails, a bit of an entry flips. Every case can be named by a number and run again; nothing
 * here waits for a real medium to break.
 */
@NullMarked
package dev.varve.engine.faults;

import org.jspecify.annotations.NullMarked;
