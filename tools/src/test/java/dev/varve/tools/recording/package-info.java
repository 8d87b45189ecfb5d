/** Tests of the package of the same name. */
@NullMarked
package dev.varve.tools.recording;

import org.jspecify.annotations.NullMarked;
