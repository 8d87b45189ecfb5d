/** Tests of the command as a whole, run within this process. */
@NullMarked
package dev.varve.tools;

import org.jspecify.annotations.NullMarked;
