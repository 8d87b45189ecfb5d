/**
 * The subcommands, a class each: what they take, what they print, how they end. Opening logs and
 * keys is here too; rules of the engine or of a layer are not.
 */
@NullMarked
package dev.varve.tools.command;

import org.jspecify.annotations.NullMarked;
