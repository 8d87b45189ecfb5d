/**
 * Logs in SQLite files on a JVM: the driver behind the engine's SQL port, the lock that lets one
 * process write, and reading through a private copy. The SQL itself is the engine's.
 */
@NullMarked
package dev.varve.engine.jvm.sqlite;

import org.jspecify.annotations.NullMarked;
