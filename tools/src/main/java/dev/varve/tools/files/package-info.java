/**
 * What the command does with files as such: new things come into being under another name and are
 * moved into place when they are whole. Nothing here knows what is in them.
 */
@NullMarked
package dev.varve.tools.files;

import org.jspecify.annotations.NullMarked;
