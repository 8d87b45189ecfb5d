/**
 * Holds the repository's documents to what is there: programs they show, files and tests they name.
 * Commands they show are run by the tests of the command line.
 */
@NullMarked
package dev.varve.tools.documents;

import org.jspecify.annotations.NullMarked;
