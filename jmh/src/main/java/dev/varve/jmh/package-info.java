/**
 * Benchmarks, each beside its floor and its peers. What is measured here lives elsewhere: no engine
 * code belongs in this package.
 */
@NullMarked
package dev.varve.jmh;

import org.jspecify.annotations.NullMarked;
