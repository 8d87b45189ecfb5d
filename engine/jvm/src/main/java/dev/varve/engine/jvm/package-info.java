/**
 * What only a JVM can do: the Chronicle Queue store, SQLite over JDBC, primitive maps, key files
 * and crypto providers. It implements ports of the engine's core and defines none. No layer built
 * on the log is known here.
 */
@NullMarked
package dev.varve.engine.jvm;

import org.jspecify.annotations.NullMarked;
