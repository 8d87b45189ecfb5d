/**
 * The {@code varve} command: its subcommands, importers and reports. Data goes to standard output,
 * everything else to standard error. Rules of the engine or of a layer do not belong here.
 */
@NullMarked
package dev.varve.tools;

import org.jspecify.annotations.NullMarked;
