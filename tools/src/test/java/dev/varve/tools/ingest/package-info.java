/** Tests of the package of the same name. */
@NullMarked
package dev.varve.tools.ingest;

import org.jspecify.annotations.NullMarked;
