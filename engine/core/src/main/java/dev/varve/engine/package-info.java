/**
 * The log: entries, their chain and seal, the port to a store, verification and replay. Everything
 * below this package is plain Java 17 that Android can load. It knows no layer built on the log,
 * and only {@code dev.varve.engine.jvm} may use what a JVM alone offers.
 */
@NullMarked
package dev.varve.engine;

import org.jspecify.annotations.NullMarked;
