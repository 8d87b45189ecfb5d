/** Tests of the package of the same name. */
@NullMarked
package dev.varve.tools.output;

import org.jspecify.annotations.NullMarked;
