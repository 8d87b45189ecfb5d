/** Checks that what is measured is what it says: no measuring happens here. */
@NullMarked
package dev.varve.jmh;

import org.jspecify.annotations.NullMarked;
