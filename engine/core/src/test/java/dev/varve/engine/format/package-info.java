/**
 * Checks the page on the log format against itself, with the JDK alone: nothing here may import an
 * engine class, so that page and engine cannot share a mistake.
 */
@NullMarked
package dev.varve.engine.format;

import org.jspecify.annotations.NullMarked;
